import { FINDING_KINDS, type FindingKind } from './finding-kinds.ts'

/** One call of a client, and what came of it; a status of null where nobody answered. */
export interface Call {
  readonly what: string
  readonly replica: number
  readonly begunMs: number
  readonly endedMs: number
  readonly status: number | null
  readonly body: Record<string, any>
}

/** A coin that a client wants, under one idempotency key, and all that was said about it. */
export interface Order {
  /** No other coin of the campaign has it. */
  readonly name: string
  readonly calls: Call[]
  /** The wallet that pays for its call, in lower case; null where a key launches it. No other order has it. */
  readonly payer: string | null
  /** True where an approver rejected its plan: there must be no coin. */
  rejected: boolean
  /** The idempotency key that its launch is sent with. */
  key: string
  /** Of a launch before the approval that may still be under way when the plan is approved, and launch it; else null. */
  earlyKey: string | null
  /** The first 201. */
  launched: Record<string, any> | null
  /** The code of the answer that ended it without a coin. */
  failed: string | null
  /** When it ended, in the time of `performance.now`. */
  endedMs: number | null
}

/** A job that a client ordered for a coin. */
export interface JobOrder {
  readonly mint: string
  readonly calls: Call[]
  /** Once it was made. */
  id: string | null
  /** How many of its parts were said to be accepted. */
  accepted: number
  /** True once it was said to be refunded. */
  refunded: boolean
}

/** A distribution that was acknowledged. */
export interface PaidCrank {
  readonly signature: string
  readonly distributedLamports: string
}

/** What a campaign must never find, with the history that shows it. */
export interface Finding {
  readonly kind: FindingKind
  readonly text: string
  readonly calls: readonly Call[]
  /** How many processes had been killed, and how long after the beginning it was. */
  readonly kills: number
  readonly afterMs: number
}

/** What the clients of a campaign did and were told. */
export interface History {
  readonly orders: Order[]
  /** Those that were made. */
  readonly jobs: JobOrder[]
  readonly cranks: PaidCrank[]
  readonly findings: Finding[]
  /** Calls by their answer: a status, a code, or nobody. */
  readonly answers: Map<string, number>
  /** How many calls each replica has answered. */
  readonly answeredBy: Map<number, number>
  /** Of each process that was killed, how many calls it had answered. */
  readonly lives: number[]
  found(kind: FindingKind, text: string, calls?: readonly Call[]): void
}

/** An empty one. */
export function createHistory(): History {
  const findings: Finding[] = []
  const lives: number[] = []
  const begunMs = performance.now()
  return {
    orders: [],
    jobs: [],
    cranks: [],
    findings,
    answers: new Map(),
    answeredBy: new Map(),
    lives,
    found: (kind, text, calls = []) => void findings.push({ kind, text, calls, kills: lives.length, afterMs: performance.now() - begunMs }),
  }
}

const SHOWN_MAX = 30

/** The counts in one line, and the first of what was found, each with its calls. */
export function verdict({ findings }: Pick<History, 'findings'>): string {
  const count = (sort: (typeof FINDING_KINDS)[FindingKind]) => findings.filter(({ kind }) => FINDING_KINDS[kind] === sort).length
  const shown = findings.slice(0, SHOWN_MAX).flatMap(({ kind, text, calls }) => [`${kind}: ${text}`, ...calls.map(callLine)])
  return [`${count('doubled')} doubled / ${count('lost')} lost / ${count('wrong')} wrong`, ...shown].join('\n')
}

const callLine = ({ what, replica, begunMs, endedMs, status, body }: Call): string =>
  `  ${Math.round(begunMs)} to ${Math.round(endedMs)} ms, replica ${replica}: ${what} → ${status ?? 'nobody'} ${body.code ?? body.mint ?? ''}`

/** What a campaign tells of its findings to the process that started it. */
export interface CampaignNews {
  readonly findings: readonly Pick<Finding, 'kind' | 'kills' | 'afterMs'>[]
}

/** Of each kind that was found, how often, and when first. */
export function kindsFound({ findings }: CampaignNews): string {
  const kinds = Map.groupBy(findings, ({ kind }) => kind)
  const lines = [...kinds].map(
    ([kind, all]) => `${kind} ${all.length} (first after ${Math.round(all[0]!.afterMs / 1_000)} s and ${all[0]!.kills} kills)`,
  )
  return lines.join(', ') || 'nothing'
}
