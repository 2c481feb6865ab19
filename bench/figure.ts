import type { Contestants, Subject } from './contestants.ts'
import type { Scene } from './scene.ts'

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

/** What a measure works with. */
export interface Bench {
  /** True: a minute for the whole run, and wider spreads. */
  readonly quick: boolean
  readonly contestants: Contestants
  /** A service in use; made once for each subject. */
  scene(subject: Subject): Promise<Scene>
  /** A new empty folder, removed when the run ends. */
  folder(): string
  /** Tells whoever waits what goes on. */
  say(line: string): void
}

/** One thing that the bench measures. */
export interface Measure {
  /** What `--only` takes. */
  readonly name: string
  readonly about: string
  /** Left out of `--quick`. */
  readonly slow?: boolean
  /** Needs no executable. */
  readonly inside?: boolean
  run(bench: Bench): Promise<Figure[]>
}
