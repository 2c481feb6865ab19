import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { parseSolanaLauncher } from '../../src/adapters/chains/solana/solana-launcher.ts'
import { createDevnetRail } from '../../src/adapters/escrow/devnet-rail.ts'
import { DEVNET_CHAIN_ID } from '../../src/adapters/escrow/escrow-rails.ts'
import { LEDGER_CHAIN_ID, ledgerRail } from '../../src/adapters/escrow/ledger-rail.ts'
import { DEVNET_GENESIS_HASH } from '../../src/adapters/chains/genesis-hashes.ts'
import { type Lamports, lamports, type JobId, type Wallet } from '../../src/domain/brands.ts'
import { AppError } from '../../src/domain/errors.ts'
import type { SignedTransaction } from '../../src/domain/operation.ts'
import { Secret } from '../../src/lib/secret.ts'
import { ESCROW_RAIL_REFUSALS, type EscrowRail } from '../../src/ports/escrow.ts'
import { startChainServer } from '../chain/support/chain-server.ts'
import { describeChain } from '../chain/support/describe-chain.ts'
import { SOL } from '../chain/support/pump-scene.ts'
import { refusalOf } from '../support/app-error.ts'
import { exactly } from '../support/exact-refusals.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { newPerson } from '../support/test-app.ts'
import { createTestRail } from '../support/test-rail.ts'
import { machineTime } from '../support/machine-time.ts'

/** A rail to be examined, and what the suite needs of the chain below it. */
interface RailHarness {
  readonly rail: EscrowRail
  /** What a wallet was paid by it. */
  paid(wallet: Wallet): Lamports
  /** Lets the chain go on until nothing that was prepared before can land; null where nothing is sent. */
  readonly expireTransactions: (() => void) | null
  /** Takes what the escrow wallet holds; null where none pays. */
  readonly empty: (() => Promise<EscrowRail>) | null
  close(): Promise<void>
}

const PAY = lamports(2_000_000)
const payoutOf = (worker: Wallet, id = 'job_one', amount = PAY, part = 1) => ({ jobId: id as JobId, part, worker, amountAtomic: amount })

/** The suite that every rail must pass. @see ports/escrow.ts */
function railContract(name: string, chainId: string, create: () => Promise<RailHarness>): void {
  describe(`decision "Rails": escrow rail contract: ${name}`, () => {
    let harness: RailHarness
    let rail: EscrowRail
    let worker: Wallet
    beforeEach(async () => {
      harness = await create()
      rail = exactly(harness.rail, ESCROW_RAIL_REFUSALS, 'upstream_unavailable')
      worker = newPerson().wallet
    })
    afterEach(() => harness.close())
    /** The answer, asked for again where the rail was away, as every caller does. */
    const retried = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
      for (let tries = 0; tries < 50; tries += 1) {
        try {
          return await ask()
        } catch (error) {
          if (!(error instanceof AppError && error.code === 'upstream_unavailable')) throw error
        }
      }
      throw new Error('it is away for ever')
    }
    const prepare = (payout: ReturnType<typeof payoutOf>) => retried(() => rail.preparePayout(payout))
    const advance = (prepared: readonly SignedTransaction[]) => retried(() => rail.advance(prepared))
    /** Advances until nothing waits any more. */
    const settle = async (prepared: readonly SignedTransaction[]) => {
      for (let look = 0; look < 12; look += 1) {
        const states = await advance(prepared)
        if (states.every(({ status }) => status !== 'pending')) return states
      }
      throw new Error('it is pending for ever')
    }

    test('says which chain it is, and what it can pay at least', () => {
      expect(rail.chainId).toBe(chainId)
      expect(rail.payoutAtomicMin).toBeGreaterThan(0n)
    })

    test('a payout that is prepared is not sent; the ledger’s own entry has no transaction', async () => {
      const prepared = await prepare(payoutOf(worker))
      expect(prepared.length > 0).toBe(rail.inLedger !== true)
      expect(harness.paid(worker)).toBe(lamports(0))
    })

    test('the least that it says it can pay reaches a wallet that holds nothing, to the lamport', async () => {
      const prepared = await prepare(payoutOf(worker, 'job_least', lamports(rail.payoutAtomicMin)))
      const states = await settle(prepared)
      expect(states.map(({ status }) => status)).toEqual(prepared.map(() => 'landed'))
      expect(harness.paid(worker)).toBe(rail.inLedger ? lamports(0) : lamports(rail.payoutAtomicMin))
    })

    test('the same bytes, sent five times, pay once, and are told the same each time', async () => {
      const prepared = await prepare(payoutOf(worker))
      const first = await settle(prepared)
      for (let round = 0; round < 4; round += 1) expect(await advance(prepared)).toEqual(first)
      expect(harness.paid(worker)).toBe(rail.inLedger ? lamports(0) : PAY)
    })

    test('two payouts of one amount to one worker are two, in one block too', async () => {
      const payouts = await Promise.all([prepare(payoutOf(worker, 'job_one')), prepare(payoutOf(worker, 'job_two'))])
      for (const payout of payouts) await settle(payout)
      expect(harness.paid(worker)).toBe(rail.inLedger ? lamports(0) : lamports(2n * PAY))
    })

    test('each part of a job is a payout of its own, and one that was paid is found as that part alone', async () => {
      const parts = [1, 2, 3]
      const first = await prepare(payoutOf(worker, 'job_one', PAY, 1))
      await settle(first)
      for (const part of [2, 3]) await settle(await prepare(payoutOf(worker, 'job_one', PAY, part)))
      expect(harness.paid(worker)).toBe(rail.inLedger ? lamports(0) : lamports(3n * PAY))
      const again = await Promise.all(parts.map((part) => prepare(payoutOf(worker, 'job_one', PAY, part))))
      expect(again[0]!.map(({ signature }) => signature)).toEqual(first.map(({ signature }) => signature))
      expect(new Set(again.flat().map(({ signature }) => signature)).size).toBe(rail.inLedger ? 0 : 3)
      for (const payout of again) await settle(payout)
      expect(harness.paid(worker)).toBe(rail.inLedger ? lamports(0) : lamports(3n * PAY))
    })

    test('a job that was paid is not paid again by who does not know it: the same transaction is given, and tells that it landed', async () => {
      const first = await prepare(payoutOf(worker))
      const states = await settle(first)
      const again = await prepare(payoutOf(worker))
      expect(again.map(({ signature }) => signature)).toEqual(first.map(({ signature }) => signature))
      expect(await settle(again)).toEqual(states)
      expect(harness.paid(worker)).toBe(rail.inLedger ? lamports(0) : PAY)
    })

    test('nothing to send is nothing to tell', async () => {
      expect(await advance([])).toEqual([])
    })

    test('what was prepared and never sent is dead in its time, and pays nobody', async () => {
      if (!harness.expireTransactions) return
      const prepared = await prepare(payoutOf(worker))
      harness.expireTransactions()
      expect((await settle(prepared)).map(({ status }) => status)).toEqual(['expired'])
      expect(harness.paid(worker)).toBe(lamports(0))
    })

    test('a wallet that holds too little is refused before anything is signed', async () => {
      if (!harness.empty) return
      const poor = exactly(await harness.empty(), ESCROW_RAIL_REFUSALS, 'upstream_unavailable')
      expect((await refusalOf(() => retried(() => poor.preparePayout(payoutOf(worker))))).code).toBe('escrow_balance_too_low')
    })
  })
}

railContract('the ledger', LEDGER_CHAIN_ID, async () => ({
  rail: ledgerRail,
  paid: () => lamports(0),
  expireTransactions: null,
  empty: null,
  close: async () => {},
}))

/** The rail of tests; `isAway` and `isSlow` are its faults. A contract has no bad luck: what is sent lands in the end. */
const ofTests = (isAway: () => boolean, isSlow: () => boolean) => async (): Promise<RailHarness> => {
  const chain = { isAway, fate: () => (isSlow() ? ('pending' as const) : ('landed' as const)) }
  const rail = createTestRail(chain)
  return {
    rail,
    paid: rail.paidTo,
    expireTransactions: rail.expireAll,
    empty: async () => createTestRail({ ...chain, funds: PAY - 1n }),
    close: async () => {},
  }
}
const never = () => false
const random = createSeededRandom(20_261_122)
railContract('of tests', DEVNET_CHAIN_ID, ofTests(never, never))
const oneOf = (count: number) => () => random.below(count) === 0
railContract('of tests, which loses answers and takes its time', DEVNET_CHAIN_ID, ofTests(oneOf(3), oneOf(3)))

describeChain('on a chain', () => {
  railContract('devnet', DEVNET_CHAIN_ID, async () => {
    const server = startChainServer({ genesisHash: DEVNET_GENESIS_HASH })
    const railOf = (funds: bigint) => {
      const payer = newPerson()
      server.chain.airdrop(payer.wallet, funds)
      return createDevnetRail({ time: machineTime, rpcUrl: new Secret(server.url), payer: parseSolanaLauncher(new Secret(payer.secret)) })
    }
    return {
      rail: railOf(SOL),
      paid: (wallet) => lamports(server.chain.svm.getBalance(wallet as never) ?? 0n),
      // A blockhash lives 150 blocks, and a block is final after 32 more.
      expireTransactions: () => server.chain.advanceSlots(150 + 32 + 1),
      empty: async () => railOf(1_000_000n),
      close: () => server.stop(),
    }
  })
})
