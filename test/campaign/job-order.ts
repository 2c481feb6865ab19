import { randomUUID } from 'node:crypto'
import { claimMessage } from '../../src/features/jobs/claim-job.ts'
import { releaseMessage } from '../../src/features/jobs/release-job.ts'
import { newPerson, type Person } from '../support/test-app.ts'
import { type ServiceCall } from './call-service.ts'
import type { Call, JobOrder } from './history.ts'
import { type Agent, askUntilDecided, signed, type World } from './launch-order.ts'

/** A job for a coin costs as much in dollars. */
const BUDGET_USD = 40

/**
 * Orders a job for the coin, has a worker take it and hand in, and accepts it, rejects it or calls it off; many of these twice at once.
 * Ends where the coin has no budget for it.
 */
export async function orderJob(world: World, agent: Agent, mint: string): Promise<void> {
  const { random, history, handIn } = world
  const worker = newPerson()
  const job: JobOrder = { mint, calls: [], id: null, answered: new Set() }
  const ask = async (call: () => ServiceCall, twice = 0): Promise<readonly Call[]> => {
    const one = () => askUntilDecided(world, call, (made) => job.calls.push(made))
    const made = await Promise.all(random.fraction() < twice ? [one(), one()] : [one()])
    const decided = made.filter((answer) => answer !== null)
    for (const { status, body } of decided) if (status! < 300) job.answered.add(body.job.state as string)
    return decided
  }
  const { key, address } = agent
  const owner = (path: string, body: object) => (): ServiceCall => ({
    method: 'POST',
    path: `/api/jobs/${path}`,
    body,
    headers: { 'x-svc-api-key': key },
    address,
  })
  const asWorker = (verb: string, message: (id: string, timestamp: string) => string) => (): ServiceCall => ({
    method: 'POST',
    path: `/api/jobs/${job.id}/${verb}`,
    headers: signedBy(worker, job.id!, message),
    address,
  })
  const made = await ask(orderCall(owner, mint), 0.3)
  const created = made.filter(({ status }) => status === 201)
  if (created.length === 0) {
    if (made.some(({ body }) => body.code !== 'kit_budget_exceeded')) history.found('wrong', `a job for ${mint} was not made`, job.calls)
    return
  }
  job.id = created[0]!.body.job.id as string
  history.jobs.push(job)
  if (created.some(({ body }) => body.job.id !== job.id)) history.found('doubled', `two jobs of one order for ${mint}`, job.calls)
  const cancel = owner(`${job.id}/cancel`, { reason: 'We have it already.' })
  if (random.fraction() < 0.2) return void (await ask(cancel, 0.5))
  await ask(asWorker('claim', claimMessage), 0.3)
  if (random.fraction() < 0.2) {
    await ask(cancel, 0.3)
    return void (await ask(asWorker('release', releaseMessage), 0.3))
  }
  if (!job.answered.has('claimed')) return
  await handIn(job.id)
  const accept = owner(`${job.id}/verify`, { approve: true })
  const reject = owner(`${job.id}/verify`, { approve: false, reason: 'Not what we meant.' })
  const rivals = random.fraction()
  // Of an acceptance and a rejection at once, one wins.
  if (rivals < 0.2) await Promise.all([ask(accept), ask(reject)])
  else await ask(rivals < 0.8 ? accept : reject, 0.5)
}

/** One order, under one key. */
function orderCall(owner: (path: string, body: object) => () => ServiceCall, mint: string): () => ServiceCall {
  const call = owner('coin', { mint, template: 'meme-pack', chainId: 'sim', asset: 'SOL', budget: BUDGET_USD })()
  const headers = { ...call.headers, 'x-idempotency-key': `job-${randomUUID()}` }
  return () => ({ ...call, headers })
}

const signedBy = (person: Person, id: string, message: (id: string, timestamp: string) => string) =>
  signed(person, (timestamp) => message(id, timestamp))
