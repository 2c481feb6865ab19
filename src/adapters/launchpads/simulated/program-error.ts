/** A refusal by the simulated chain, with the program's own error name. Never leaves the adapter. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError'
  readonly reason: string

  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}
