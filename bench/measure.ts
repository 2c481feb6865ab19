import type { Contestants, Subject } from './contestants.ts'
import type { Figure } from './figure.ts'
import type { Scene } from './scene.ts'

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
  /** Runs only where `--only` names it. */
  readonly byName?: boolean
  /** Needs no executable. */
  readonly inside?: boolean
  run(bench: Bench): Promise<Figure[]>
}
