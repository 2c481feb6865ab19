/** How much a finding matters, the least first. */
export const FINDING_LEVELS = ['ok', 'warn', 'fail'] as const

/** The result of one check. A `warn` is worth knowing, a `fail` prevents the service from working. */
export interface Finding {
  readonly level: (typeof FINDING_LEVELS)[number]
  readonly text: string
  readonly fix?: string
}
