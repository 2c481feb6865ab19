/** The result of one check. A `warn` is worth knowing, a `fail` prevents the service from working. */
export interface Finding {
  readonly level: 'ok' | 'warn' | 'fail'
  readonly text: string
  readonly fix?: string
}
