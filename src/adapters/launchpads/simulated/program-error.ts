/** A transaction that the simulated chain refuses, by the program's own name for the reason. Never leaves the adapter. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError'
  readonly reason: string

  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}
