/** What a figure is held to; figures in its own unit. */
export interface Budget {
  readonly most?: number
  readonly least?: number
  /** Times what the bare server needs. */
  readonly ratioMost?: number
  readonly ratioLeast?: number
  /** More than the bare server, in the figure's unit. */
  readonly aboveBareMost?: number
}

/** One line of the table: what each turn measured. */
export interface Figure {
  /** What was asked of the service: `GET /healthz`. With `what` it names the line. */
  readonly measure: string
  readonly what: string
  /** How, where it differs from run to run: `at 4,000/s`. */
  readonly note?: string
  readonly unit: string
  readonly better: 'lower' | 'higher'
  /** By the clock: it tells of whatever else the machine does too. */
  readonly byClock?: true
  /** One value for each turn, as in the two below. */
  readonly ours: readonly number[]
  /** The bare server in the same turns. */
  readonly bare?: readonly number[]
  /** The other commit in the same turns. */
  readonly other?: readonly number[]
  readonly budget?: Budget
}
