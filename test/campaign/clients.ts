import { newPerson, OPERATOR_KEY } from '../support/test-app.ts'
import type { Bank } from './bank.ts'
import { callService, isUndecided } from './call-service.ts'
import { orderJob } from './job-order.ts'
import { type Agent, askUntilDecided, type LaunchRequest, launchOrder, type World } from './launch-order.ts'
import { type PaidRequest, payForOrder } from './paid-order.ts'
import { EVENTS_HEARD, type Listeners } from './receivers.ts'

/** Clients that launch, pay per call, trade, crank, approve, order jobs and do them, and register webhooks, until they are to end. */
export interface Clients {
  /** Begin no other order; resolves when each that was begun has ended, or who pays for it has gone away. */
  end(): Promise<void>
  /** Has some of those that went away lately come back, then sends again what can still be replayed, and compares the answers. */
  replay(): Promise<void>
}

const ORDERS_A_KEY = 4
/** How many of those that come pay for one launch, and have no key. */
const PAYING = 0.4
/** Of keys; each is a server of its own. */
const LISTENERS_MAX = 12
/** An answer is kept for a quarter of an hour; whoever asks later launches again. */
const REPLAYED_WITHIN_MS = 8 * 60_000
const REPLAYED_AT_ONCE = 16

export function startClients(world: World, listeners: Listeners, count: number): Clients {
  const { random, history } = world
  const requests: LaunchRequest[] = []
  const paid: PaidRequest[] = []
  let over = false
  let names = 0
  let addresses = 0
  const nextAddress = () => {
    addresses += 1
    return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
  }

  const claim = async (): Promise<Agent | null> => {
    let address = ''
    const claimed = await askUntilDecided(world, () => {
      address = nextAddress()
      return { method: 'POST', path: '/api/agent/keys/claim', body: {}, address }
    })
    if (claimed?.status !== 201) {
      if (claimed) history.found('wrongly-refused', 'a key was not given', [claimed])
      return null
    }
    const agent = { key: claimed.body.key as string, keyId: claimed.body.id as string, address, strict: random.fraction() < 0.3 }
    if (!agent.strict) return agent
    const strict = { method: 'PATCH', path: `/api/agent/keys/${agent.keyId}`, body: { requireApproval: true }, address } as const
    const made = await askUntilDecided(world, () => ({ ...strict, headers: { 'x-svc-api-key': OPERATOR_KEY } }))
    return made?.status === 200 ? agent : null
  }

  const pay = async (bank: Bank) => {
    names += 1
    const name = `Order ${names}`
    paid.push(await payForOrder(world, await bank.newPayer(), nextAddress, name))
  }

  const visit = async () => {
    if (world.bank && random.fraction() < PAYING) return pay(world.bank)
    const agent = await claim()
    if (!agent) return
    const listener = await maybeListen(world, listeners, agent)
    for (let orders = 1 + random.below(ORDERS_A_KEY); orders > 0 && !over; orders -= 1) {
      names += 1
      const request = await launchOrder(world, { ...agent, address: nextAddress() }, `Order ${names}`)
      if (!request) continue
      requests.push(request)
      if (request.order.launched) await useCoin(world, { ...agent, address: nextAddress() }, request)
      if (request.order.launched && random.fraction() < 0.4)
        await orderJob(world, { ...agent, address: nextAddress() }, request.order.launched.mint as string)
      if (request.order.endedMs !== null && random.fraction() < 0.3) await request.send()
    }
    if (!listener || random.fraction() < 0.7) return
    listener.deleted = true
    const path = `/api/webhooks/${listener.id}`
    await askUntilDecided(world, () => ({ method: 'DELETE', path, headers: { 'x-svc-api-key': agent.key }, address: nextAddress() }))
  }
  const live = async () => {
    while (!over) await visit()
  }
  const living = Promise.all(Array.from({ length: count }, live))
  living.catch(() => {})
  return {
    async end() {
      over = true
      await living
    },
    async replay() {
      const sinceMs = performance.now() - REPLAYED_WITHIN_MS
      const isRecent = ({ order }: PaidRequest) => (order.calls.at(-1)?.endedMs ?? 0) > sinceMs
      await sendAll(paid.filter((request) => request.order.endedMs === null && isRecent(request) && random.fraction() < 0.5))
      await sendAll([...requests, ...paid].filter(({ order }) => order.endedMs !== null && order.endedMs > sinceMs))
    },
  }
}

async function sendAll(requests: readonly Pick<LaunchRequest, 'send'>[]): Promise<void> {
  for (let at = 0; at < requests.length; at += REPLAYED_AT_ONCE)
    await Promise.all(requests.slice(at, at + REPLAYED_AT_ONCE).map(({ send }) => send()))
}

/** A webhook of the key itself, for some keys; null for the others, and where nobody told that it is there. */
async function maybeListen(world: World, listeners: Listeners, { key, keyId, address }: Agent) {
  const { random, urls, history } = world
  if (listeners.all.length >= LISTENERS_MAX || random.fraction() > 0.2) return null
  const receiver = listeners.create(() => random.fraction() < 0.1)
  const body = { url: receiver.url, events: EVENTS_HEARD }
  const call = { method: 'POST', path: '/api/webhooks', body, headers: { 'x-svc-api-key': key }, address } as const
  const made = await callService(urls, random.below(urls.length), call, history)
  if (isUndecided(made)) {
    receiver.stop()
    return null
  }
  if (made.status !== 201) history.found('wrongly-refused', 'a webhook was refused', [made])
  receiver.trust(made.body.secret as string)
  const listener = { receiver, id: made.body.webhook.id as string, keyId, deleted: false }
  listeners.all.push(listener)
  return listener
}

/** The coin is there wherever one asks; it is traded, and its fees are paid out. */
async function useCoin(world: World, agent: Agent, { order, launcher }: LaunchRequest): Promise<void> {
  const { random, history } = world
  const { key, address } = agent
  const mint = order.launched!.mint as string
  const keep = (made: (typeof order.calls)[number]) => void order.calls.push(made)
  const read = await askUntilDecided(world, () => ({ method: 'GET', path: `/api/coins/${mint}`, address }), { on: keep })
  if (read && (read.status !== 200 || read.body.coin.name !== order.name))
    history.found('coin-not-there', `${order.name} is not there after its 201`, order.calls)
  for (let trades = random.below(3); trades > 0; trades -= 1) {
    const body = { wallet: newPerson().wallet, side: 'buy', sol: 1 + random.below(8) }
    await askUntilDecided(world, () => ({ method: 'POST', path: `/api/simulated/${mint}/trades`, body, address }))
    const payer: Record<string, string> = random.fraction() < 0.5 ? { 'x-launcher-key': launcher.secret } : {}
    const headers = { 'x-svc-api-key': random.fraction() < 0.3 ? OPERATOR_KEY : key, ...payer }
    const crank = () =>
      askUntilDecided(world, () => ({ method: 'POST', path: '/api/agent/crank', body: { mint }, headers, address }), { on: keep })
    const made = await Promise.all(random.fraction() < 0.4 ? [crank(), crank()] : [crank()])
    for (const answer of made) {
      if (answer?.body.code === 'mint_unknown') history.found('coin-not-there', `${order.name} is not known to a crank`, order.calls)
      if (answer?.status === 200 && answer.body.signature) history.cranks.push(answer.body as (typeof history.cranks)[number])
    }
  }
}
