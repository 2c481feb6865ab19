/** The database is none that this version serves, and is left as it is: `reason` says what it is, and `fix` what to do. */
export abstract class RefusedDatabase extends Error {
  readonly reason: string
  readonly fix: string

  constructor(reason: string, fix: string) {
    super(`${reason}: ${fix}`)
    this.reason = reason
    this.fix = fix
  }
}
