import { createHash } from 'node:crypto'
import type { AnswerJudge, DocumentedRoute } from '../support/answer-judge.ts'
import { type Chance, createChance } from './chance.ts'
import { curlOf, type Draft, wireOf } from './draft.ts'
import type { Maker } from './fields.ts'
import { followUps, fundings } from './follow-ups.ts'
import { learn } from './learn.ts'
import { addressOf, makeDraft } from './make-draft.ts'
import { createMemory, type Memory } from './memory.ts'
import { mutate } from './mutate.ts'
import type { createOracle } from './oracle.ts'
import { createWireClient, type WireClient } from './raw-client.ts'
import type { RecordTotals } from './totals.ts'

/** What all actors share. */
export interface Stage {
  readonly url: URL
  readonly seed: number
  readonly document: any
  readonly judge: AnswerJudge
  readonly oracle: ReturnType<typeof createOracle>
  readonly totals: RecordTotals
  readonly clock: Memory['clock']
  readonly outsideUrl: string
  readonly recent: RecentRequests
  /** True when no further request is to be made. */
  over(): boolean
  /** `problem` is the same for the same fault. */
  fail(problem: string, where: string, curl: string): void
}

/** The requests of the last moments, to tell what a gap fell into. */
export interface RecentRequests {
  add(what: string, startedAtMs: number, endedAtMs: number): void
  during(startedAtMs: number, endedAtMs: number): string[]
}

const MUTATED_SHARE = 0.3
const TWIN_SHARE = 0.03
const TIMEOUT_MS = 100_000

/** How often a route is called, against 1 of most. */
const WEIGHTS: Readonly<Record<string, number>> = {
  'GET /openapi.json': 0.03,
  'GET /llms-full.txt': 0.1,
  'GET /metrics': 0.1,
  'POST /api/agent/keys/claim': 4,
  'POST /api/agent/launch/dry-run': 6,
  'POST /api/agent/launch/dry-run/{id}/approve': 3,
  'POST /api/agent/launch': 5,
  'POST /api/agent/launch/unsigned': 2,
  'POST /api/agent/launch/submit': 2,
  'POST /api/agent/wire-fees': 2,
  'POST /api/agent/crank': 3,
  'POST /api/jobs/coin': 3,
  'POST /api/jobs/{id}/claim': 2,
  'POST /api/jobs/{id}/submit': 2,
  'POST /api/jobs/{id}/verify': 2,
  'POST /api/simulated/{mint}/trades': 4,
  'POST /api/simulated/clock': 0.15,
}

/** Calls the service over connections of its own, one request after the other, with chance and memory of its own. */
export async function runActor(stage: Stage, number: number): Promise<void> {
  const chance = createChance(Number.parseInt(createHash('sha256').update(`${stage.seed} ${number}`).digest('hex').slice(0, 8), 16))
  const maker: Maker = {
    chance,
    memory: createMemory(chance, `actor ${number}`, stage.clock),
    document: stage.document,
    outsideUrl: stage.outsideUrl,
  }
  const [client, twin] = [
    createWireClient({ hostname: stage.url.hostname, port: Number(stage.url.port) }),
    createWireClient({ hostname: stage.url.hostname, port: Number(stage.url.port) }),
  ]
  const queue: Draft[] = fundings(maker, stage.judge.routes)
  const routes = weighted(stage.judge.routes)
  try {
    while (!stage.over()) {
      const draft = queue.shift() ?? makeDraft(maker, routes(chance))
      if (!draft) continue
      if (chance.happens(MUTATED_SHARE)) mutate(chance, draft)
      const both = chance.happens(TWIN_SHARE)
      const other = both ? { ...draft, headers: { ...draft.headers, 'x-forwarded-for': addressOf(chance) } } : null
      const [value] = await Promise.all([call(stage, maker, client, draft), other && call(stage, maker, twin, other)])
      if (value !== null) queue.push(...followUps(maker, stage.judge.routes, draft, value).slice(0, 10 - queue.length))
    }
  } finally {
    client.close()
    twin.close()
  }
}

/** Sends it and looks at the answer, whose JSON comes back; null when there was none. */
async function call(stage: Stage, maker: Maker, client: WireClient, draft: Draft): Promise<any> {
  const { head, body } = wireOf(draft, stage.url.host)
  const startedAtMs = Date.now()
  const bodiless = draft.method === 'HEAD'
  const answer = await client.send(head, body, { bodiless, timeoutMs: TIMEOUT_MS })
  const name = draft.route.name
  const mutated = draft.mutations.length > 0
  stage.recent.add(`${name} ${draft.mutations.join('+')} ${body?.length ?? 0} B`, startedAtMs, Date.now())
  const fail = (problem: string) =>
    stage.fail(problem, `${name}${mutated ? ` (mutated: ${draft.mutations.join(', ')})` : ''}`, curlOf(draft, stage.url.origin))
  if (typeof answer === 'string') {
    stage.totals.note(name, 'lost', 0, mutated)
    // A parser may hang up on what is no HTTP.
    // `..` may lead to the stream of news, which does not end.
    if (!draft.odd && !/\.\.|%2e%2e/i.test(draft.path) && !stage.over()) fail(`no answer: ${answer}`)
    return null
  }
  const { problem, value, unseen } = stage.oracle(draft, answer)
  // A parser that refuses hangs up, and its end of the connection may be heard of later than its answer.
  if (unseen) client.close()
  stage.totals.note(name, unseen ? 'unseen' : answer.status, answer.ms, mutated, answer.status < 400 ? undefined : value?.code)
  if (problem !== null) fail(problem)
  const elsewhere = draft.mutations.some((kind) => kind === 'path' || kind === 'wire' || kind === 'method')
  const meant = !elsewhere && answer.status < 300
  if (meant && problem === null) learn(maker, draft, value, answer.headers)
  return !elsewhere ? { status: answer.status, ...(value as object) } : null
}

function weighted(routes: readonly DocumentedRoute[]): (chance: Chance) => DocumentedRoute {
  const weights = routes.map(({ name }) => WEIGHTS[name] ?? 1)
  const sum = weights.reduce((a, b) => a + b, 0)
  return (chance) => {
    let lot = chance.fraction() * sum
    return routes[weights.findIndex((weight) => (lot -= weight) < 0)] ?? routes[0]!
  }
}
