import { randomUUID } from 'node:crypto'
import { claimMessage } from '../../src/features/jobs/claim-job.ts'
import { releaseMessage } from '../../src/features/jobs/release-job.ts'
import { newPerson } from '../support/test-app.ts'
import type { ServiceCall } from './call-service.ts'
import type { Call, JobOrder } from './history.ts'
import { type Agent, askUntilDecided, signed, type World } from './launch-order.ts'
import { pause } from './pause.ts'

/** One job in the hands of those who deal with it. */
interface JobTalk {
  readonly job: JobOrder
  /** The call, or with this chance two of them at once; the answers that ended them. */
  ask(call: () => ServiceCall, twice?: number): Promise<readonly Call[]>
  owner(path: string, body: object): () => ServiceCall
  worker(verb: string, message: (id: string, timestamp: string) => string): () => ServiceCall
  look(): ServiceCall
}

const PARTS = 4
/** What costs as much in dollars: one payment, or as many as there are weeks. */
const ONE_PART = { template: 'meme-pack', budget: 40 }
const IN_PARTS = { template: 'x-upkeep', budget: 120.1 }
/** How often the owner looks whether a part is paid before it goes away. */
const LOOKS_MAX = 30
const LOOK_MS = 1_000

/**
 * Orders a job for the coin, has a worker take it and hand in, and accepts it, rejects it or calls it off; many of these twice at once, and
 * some part by part. Ends where the coin has no budget for it.
 */
export async function orderJob(world: World, agent: Agent, mint: string): Promise<void> {
  const { random, history } = world
  const talk = talkOf(world, agent, mint)
  const { job, ask, owner, worker } = talk
  const wanted = random.fraction() < 0.5 ? IN_PARTS : ONE_PART
  const made = await ask(orderCall(owner, { ...wanted, mint }), 0.3)
  const created = made.filter(({ status }) => status === 201)
  if (created.length === 0) {
    if (made.some(({ body }) => body.code !== 'kit_budget_exceeded'))
      history.found('wrongly-refused', `a job for ${mint} was not made`, job.calls)
    return
  }
  job.id = created[0]!.body.job.id as string
  history.jobs.push(job)
  if (created.some(({ body }) => body.job.id !== job.id)) history.found('job-doubled', `two jobs of one order for ${mint}`, job.calls)
  if (random.fraction() < 0.2) return void (await ask(owner(`${job.id}/cancel`, CANCEL), 0.5))
  const claimed = (await ask(worker('claim', claimMessage), 0.3)).some(({ body }) => body.job?.state === 'claimed')
  if (random.fraction() < 0.1) return callOff(talk)
  if (claimed) await workOnParts(world, talk, wanted === IN_PARTS ? PARTS : 1)
}

/** Who orders and who works, and what is kept of their calls. */
function talkOf(world: World, { key, address }: Agent, mint: string): JobTalk {
  const person = newPerson()
  const job: JobOrder = { mint, calls: [], id: null, accepted: 0, refunded: false }
  return {
    job,
    async ask(call, twice = 0) {
      const one = () => askUntilDecided(world, call, { on: (made) => void job.calls.push(made) })
      const made = await Promise.all(world.random.fraction() < twice ? [one(), one()] : [one()])
      const decided = made.filter((answer) => answer !== null)
      for (const { status, body } of decided) if (status! < 300) remember(job, body.job)
      return decided
    },
    owner: (path, body) => () => ({ method: 'POST', path: `/api/jobs/${path}`, body, headers: { 'x-svc-api-key': key }, address }),
    worker: (verb, message) => () => ({
      method: 'POST',
      path: `/api/jobs/${job.id}/${verb}`,
      headers: signed(person, (timestamp) => message(job.id!, timestamp)),
      address,
    }),
    look: () => ({ method: 'GET', path: `/api/jobs/${job.id}`, address }),
  }
}

/** Keeps what the answer says of the job's money. */
function remember(job: JobOrder, { state, parts }: Record<string, any>): void {
  const paid = state === 'paid' ? (parts?.length ?? 1) : (parts ?? []).filter((part: { state: string }) => part.state === 'paid').length
  job.accepted = Math.max(job.accepted, paid + (state === 'verified' || state === 'paying' ? 1 : 0))
  if (state === 'refunded') job.refunded = true
}

const CANCEL = { reason: 'We have it already.' }

/** The owner asks for it, and the worker agrees. */
async function callOff({ job, ask, owner, worker }: JobTalk): Promise<void> {
  await ask(owner(`${job.id}/cancel`, CANCEL), 0.3)
  await ask(worker('release', releaseMessage), 0.3)
}

/** Has part after part be handed in and decided about, until one is rejected, given back or called off, or all are paid. */
async function workOnParts({ random, handIn }: World, talk: JobTalk, parts: number): Promise<void> {
  const { job, ask, owner, worker } = talk
  const decide = (part: number, approve: boolean) =>
    owner(`${job.id}/verify`, { approve, ...(parts > 1 && { part }), ...(!approve && { reason: 'Not what we meant.' }) })
  for (let part = 1; part <= parts; part += 1) {
    if (part > 1 && !(await isUnderWay(talk, part))) return
    if (part > 1 && random.fraction() < 0.1)
      return random.fraction() < 0.5 ? callOff(talk) : void (await ask(worker('release', releaseMessage), 0.3))
    await handIn(job.id!, part)
    const rivals = random.fraction()
    // Of an acceptance and a rejection at once, one wins.
    if (rivals < 0.1) await Promise.all([ask(decide(part, true)), ask(decide(part, false))])
    else await ask(decide(part, rivals < 0.85), 0.5)
    // Late, about what is over: nothing changes.
    if (parts > 1 && random.fraction() < 0.2) await ask(decide(part, true))
  }
}

/** Looks until the part before is paid; false where it is not soon, or nothing more is to be done. */
async function isUnderWay({ ask, look }: JobTalk, part: number): Promise<boolean> {
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    const [answer] = await ask(look)
    const { state, parts } = answer?.body.job ?? {}
    if (state === 'claimed' && parts?.[part - 1]?.state === 'now') return true
    if (state !== 'verified' && state !== 'paying') return false
    await pause(LOOK_MS)
  }
  return false
}

/** One order, under one key. */
function orderCall(owner: JobTalk['owner'], order: object): () => ServiceCall {
  const call = owner('coin', { ...order, chainId: 'sim', asset: 'SOL' })()
  const headers = { ...call.headers, 'x-idempotency-key': `job-${randomUUID()}` }
  return () => ({ ...call, headers })
}
