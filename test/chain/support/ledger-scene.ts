import { expect } from 'bun:test'
import { Keypair } from '@solana/web3.js'
import { type Bps, bps, lamports, type Mint, unixMs } from '../../../src/domain/brands.ts'
import { runBuyback } from '../../../src/features/buyback/run-buyback.ts'
import { keepLedger } from '../../../src/features/ledger/keep-ledger.ts'
import { Secret } from '../../../src/lib/secret.ts'
import type { Deps } from '../../../src/ports/deps.ts'
import type { Storage } from '../../../src/ports/storage/storage.ts'
import { newPerson, type Person } from '../../support/test-app.ts'
import { lamportsOf, SOL } from './pump-scene.ts'
import { createTraders } from './pump-trades.ts'
import { createServiceScene } from './service-scene.ts'

/** A run of the buyback, and what others do to it. */
interface BuybackRun {
  /** What a stranger buys for between its quote and its landing. */
  readonly overtakenBy?: bigint
  readonly slippageBps?: Bps
  /** The storage that the run works with. */
  readonly storage?: Storage
}

/** A service on the real programs whose wallets for cranks and buybacks hold so much each. */
export async function createLedgerScene(fundsLamports = 10n * SOL, env: Readonly<Record<string, string>> = {}) {
  const [payer, buyer] = [newPerson(), newPerson()]
  const scene = await createServiceScene({
    rpcTimeoutMs: 30_000,
    env: {
      CRANK_PAYER_KEY: payer.secret,
      BUYBACK_KEY: buyer.secret,
      BUYBACK_EXECUTE: '1',
      BUYBACK_BURN: '1',
      BUYBACK_PRICE_RISE_BPS: '0',
      ...env,
    },
  })
  for (const { wallet } of [payer, buyer, { wallet: scene.treasury }]) scene.server.chain.airdrop(wallet, fundsLamports)
  let due = 1_795_000_000_000
  const traders = createTraders(scene)
  const buy = (mint: Mint, amountLamports: bigint) => traders.buy(mint, 'legacy', amountLamports)

  return {
    ...scene,
    payer,
    buyer,
    async launch(): Promise<Mint> {
      const launcher = scene.fundedPerson()
      const { status, body } = await scene.post('/api/agent/launch', scene.launchBody(3, launcher), { launcher })
      expect(status).toBe(201)
      return body.mint
    },
    buy,
    /** Reads the ledger, with this storage where one is given. */
    read(storage: Storage = scene.deps.storage) {
      const turn = { dueAtMs: unixMs(due), position: null, keepPosition: async () => {}, mayContinue: async () => true }
      return keepLedger({ ...scene.deps, storage }, turn)
    },
    async buyBack(mint: Mint, { overtakenBy, slippageBps = bps(10), storage = scene.deps.storage }: BuybackRun = {}) {
      const { launchpads } = scene.deps
      const pump = await launchpads.get(launchpads.defaultId)
      const { prepare } = pump.buyback!
      const slow: typeof prepare = async (...order) => {
        const offer = await prepare(...order)
        if (overtakenBy !== undefined) await buy(mint, overtakenBy)
        return offer
      }
      const deps: Deps = {
        ...scene.deps,
        storage,
        policy: { ...scene.deps.policy, buyback: { ...scene.deps.policy.buyback, mints: [{ mint, weight: 1 }], slippageBps } },
        launchpads: { ...launchpads, get: async () => ({ ...pump, buyback: { ...pump.buyback!, prepare: slow } }) },
      }
      return (await runBuyback(deps, { dueAtMs: unixMs((due += 3_600_000)) }))[0]
    },
    async keyOf({ secret }: Person): Promise<Keypair> {
      const pump = await scene.deps.launchpads.get(scene.deps.launchpads.defaultId)
      return Keypair.fromSecretKey(pump.parseLauncher(new Secret(secret)).secret.reveal())
    },
    /** What came to a wallet and left it, by account, from the ledger's rows. */
    async sumsOf({ wallet }: Person): Promise<ReadonlyMap<string, { readonly in: bigint; readonly out: bigint }>> {
      const sums = new Map<string, { in: bigint; out: bigint }>()
      for (const { account, inAtomic, outAtomic } of await scene.deps.storage.ledger.listDays({ wallet })) {
        const before = sums.get(account) ?? { in: 0n, out: 0n }
        sums.set(account, { in: before.in + inAtomic, out: before.out + outAtomic })
      }
      return sums
    },
    /** Holds that each wallet's rows add up to what is booked, and that this is what the chain says that it holds. */
    async expectBooksAgree() {
      for (const { wallet } of [payer, buyer]) {
        const held = lamports(lamportsOf(scene.server, wallet))
        const days = await scene.deps.storage.ledger.listDays({ wallet })
        const sum = days.reduce((total, { inAtomic, outAtomic }) => total + inAtomic - outAtomic, 0n)
        const state = (await scene.deps.storage.ledger.listWallets()).find((one) => one.wallet === wallet)!
        expect([sum, state.inAtomic - state.outAtomic, state.heldAtomic]).toEqual([held, held, held])
      }
    },
  }
}

/** What createLedgerScene makes. */
export type LedgerScene = Awaited<ReturnType<typeof createLedgerScene>>
