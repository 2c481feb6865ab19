/** One thing that was looked at. A `warn` is worth knowing, a `fail` keeps the service from doing its work. */
export interface Finding {
  readonly level: 'ok' | 'warn' | 'fail'
  readonly text: string
  readonly fix?: string
}
