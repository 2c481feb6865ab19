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
  /** The states that it was said to be in. */
  readonly answered: Set<string>
}

/** A distribution that was acknowledged. */
export interface PaidCrank {
  readonly signature: string
  readonly distributedLamports: string
}

/** What a campaign must never find, with the history that shows it. */
export interface Finding {
  readonly kind: 'doubled' | 'lost' | 'wrong'
  readonly text: string
  readonly calls: readonly Call[]
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
  found(kind: Finding['kind'], text: string, calls?: readonly Call[]): void
}

/** An empty one. */
export function createHistory(): History {
  const findings: Finding[] = []
  return {
    orders: [],
    jobs: [],
    cranks: [],
    findings,
    answers: new Map(),
    answeredBy: new Map(),
    found: (kind, text, calls = []) => void findings.push({ kind, text, calls }),
  }
}

const SHOWN_MAX = 30

/** The counts in one line, and the first of what was found, each with its calls. */
export function verdict({ findings }: Pick<History, 'findings'>): string {
  const count = (kind: Finding['kind']) => findings.filter((finding) => finding.kind === kind).length
  const shown = findings.slice(0, SHOWN_MAX).flatMap(({ kind, text, calls }) => [`${kind}: ${text}`, ...calls.map(callLine)])
  return [`${count('doubled')} doubled / ${count('lost')} lost / ${count('wrong')} wrong`, ...shown].join('\n')
}

const callLine = ({ what, replica, begunMs, endedMs, status, body }: Call): string =>
  `  ${Math.round(begunMs)} to ${Math.round(endedMs)} ms, replica ${replica}: ${what} → ${status ?? 'nobody'} ${body.code ?? body.mint ?? ''}`
