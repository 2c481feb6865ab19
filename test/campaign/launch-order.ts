import { isDeepStrictEqual } from 'node:util'
import { approvalMessage } from '../../src/features/dry-run/approve-dry-run.ts'
import { rejectionMessage } from '../../src/features/dry-run/reject-dry-run.ts'
import { toBase58, toBase64 } from '../../src/lib/bytes.ts'
import { signDetached } from '../../src/lib/ed25519.ts'
import type { SeededRandom } from '../support/seeded-random.ts'
import { newPerson, type Person, pngBytes } from '../support/test-app.ts'
import type { Bank } from './bank.ts'
import { callService, isUndecided, type ServiceCall } from './call-service.ts'
import type { Call, History, Order } from './history.ts'
import type { Patience } from './patience.ts'
import { pause } from './pause.ts'

/** What a client works with. */
export interface World {
  /** Of the replicas, as clients reach them. */
  readonly urls: readonly string[]
  readonly random: SeededRandom
  readonly history: History
  readonly approver: Person
  /** Wallets of crews. */
  readonly crew: readonly string[]
  /** Where calls are paid for; null where nobody pays per call. */
  readonly bank: Bank | null
  /** Hands the work of this part of a claimed job in. */
  readonly handIn: (id: string, part: number) => Promise<void>
  readonly patience: Patience
  /** What an intent may take, however many processes die meanwhile, by this patience. */
  readonly decidedWithinMs: number
  /** How long an answer is kept for at least, counted from its first call by the clock of the machine. */
  readonly keptMs: number
}

/** Who launches: a claimed key. */
export interface Agent {
  readonly key: string
  readonly keyId: string
  readonly address: string
  /** True where the key launches only what a person has approved. */
  readonly strict: boolean
}

const PICTURE = toBase64(pngBytes())
const LAUNCH = '/api/agent/launch'

/** How long whoever asks goes on; `on` hears of each call. */
interface Asking {
  readonly on?: (made: Call) => void
  /** Until then, by `performance.now`: it goes away, and nothing is said of that. */
  readonly untilMs?: number
}

/** The call at any replica, and again until an answer ends its intent; null when none came, which is a finding where it took too long. */
export async function askUntilDecided(
  world: World,
  call: () => ServiceCall,
  { on, untilMs = Number.POSITIVE_INFINITY }: Asking = {},
): Promise<Call | null> {
  const { urls, random, history, patience, decidedWithinMs } = world
  const lateMs = patience.passedMs() + decidedWithinMs
  const calls: Call[] = []
  while (performance.now() < untilMs) {
    if (patience.passedMs() > lateMs) {
      history.found('undecided', `${calls[0]?.what} was not decided`, calls)
      break
    }
    const made = await callService(urls, random.below(urls.length), call(), history)
    calls.push(made)
    on?.(made)
    if (!isUndecided(made)) return made
    // Whoever was told to come again is less in a hurry, or the rate of its address stands in its way.
    await pause(10 + random.below(random.fraction() < 0.1 ? 2_000 : made.status === null ? 80 : 800))
  }
  return null
}

/** A launch that can be sent as often as one likes. */
export interface LaunchRequest {
  readonly order: Order
  readonly launcher: Person
  /** At any replica until it has ended; each answer is compared with the first. */
  send(): Promise<void>
}

/** Launches one coin, by one of the ways there are; retries, twins and replays included. Null where its plan could not be made. */
export async function launchOrder(world: World, agent: Agent, name: string): Promise<LaunchRequest | null> {
  const { random, history } = world
  const launcher = newPerson()
  const coin = {
    ...coinToLaunch(world, name),
    ...(random.fraction() < 0.06 ? { ticker: 'XSLOW' } : {}),
    launcherPubkey: launcher.wallet,
  }
  const key = `campaign-${name.toLowerCase().replace(' ', '-')}`
  const order = newOrder(name, { key, payer: null })
  history.orders.push(order)
  const body = agent.strict ? await plan(world, agent, order, { coin, launcher }) : coin
  if (!body) return null
  const send = (idempotencyKey: string) => (): ServiceCall => ({
    method: 'POST',
    path: LAUNCH,
    body,
    headers: { 'x-svc-api-key': agent.key, 'x-launcher-key': launcher.secret, 'x-idempotency-key': idempotencyKey },
    address: agent.address,
  })
  const request: LaunchRequest = { order, launcher, send: () => sendLaunch(world, order, send) }
  await Promise.all(Array.from({ length: random.fraction() < 0.25 ? 2 : 1 }, () => request.send()))
  if (agent.strict && order.launched && random.fraction() < 0.5) await spendAgain(world, order, send(`${key}-again`))
  return request
}

/** Until when the order may be sent: whoever comes later with its key may launch again, and spends no plan of it. */
export const keptUntilMs = ({ keptMs }: Pick<World, 'keptMs'>, { calls }: Order): number =>
  (calls[0]?.begunMs ?? performance.now()) + keptMs

/** An order that nobody has sent yet. */
export const newOrder = (name: string, { key, payer }: Pick<Order, 'key' | 'payer'>): Order => ({
  name,
  key,
  payer,
  calls: [],
  rejected: false,
  earlyKey: null,
  launched: null,
  failed: null,
  endedMs: null,
})

/** The body of a launch, but for who launches. */
export function coinToLaunch({ random, crew }: World, name: string) {
  const [one, two] = random.shuffle(crew)
  return {
    name,
    ticker: `W${random.below(9_000) + 1_000}`,
    imageBase64: PICTURE,
    crew: [
      { handle: '@one', wallet: one, share: 60 },
      { handle: '@two', wallet: two, share: 40 },
    ],
  }
}

async function sendLaunch(
  { history, ...world }: World,
  order: Order,
  callWith: (idempotencyKey: string) => () => ServiceCall,
): Promise<void> {
  const { key } = order
  const on = (made: Call) => void order.calls.push(made)
  const decided = await askUntilDecided({ history, ...world }, callWith(key), { on, untilMs: keptUntilMs(world, order) })
  if (!decided) return
  const { earlyKey } = order
  if (earlyKey !== null && key !== earlyKey && !order.rejected && decided.body.code === 'dry_run_not_spendable') {
    // The early request has launched it: its key has the answer.
    order.key = earlyKey
    return sendLaunch({ history, ...world }, order, callWith)
  }
  order.endedMs ??= performance.now()
  const { status, body } = decided
  if (status === 201) {
    if (order.failed !== null) history.found('answer-changed', `${order.name} failed, and was launched under the same key`, order.calls)
    if (order.rejected) history.found('launched-unapproved', `${order.name} was launched, and its plan is rejected`, order.calls)
    if (order.launched && !isDeepStrictEqual(order.launched, body))
      history.found('answer-changed', `two answers to ${order.name}`, order.calls)
    order.launched ??= body
  } else if (body.code === 'launch_expired' || (order.rejected && body.code === 'dry_run_not_spendable')) {
    if (order.launched) history.found('answer-changed', `${order.name} was launched, and then ${body.code}`, order.calls)
    order.failed = body.code as string
  } else {
    order.failed = String(body.code ?? status)
    history.found(
      order.launched ? 'answer-changed' : 'wrongly-refused',
      `${order.name} was answered ${status} ${body.code ?? ''}`,
      order.calls,
    )
  }
}

/** A plan that was launched is launched no second time. */
async function spendAgain(world: World, order: Order, call: () => ServiceCall): Promise<void> {
  const decided = await askUntilDecided(world, call, { on: (made) => void order.calls.push(made) })
  if (decided?.status === 201) world.history.found('plan-spent-twice', `the plan of ${order.name} was launched twice`, order.calls)
}

/** The launch of a plan that a person has approved, or rejected; null when it cannot be had. */
async function plan(world: World, agent: Agent, order: Order, { coin, launcher }: { readonly coin: object; readonly launcher: Person }) {
  const { random, history, approver } = world
  const { address } = agent
  const ask = (call: () => ServiceCall) =>
    askUntilDecided(world, call, { on: (made) => void order.calls.push(made), untilMs: keptUntilMs(world, order) })
  const headers = { 'x-svc-api-key': agent.key }
  const made = await ask(() => ({ method: 'POST', path: `${LAUNCH}/dry-run`, body: coin, headers, address }))
  if (made?.status !== 200) return null
  const id = made.body.dryRunId as string
  const body = { ...coin, dryRunId: id }
  if (random.fraction() < 0.3) {
    const earlyKey = `${order.key}-early`
    const early = { ...headers, 'x-launcher-key': launcher.secret, 'x-idempotency-key': earlyKey }
    const callsBefore = order.calls.length
    const decided = await ask(() => ({ method: 'POST', path: LAUNCH, body, headers: early, address }))
    if (order.calls.slice(callsBefore).some(isUndecided)) order.earlyKey = earlyKey
    if (decided && decided.status! < 300)
      history.found('launched-unapproved', `${order.name} was launched before its approval`, order.calls)
  }
  const rejects = random.fraction() < 0.25
  const message = rejects ? rejectionMessage : approvalMessage
  const decision = await ask(() => ({
    method: 'POST',
    path: `${LAUNCH}/dry-run/${id}/${rejects ? 'reject' : 'approve'}`,
    headers: signed(approver, (timestamp) => message(id, timestamp)),
    address,
    ...(rejects ? { body: { reason: 'The crew is not ours.' } } : {}),
  }))
  if (!decision) return null
  if (decision.status !== 200) {
    history.found('wrongly-refused', `the plan of ${order.name} was not decided`, order.calls)
    return null
  }
  order.rejected = rejects
  return body
}

/** The wallet headers for a message, of now. */
export function signed({ wallet, pair }: Person, message: (timestamp: string) => string): Record<string, string> {
  const timestamp = String(Date.now())
  const signature = toBase58(signDetached(new TextEncoder().encode(message(timestamp)), pair))
  return { 'x-svc-wallet': wallet, 'x-svc-timestamp': timestamp, 'x-svc-signature': signature }
}
