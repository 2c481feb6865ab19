import { expect } from 'bun:test'
import { DEVNET_CHAIN_ID } from '../../src/adapters/escrow/escrow-rails.ts'
import type { Caller } from '../../src/domain/api-key.ts'
import { type JobId, type KeyId, usdMicros } from '../../src/domain/brands.ts'
import type { CoinJob, JobState } from '../../src/domain/kit/coin-job.ts'
import { AppError } from '../../src/domain/errors.ts'
import { HOUR_MS } from '../../src/domain/limits.ts'
import { itemOf } from '../../src/domain/kit/kit-items.ts'
import { cancelJob } from '../../src/features/jobs/cancel-job.ts'
import { claimJob } from '../../src/features/jobs/claim-job.ts'
import { createJob } from '../../src/features/jobs/create-job.ts'
import { releaseJob } from '../../src/features/jobs/release-job.ts'
import { submitJob } from '../../src/features/jobs/submit-job.ts'
import { sweepJobs } from '../../src/features/jobs/sweep-jobs.ts'
import { verifyJob } from '../../src/features/jobs/verify-job.ts'
import type { Deps } from '../../src/ports/deps.ts'
import { checkJob, checkSums, paidShares } from './check-jobs.ts'
import { dyingStorage } from './dying-storage.ts'
import type { JobsScene } from './jobs-scene.ts'
import type { SeededRandom } from './seeded-random.ts'
import { stubWeb } from './stub-web.ts'
import { newPerson } from './test-app.ts'

const STEPS_MAX = 12
/** What a job in parts takes more. */
const STEPS_OF_PARTS = 20

/** The chain that the wallet of payouts is on. */
export interface HistoriesChain {
  /** What each transaction that landed paid a worker, by signature. */
  landed(): ReadonlyMap<string, bigint>
  /** Before each step of a history: what happens on the chain and to its node meanwhile. */
  weather?(): Promise<unknown> | void
  /** From now on the node answers. */
  heal?(): void
}

/** So many random histories of jobs, and where they are played. */
export interface JobHistories {
  readonly scene: JobsScene
  readonly chain: HistoriesChain
  readonly random: SeededRandom
  readonly count: number
}

/** In which state each action can do anything; what asks for the same again is allowed and changes nothing. */
const ACTS_ON: Record<string, readonly JobState[]> = {
  claim: ['open'],
  submit: ['claimed'],
  release: ['claimed'],
  approve: ['submitted'],
  check: ['submitted'],
  reject: ['submitted'],
  cancel: ['open', 'claimed'],
}

/** The outside web of these histories: work that is good, about something else, or gone. */
export const historiesWeb = stubWeb({
  get: async (url) => ({
    status: url.endsWith('dead') ? 410 : 200,
    contentType: 'text/html',
    bytes: new TextEncoder().encode(url.endsWith('good') ? 'about $NMFROG' : 'about nothing'),
  }),
})

const callerOf = (keyId: string): Caller => ({
  keyId: keyId as KeyId,
  operator: false,
  ops: false,
  requireApproval: false,
  launchesPerHour: null,
  referral: null,
})

/**
 * Plays the histories to their ends, and holds after each that every transition was legal and its money is where its state says; at the
 * end that what was reserved was paid or given back, and that just the paid jobs were paid on the chain, once. Returns the figures.
 */
export async function playJobHistories(histories: JobHistories) {
  const { scene, chain, random, count } = histories
  const world = await createWorld(histories)
  const ids: JobId[] = []
  for (let history = 0; history < count; history += 1) {
    const id = await world.openJob()
    ids.push(id)
    const { parts } = (await scene.app.deps.storage.jobs.find(id))!
    for (let step = random.below(STEPS_MAX) + (parts > 1 ? STEPS_OF_PARTS : 0); step >= 0; step -= 1) await world.act(id)
    await checkJob(scene, chain.landed, id)
    if (history % 500 === 499) await checkSums(scene, ids)
  }
  chain.heal?.()
  await endAll(scene, count)
  const ends: Partial<Record<JobState, number>> = {}
  const paidOnChain: bigint[] = []
  const partsPaid = [0, 0, 0, 0, 0]
  for (const id of ids) {
    const job = await checkJob(scene, chain.landed, id)
    const shares = paidShares(job)
    ends[job.state] = (ends[job.state] ?? 0) + 1
    if (job.parts > 1) partsPaid[shares.length]! += 1
    if (job.chainId === DEVNET_CHAIN_ID) paidOnChain.push(...shares)
  }
  // Whatever landed on the chain belongs to a paid part, and none has two.
  const inOrder = (amounts: Iterable<bigint>) => [...amounts].map(String).toSorted()
  expect(inOrder(chain.landed().values())).toEqual(inOrder(paidOnChain))
  const { held, reserved, paid, refunded } = await checkSums(scene, ids)
  expect(held).toBe(0n)
  expect(reserved).toBe(paid + refunded)
  expect(Object.keys(ends).toSorted()).toEqual(['paid', 'refunded'])
  expect(ends.paid).toBeGreaterThan(count / 20)
  expect(ends.refunded).toBeGreaterThan(count / 20)
  const paidOnChainAtomic = paidOnChain.reduce((sum, amount) => sum + amount, 0n)
  // Of the jobs in parts some came to their end, and some ended after a paid part.
  if (count >= 300) for (const jobs of partsPaid) expect(jobs).toBeGreaterThan(0)
  return {
    jobs: count,
    ends,
    partsPaid,
    killed: world.killed(),
    paidOnChain: paidOnChain.length,
    paidOnChainAtomic,
    reserved,
    paid,
    refunded,
  }
}

/** Lets deadlines pass, and the clock look after jobs until none is under way. */
async function endAll(scene: JobsScene, roundsMax: number): Promise<void> {
  await scene.app.clock.advance(60 * 24 * HOUR_MS)
  for (let round = 0; round < roundsMax; round += 1) {
    const { outcome } = await scene.run(sweepJobs)
    // Longer than a worker has for the next part.
    await scene.app.clock.advance(8 * 24 * HOUR_MS)
    if (outcome.startsWith('0 deadlines, 0 paid') && (await unfinished(scene)) === 0) break
  }
}

async function createWorld({ scene, random, chain }: JobHistories) {
  const { deps, clock, launcher } = scene.app
  const owner = callerOf((await deps.storage.coins.find(scene.mint))!.keyId)
  let anyone = [launcher.wallet]
  const callers = [owner, owner, owner, callerOf('ak_stranger')]
  const urlSets = ['good', 'good', 'bad', 'dead'].map((end) => [`https://work.example/${end}`])

  const openJob = async (): Promise<JobId> => {
    anyone = [newPerson().wallet, newPerson().wallet, launcher.wallet]
    for (;;) {
      const template = random.pick(['meme-pack', 'website-polish', 'x-upkeep'] as const)
      const order = {
        mint: scene.mint,
        template,
        chainId: random.pick(['sim', DEVNET_CHAIN_ID]),
        budgetUsdMicros: usdMicros(
          itemOf(template).priceUsdMicros + BigInt(random.below(template === 'x-upkeep' ? 60_000_000 : 2_000_000)),
        ),
        postsPerWeek: null,
      }
      const made = await createJob(deps, { caller: owner, payment: null, order, idempotencyKey: null }).catch(
        (error: AppError) => error.code,
      )
      if (typeof made !== 'string') return made.job.id
      expect(['kit_budget_exceeded', 'job_quota_exceeded']).toContain(made)
      await scene.buy(scene.mint, 9)
      await clock.advance(30 * 24 * HOUR_MS)
      await scene.run(sweepJobs)
    }
  }

  /** The part that is under way, mostly. */
  const somePart = async (id: JobId): Promise<number | null> => {
    const { part, parts } = (await deps.storage.jobs.find(id))!
    return random.below(8) > 0 ? part : random.pick([null, ...Array.from({ length: parts }, (_, index) => index + 1)])
  }
  const submit = async (id: JobId, deps: Deps) =>
    submitJob(deps, { id, worker: random.pick(anyone), part: await somePart(id), urls: random.pick(urlSets) })
  const decide = async (id: JobId, deps: Deps, approve: boolean | null, reason: string | null) =>
    verifyJob(deps, { caller: random.pick(callers), id, part: await somePart(id), approve, reason })

  let killed = 0
  const actions: Record<string, (id: JobId, deps?: Deps) => Promise<CoinJob>> = {
    claim: (id, deps = scene.app.deps) => claimJob(deps, { id, worker: random.pick(anyone) }),
    submit: (id, deps = scene.app.deps) => submit(id, deps),
    release: (id, deps = scene.app.deps) => releaseJob(deps, { id, worker: random.pick(anyone) }),
    approve: (id, deps = scene.app.deps) => decide(id, deps, true, null),
    check: (id, deps = scene.app.deps) => decide(id, deps, null, null),
    reject: (id, deps = scene.app.deps) => decide(id, deps, false, 'no'),
    cancel: (id, deps = scene.app.deps) => cancelJob(deps, { caller: random.pick(callers), id, reason: 'no more' }),
  }
  const often = ['claim', 'claim', 'claim', 'submit', 'submit', 'submit', 'approve', 'check', 'reject', 'cancel']
  const names = [...often, ...often, ...often, 'release']

  /** An action, or the clock's look after jobs, in a process that is killed on the way: what it left is as good as any. */
  const beKilled = async (id: JobId): Promise<void> => {
    const { storage, died } = dyingStorage(deps.storage, random.below(12))
    const dying = { ...deps, storage }
    const turn = { dueAtMs: clock.nowMs(), position: null, keepPosition: async () => {}, mayContinue: async () => true }
    const work = random.below(2) ? actions[random.pick(names)]!(id, dying) : sweepJobs(dying, turn)
    await work.catch((error: unknown) => (died() ? null : refusal(error)))
    killed += Number(died())
  }

  /** What the people of this job do next where all goes well. */
  const goOn = async (id: JobId): Promise<unknown> => {
    const { state, worker, part } = (await deps.storage.jobs.find(id))!
    if (state === 'open') return claimJob(deps, { id, worker: anyone[0]! })
    if (state === 'claimed') return submitJob(deps, { id, worker: worker!, part, urls: urlSets[0]! })
    return state === 'submitted' && verifyJob(deps, { caller: owner, id, part, approve: true, reason: null })
  }

  /**
   * One action alone, what goes well, two at once, one that is killed, or time. An action that succeeds in a state it cannot act on must
   * have changed nothing.
   */
  const act = async (id: JobId): Promise<void> => {
    await chain.weather?.()
    const kind = random.below(12)
    if (kind === 0) return void (await clock.advance(random.below(5 * 24) * HOUR_MS))
    if (kind === 1) return void (await scene.run(sweepJobs))
    if (kind === 3) return beKilled(id)
    if (kind < 6) return void (await goOn(id).catch(refusal))
    const name = random.pick(names)
    const tried = (action: string) => actions[action]!(id).catch(refusal)
    if (kind === 2) return void (await Promise.all([tried(name), tried(random.pick(names))]))
    const before = (await deps.storage.jobs.find(id))!
    const answer = await tried(name)
    const after = (await deps.storage.jobs.find(id))!
    if (answer === null || !ACTS_ON[name]!.includes(before.state)) expect(after).toEqual(before)
  }

  return { openJob, act, killed: () => killed }
}

async function unfinished({ app }: JobsScene): Promise<number> {
  const states = ['open', 'claimed', 'submitted', 'verified', 'paying'] as const
  const counts = await Promise.all(
    states.map(async (state) => (await app.deps.storage.jobs.list({ limit: 1, cursor: null }, { state })).rows.length),
  )
  return Math.max(...counts)
}

/** Refusals are part of the play. */
const refusal = (error: unknown) => (error instanceof AppError ? null : Promise.reject(error))
