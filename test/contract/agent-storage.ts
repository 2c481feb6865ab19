import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { atomicUnits, type JobId, type KeyId, lamports, type Mint, type Signature, type Wallet } from '../../src/domain/brands.ts'
import type { Coin, Remit } from '../../src/domain/coin.ts'
import { keyName } from '../../src/domain/keys/key-name.ts'
import { byCurrency, CURRENCIES } from '../../src/domain/money/currency.ts'
import type { AgentFacts, LaunchedBy } from '../../src/ports/storage/agents.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { createSeededRandom, type SeededRandom } from '../support/seeded-random.ts'
import { at, coinLock, coinRow, jobRow, keyRow, remitRow } from '../support/storage-rows.ts'

const HISTORIES = 6
const STEPS = 60
const DONE = ['claimed', 'submitted', 'verified', 'paying', 'paid'] as const

/** What happened, as lists that are counted anew for each figure. */
interface History {
  readonly coins: Map<Mint, Pick<Coin, 'mint' | 'keyId' | 'launcher'> & { locked: boolean; redirected: boolean }>
  readonly remits: Map<string, Remit>
  readonly jobs: { readonly mint: Mint; readonly worker: Wallet; readonly paid: boolean }[]
}

/** The figures of an agent by reading all that happened. */
function recount({ coins, remits, jobs }: History, by: LaunchedBy): AgentFacts {
  const own = [...coins.values()].filter((coin) => ('keyId' in by ? coin.keyId === by.keyId : coin.launcher === by.launcher))
  const ownMints = new Map(own.map((coin) => [coin.mint, coin]))
  const paid = [...remits.values()].filter(({ mint, wallet }) => ownMints.has(mint) && ownMints.get(mint)!.launcher !== wallet)
  return {
    launched: own.length,
    locked: own.filter(({ locked, redirected }) => locked && !redirected).length,
    redirected: own.filter(({ redirected }) => redirected).length,
    paidToOthers: byCurrency((currency) =>
      atomicUnits(paid.reduce((sum, remit) => (remit.currency === currency ? sum + remit.amountAtomic : sum), 0n)),
    ),
    payments: paid.length,
    jobs: {
      paid: jobs.filter((job) => job.paid && ownMints.has(job.mint)).length,
      done: 'keyId' in by ? 0 : jobs.filter((job) => job.paid && job.worker === by.launcher).length,
    },
  }
}

/** What agents did, over every storage. */
export function agentContract(name: string, fresh: () => Promise<Storage>): void {
  describe(`decision "Records of agents": storage contract, agents: ${name}`, () => {
    let storage: Storage
    beforeAll(async () => {
      storage = await fresh()
    })
    afterAll(() => storage.close())

    test('a key is found by its public name, revoked or rotated too; by its id or another text nobody is', async () => {
      const key = keyRow('ak_named')
      await storage.keys.insert(key, { hash: 'named', claimAddress: null, claimSite: null })
      expect(await storage.agents.findKey(keyName(key.id))).toBe(key.id)
      await storage.keys.rotate(key, { hash: 'other', keep: null })
      await storage.keys.revoke(key.id)
      expect(await storage.agents.findKey(keyName(key.id))).toBe(key.id)
      for (const text of [key.id, key.fingerprint, 'named', '', "' OR 1=1 --"]) expect(await storage.agents.findKey(text)).toBeNull()
    })

    test('an agent that launched nothing has zeros', async () => {
      const zeros = recount({ coins: new Map(), remits: new Map(), jobs: [] }, { keyId: 'x' as KeyId })
      for (const by of [{ launcher: 'nobody' as Wallet }, { keyId: 'nobody' as KeyId }])
        expect(await storage.agents.facts(by)).toEqual(zeros)
    })

    test('after any history the figures of each key and each wallet are what a plain count of it gives', async () => {
      for (let seed = 0; seed < HISTORIES; seed += 1) {
        const random = createSeededRandom(seed)
        const keys = ['one', 'two', 'payer'].map((text) => `${text}${seed}` as KeyId)
        const wallets = ['anna', 'bert', 'carl'].map((text) => `${text}${seed}` as Wallet)
        const history: History = { coins: new Map(), remits: new Map(), jobs: [] }
        for (let step = 0; step < STEPS; step += 1) await happen(storage, history, { random, keys, wallets, name: `${seed}-${step}` })
        const agents: LaunchedBy[] = [...keys.map((keyId) => ({ keyId })), ...wallets.map((launcher) => ({ launcher }))]
        for (const by of agents) expect([seed, by, await storage.agents.facts(by)]).toEqual([seed, by, recount(history, by)])
      }
    })
  })
}

interface Step {
  readonly random: SeededRandom
  readonly keys: readonly KeyId[]
  readonly wallets: readonly Wallet[]
  readonly name: string
}

/** One thing of those that change what is counted, in the storage and in the history. */
async function happen(storage: Storage, history: History, step: Step): Promise<void> {
  const { random } = step
  const coin = history.coins.size > 0 ? random.pick([...history.coins.values()]) : null
  const chance = random.below(10)
  if (coin === null || chance < 3) return launch(storage, history, step)
  if (chance === 3) {
    if (coin.locked) return
    expect(await storage.coins.lock(coin.mint, coinLock(`lock-${step.name}`))).not.toBeNull()
    coin.locked = true
  } else if (chance === 4) {
    const redirected = await storage.coinPasses.redirect(coin.mint, { atMs: at(9), to: 'its holders' })
    expect(redirected !== null).toBe(coin.locked && !coin.redirected)
    coin.redirected ||= coin.locked
  } else if (chance === 5) await doJob(storage, history, step, coin)
  else await pay(storage, history, step)
}

async function launch(storage: Storage, { coins }: History, { random, keys, wallets, name }: Step): Promise<void> {
  const locked = random.below(3) > 0
  const coin = { mint: `mint-${name}` as Mint, keyId: random.pick(keys), launcher: random.pick(wallets) }
  const row = coinRow(coin.mint, { ...coin, feeShareLocked: locked, launchedAtMs: at(random.below(5)) })
  expect(await storage.coins.insert(row)).toBe(true)
  expect(await storage.coins.insert({ ...row, launcher: random.pick(wallets) })).toBe(false)
  coins.set(coin.mint, { ...coin, locked, redirected: false })
}

/** Payments of several coins at once, some of which were stored before; or ones that are undone. */
async function pay(storage: Storage, { coins, remits }: History, { random, wallets, name }: Step): Promise<void> {
  const mints = [...coins.keys(), 'of nobody here' as Mint]
  const made = Array.from({ length: 1 + random.below(5) }, (_, index) =>
    remitRow(`${name}-${index}`, {
      mint: random.pick(mints),
      wallet: random.pick([...wallets, 'treasury' as Wallet]),
      currency: random.pick(CURRENCIES),
      amountAtomic: lamports(BigInt(random.below(1_000)) * 10n ** BigInt(random.below(24))),
      signature: `sig-${name}-${index}` as Signature,
    }),
  )
  const again = remits.size > 0 ? [{ ...random.pick([...remits.values()]), id: `again-${name}` }] : []
  if (random.below(5) === 0) {
    const undone = storage.transaction(async (tx) => {
      await tx.remits.insert(made)
      throw new Error('undone')
    })
    return expect(undone).rejects.toThrow('undone')
  }
  await Promise.all([
    storage.remits.insert([...made, ...again]),
    storage.remits.insert(made.map((remit) => ({ ...remit, id: `${remit.id}-too` }))),
  ])
  for (const remit of made) remits.set(remit.id, remit)
}

async function doJob(
  storage: Storage,
  { jobs }: History,
  { random, wallets, name }: Step,
  { mint, keyId }: Pick<Coin, 'mint' | 'keyId'>,
): Promise<void> {
  const id = `job-${name}` as JobId
  const worker = random.pick(wallets)
  await storage.jobs.insert(jobRow(id, { mint, keyId }), lamports(1_000_000))
  const steps = DONE.slice(0, random.pick([1, 3, DONE.length]))
  for (const [index, to] of steps.entries()) {
    const from = [index === 0 ? 'open' : DONE[index - 1]!] as const
    expect(await storage.jobs.move(id, { from, to, actor: 'clock', atMs: at(1), worker })).not.toBeNull()
  }
  jobs.push({ mint, worker, paid: steps.length === DONE.length })
}
