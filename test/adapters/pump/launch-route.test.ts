import { describe, expect, test } from 'bun:test'
import { AddressLookupTableAccount, PublicKey } from '@solana/web3.js'
import type { ChainView } from '../../../src/adapters/launchpads/pump/transactions/chain-view.ts'
import { launchCost } from '../../../src/adapters/launchpads/pump/launch/launch-cost.ts'
import { launchParts } from '../../../src/adapters/launchpads/pump/launch/launch-parts.ts'
import { chooseRoute, type LaunchRoute } from '../../../src/adapters/launchpads/pump/launch/launch-route.ts'
import { bps, type Lamports, lamports, microLamports, tokenMicros, type Wallet } from '../../../src/domain/brands.ts'
import { LOCK_PATHS, type LockPath } from '../../../src/domain/lock-path.ts'
import { toBase58 } from '../../../src/lib/bytes.ts'
import type { CoinPlan } from '../../../src/ports/launchpad/coin.ts'
import { expectRefusal } from '../../support/app-error.ts'
import { newKeyPair } from '../../support/new-key-pair.ts'

const SOL = 1_000_000_000n
const EMPTY_RENT = lamports(650_240)
const BYTES_MAX = { 0: 1_232, 1: 4_096 }

const freshKey = (): PublicKey => new PublicKey(newKeyPair().publicKey)

interface Weather {
  takesV1?: boolean
  table?: AddressLookupTableAccount | null
}

/** What the chain would have said, from pump's values of November 2026. */
function viewOf({ takesV1 = false, table = null }: Weather = {}): ChainView {
  const terms = {
    virtualTokenMicros: tokenMicros(1_073_000_000_000_000n),
    virtualLamports: lamports(30n * SOL),
    protocolFeeBps: bps(95),
    creatorFeeBps: bps(30),
    feeRecipients: [freshKey()],
    buybackRecipients: [freshKey()],
  }
  return {
    blockhash: { blockhash: freshKey().toBase58(), lastValidBlockHeight: 1_000, slot: 500 },
    finalSlot: 468,
    unitPriceMicroLamports: microLamports(10_000),
    emptyRentLamports: EMPTY_RENT,
    takesV1,
    table,
    launchTerms: () => terms,
    accounts: [],
  }
}

function planOf(
  shareholders: number,
  options: { buy?: bigint; uriBytes?: number; atomicRequired?: boolean; name?: string } = {},
): CoinPlan {
  const { buy = 0n, uriBytes = 80, atomicRequired = false, name = 'A Coin To Measure' } = options
  return {
    name,
    ticker: 'MEASUR',
    metadataUri: 'u'.repeat(uriBytes),
    initialBuyAtomic: lamports(buy),
    shareholders: Array.from({ length: shareholders }, (_, index) => ({
      wallet: toBase58(newKeyPair().publicKey) as Wallet,
      bps: bps(index === 0 ? 10_000 - 500 * (shareholders - 1) : 500),
    })),
    atomicRequired,
  }
}

async function routeOf(
  plan: CoinPlan,
  view: ChainView,
  options: { tip?: Lamports; allowed?: readonly LockPath[] } = {},
): Promise<LaunchRoute> {
  const [mint, payer] = [freshKey(), freshKey()]
  const parts = await launchParts(plan, mint, payer, view)
  const { atomicRequired } = plan
  return chooseRoute({ mint, payer, parts, view, tipLamports: options.tip ?? null, atomicRequired, allowed: options.allowed ?? LOCK_PATHS })
}

/** A table with everything that two launches under the same terms share. */
async function tableFor(view: ChainView): Promise<AddressLookupTableAccount> {
  const sample = async () => {
    const { create, lock, buy } = await launchParts(planOf(1, { buy: SOL }), freshKey(), freshKey(), view)
    return [...create, ...lock, ...buy].flatMap(({ keys }) => keys.map(({ pubkey }) => pubkey.toBase58()))
  }
  const other = new Set(await sample())
  const addresses = [...new Set(await sample())].filter((key) => other.has(key)).map((key) => new PublicKey(key))
  const state = { deactivationSlot: 2n ** 64n - 1n, lastExtendedSlot: 1, lastExtendedSlotStartIndex: 0, addresses }
  return new AddressLookupTableAccount({ key: freshKey(), state })
}

describe('the ladder is climbed by measure', () => {
  test.each([
    ['v1 with ten shareholders and a buy', { v1: true, table: false, count: 10, buy: SOL }, 'atomic-v1', 1],
    ['v1 before the table', { v1: true, table: true, count: 3, buy: 0n }, 'atomic-v1', 1],
    ['v0 with the table, three shareholders', { v1: false, table: true, count: 3, buy: 0n }, 'atomic-v0', 1],
    ['v0 with the table, nine shareholders', { v1: false, table: true, count: 9, buy: 0n }, 'atomic-v0', 1],
    ['v0 with the table, ten shareholders: its own table as well', { v1: false, table: true, count: 10, buy: 0n }, 'atomic-v0', 2],
    ['v0 with no table, three shareholders: its own table', { v1: false, table: false, count: 3, buy: 0n }, 'atomic-v0', 2],
    ['v0 with no table, ten shareholders and a buy: its own table', { v1: false, table: false, count: 10, buy: SOL }, 'atomic-v0', 2],
  ] as const)('rules 10.15: the first path that fits is taken: %s', async (_case, { v1, table, count, buy }, path, transactions) => {
    const base = viewOf({ takesV1: v1 })
    const view = table ? { ...base, table: await tableFor(base) } : base
    const route = await routeOf(planOf(count, { buy }), view)
    expect(route.lockPath).toBe(path)
    expect(route.transactions).toHaveLength(transactions)
  })

  test.each([true, false])(
    'rules 10.15: the largest plan there is fits an atomic path (v1: %p), and no transaction is too large',
    async (takesV1) => {
      const plan = planOf(10, { buy: SOL, uriBytes: 200, name: 'N'.repeat(32), atomicRequired: true })
      const route = await routeOf(plan, viewOf({ takesV1 }))
      expect(route.lockPath).toBe(takesV1 ? 'atomic-v1' : 'atomic-v0')
      for (const { draft } of route.transactions) expect(draft.wireBytes).toBeLessThanOrEqual(BYTES_MAX[draft.version])
    },
  )

  test('rules 10.15: create, lock and buy share one transaction on an atomic path, in this order', async () => {
    const { transactions } = await routeOf(planOf(10, { buy: SOL }), viewOf())
    expect(transactions.map(({ steps }) => steps)).toEqual([['lookup-table'], ['create', 'lock', 'buy']])
  })

  test('rules 10.15: a bundle only where a block engine is set; its last transaction pays the tip; all carry its name', async () => {
    const allowed: LockPath[] = ['jito-bundle', 'sequential']
    const { lockPath, transactions, tipLamports } = await routeOf(planOf(10, { buy: SOL }), viewOf(), { tip: lamports(1_000_000), allowed })
    expect(lockPath).toBe('jito-bundle')
    expect(tipLamports).toBe(lamports(1_000_000))
    expect(transactions.at(-1)!.steps).toContain('transfer')
    expect(new Set(transactions.map(({ bundle }) => bundle)).size).toBe(1)
    expect(transactions.length).toBeLessThanOrEqual(5)
    expect((await routeOf(planOf(10), viewOf(), { allowed })).lockPath).toBe('sequential')
  })

  test('rules 10.15: atomicRequired refuses the last rung, whatever stands above it', async () => {
    const plan = planOf(5, { atomicRequired: true })
    await expectRefusal('atomic_not_possible', routeOf(plan, viewOf(), { allowed: ['sequential'] }))
    expect((await routeOf(plan, viewOf(), { allowed: ['jito-bundle', 'sequential'], tip: lamports(1_000) })).lockPath).toBe('jito-bundle')
  })

  test('rules 10.15: no shareholders: open, and in one transaction where that fits', async () => {
    expect(await routeOf(planOf(0), viewOf())).toMatchObject({ lockPath: 'holder-kol-open', transactions: [{ steps: ['create'] }] })
    expect(await routeOf(planOf(0, { buy: SOL }), viewOf({ takesV1: true }))).toMatchObject({
      transactions: [{ steps: ['create', 'buy'] }],
    })
  })
})

describe('rules 2.4: the cost of a route', () => {
  test('is the sum of its items; the table of its own, the tip and the buy are among them', async () => {
    const plan = planOf(10, { buy: SOL })
    const costOf = (route: LaunchRoute, hasVolumeAccount = false) =>
      launchCost({ plan, route, emptyRentLamports: EMPTY_RENT, hasVolumeAccount })
    const atomic = costOf(await routeOf(plan, viewOf()))
    expect(atomic.items.reduce((sum, item) => sum + item.amountAtomic, 0n)).toBe(atomic.totalAtomic)
    expect(atomic.items.find(({ what }) => what.includes('lookup table'))!.amountAtomic).toBeGreaterThan(EMPTY_RENT)
    expect(atomic.items.find(({ what }) => what.startsWith('first buy'))!.amountAtomic as bigint).toBe(SOL)
    const bundle = costOf(await routeOf(plan, viewOf(), { tip: lamports(1_000_000), allowed: ['jito-bundle'] }))
    expect(bundle.items.find(({ what }) => what.includes('tip'))!.amountAtomic as bigint).toBe(1_000_000n)
    const again = costOf(await routeOf(plan, viewOf()), true)
    expect(again.items.some(({ what }) => what.includes('volume'))).toBe(false)
  })

  test('follows the rent of the chain', async () => {
    const plan = planOf(3)
    const route = await routeOf(plan, viewOf({ takesV1: true }))
    const at = (times: bigint) =>
      launchCost({ plan, route, emptyRentLamports: lamports(EMPTY_RENT * times), hasVolumeAccount: true }).totalAtomic
    expect(at(2n) - at(1n)).toBe(at(3n) - at(2n))
  })
})
