import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { parseEvmLauncher } from '../../src/adapters/chains/evm/evm-launcher.ts'
import { createPayments, type PaymentOptions } from '../../src/adapters/payments/payments.ts'
import { memoryStorage } from '../support/memory-storage.ts'
import { createSystemClock } from '../../src/adapters/system-clock.ts'
import { policyOf } from '../../src/config/policy.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { unixMs, usdMicros, wei } from '../../src/domain/brands.ts'
import { AppError } from '../../src/domain/errors.ts'
import { HOUR_MS } from '../../src/domain/limits.ts'
import { type Authorization, networkOf } from '../../src/domain/payments/payment.ts'
import { createGasBudget } from '../../src/features/budgets/gas-budget.ts'
import { Secret } from '../../src/lib/secret.ts'
import { type Payments, PAYMENTS_REFUSALS } from '../../src/ports/payments.ts'
import { type BaseNode, describeOnBase, FACILITATOR_KEY, startBaseNode } from '../payments/support/base-node.ts'
import { describeChain } from '../chain/support/describe-chain.ts'
import { readSolanaTransfer } from '../../src/domain/payments/solana-transfer.ts'
import { startSolanaScene } from '../payments/support/solana-scene.ts'
import { newEvmPayer } from '../payments/support/evm-payer.ts'
import { startFacilitator } from '../payments/support/facilitator-server.ts'
import type { Signer } from '../../src/ports/signer.ts'
import type { SpendingRepo } from '../../src/ports/storage/spending.ts'
import { createCountedIds } from '../support/counted-ids.ts'
import { refusalOf } from '../support/app-error.ts'
import { exactly } from '../support/exact-refusals.ts'
import { createPaymentBank, PAY_TO, PRICE } from '../support/payment-bank.ts'
import { machineTime } from '../support/machine-time.ts'

setDefaultTimeout(180_000)

/** A way to take payments, and what the suite needs of the token below it. Shared by all tests of a run. */
interface PaymentsHarness {
  readonly payments: Payments
  /** A payer that holds so much, and signs. */
  newPayer(balance?: bigint): Promise<{ sign(amount: bigint, changes?: Partial<Authorization>): Promise<Authorization> }>
  /** What a payer has paid, so far. */
  paidBy(payer: string): Promise<bigint>
  /** The payment with a signature that nobody made. */
  forged(good: Authorization): Authorization
  /** Lets so much time pass on the chain that what was signed before has expired there. */
  expire(): void
  /** The form of a transaction's id. */
  readonly transactionId: RegExp
  /** The same with another side that nobody reaches. */
  readonly dark: Payments
  close(): Promise<void>
}

const sinceMs = () => unixMs(machineTime.clock.machineMs() - HOUR_MS)
const inQuestion = (authorization: Authorization) => ({
  ...authorization,
  ...networkOf(authorization),
  validBeforeMs: unixMs(authorization.validBeforeSec * 1_000),
})
const ON_BASE = {
  forged: (good: Authorization): Authorization => ({ ...good, signature: `0x${'11'.repeat(64)}1b` }),
  expire: () => {},
  transactionId: /^0x[0-9a-f]{64}$/,
}

/** The suite that every way to take payments must pass. @see ports/payments.ts */
function paymentsContract(name: string, create: () => Promise<PaymentsHarness>): void {
  describe(`decision "A paid call is charged when it succeeds": payments contract: ${name}`, () => {
    let harness: PaymentsHarness
    let payments: Payments
    beforeAll(async () => {
      harness = await create()
      payments = exactly(harness.payments, PAYMENTS_REFUSALS)
    }, 180_000)
    afterAll(() => harness.close())

    test('a payment that is checked moves nothing; settled, it was paid to the last unit, and the chain tells which transaction it was', async () => {
      const payer = await harness.newPayer()
      const payment = await payer.sign(PRICE.dryRun)
      expect(await payments.verify(payment)).toBeNull()
      expect([await payments.lookUp(inQuestion(payment), sinceMs()), await harness.paidBy(payment.payer)]).toEqual([{ state: 'open' }, 0n])
      const settled = await payments.settle(payment)
      if (settled.outcome !== 'settled') throw new Error(`it is ${JSON.stringify(settled)}`)
      expect(settled.transaction).toMatch(harness.transactionId)
      expect(await harness.paidBy(payment.payer)).toBe(PRICE.dryRun)
      expect(await payments.lookUp(inQuestion(payment), sinceMs())).toMatchObject({ state: 'used', transaction: settled.transaction })
    })

    test('one payment, settled many times over, at once and later, is paid once; none but the true one is told as settled', async () => {
      const payer = await harness.newPayer()
      const payment = await payer.sign(PRICE.dryRun)
      const outcomes = [...(await Promise.all([payments.settle(payment), payments.settle(payment)])), await payments.settle(payment)]
      expect(await harness.paidBy(payment.payer)).toBe(PRICE.dryRun)
      const found = await payments.lookUp(inQuestion(payment), sinceMs())
      if (found.state !== 'used') throw new Error(`it is ${found.state}`)
      for (const outcome of outcomes) if (outcome.outcome === 'settled') expect(outcome.transaction).toBe(found.transaction)
      expect(await payments.verify(payment)).not.toBeNull()
    })

    test.each([
      ['signed for another amount', (good: Authorization): Authorization => ({ ...good, amountUsdMicros: usdMicros(1n) })],
      ['signed by nobody', (good: Authorization) => harness.forged(good)],
    ])('a payment that is %s is refused with a word, and moves nothing', async (_what, spoilt) => {
      const payer = await harness.newPayer()
      const good = await payer.sign(PRICE.dryRun)
      const bad = spoilt(good)
      expect(await payments.verify(bad)).toMatch(/^[a-z0-9_]+$/i)
      expect((await payments.settle(bad)).outcome).not.toBe('settled')
      expect(await harness.paidBy(good.payer)).toBe(0n)
      expect(await payments.lookUp(inQuestion(good), sinceMs())).toEqual({ state: 'open' })
    })

    test('more than the payer holds is refused, and moves nothing', async () => {
      const payer = await harness.newPayer(PRICE.dryRun - 1n)
      const payment = await payer.sign(PRICE.dryRun)
      expect(await payments.verify(payment)).toMatch(/^[a-z0-9_]+$/i)
      expect((await payments.settle(payment)).outcome).not.toBe('settled')
      expect(await harness.paidBy(payment.payer)).toBe(0n)
    })

    test('one whose time is over and that was not paid has lapsed', async () => {
      const payer = await harness.newPayer()
      const payment = await payer.sign(PRICE.dryRun)
      harness.expire()
      const over = { ...inQuestion(payment), validBeforeMs: unixMs(machineTime.clock.machineMs() - HOUR_MS) }
      expect(await payments.lookUp(over, sinceMs())).toEqual({ state: 'lapsed' })
    })

    test('nobody is there: a check is unavailable and no verdict, a settlement is unknown and never throws, and nothing moves', async () => {
      const dark = exactly(harness.dark, PAYMENTS_REFUSALS)
      const payer = await harness.newPayer()
      const payment = await payer.sign(PRICE.dryRun)
      expect((await refusalOf(() => dark.verify(payment))).code).toBe('payment_unavailable')
      expect(await dark.settle(payment)).toEqual({ outcome: 'unknown' })
      expect((await refusalOf(() => dark.lookUp(inQuestion(payment), sinceMs()))).code).toBe('payment_unavailable')
      expect(await harness.paidBy(payment.payer)).toBe(0n)
    })
  })
}

paymentsContract('the bank of tests', async () => {
  const bank = createPaymentBank()
  const away = createPaymentBank()
  const unavailable = () => Promise.reject(new AppError('payment_unavailable'))
  away.faults = { verify: unavailable, lookUp: unavailable, settle: async () => ({ outcome: 'unknown' }) }
  return {
    ...ON_BASE,
    payments: bank,
    async newPayer(balance) {
      const payer = bank.newPayer(balance)
      return { sign: async (amount, changes) => payer.sign(amount, changes) }
    },
    paidBy: async (payer) => bank.transfers.reduce((sum, paid) => (paid.payer === payer ? sum + paid.amount : sum), 0n),
    dark: away,
    close: async () => {},
  }
})

/** A day of it is enough for everything. */
const DAILY_WEI = 10n ** 18n
const NOBODY = 'http://127.0.0.1:9'

describeOnBase('on an EVM node', () => {
  const onNode = async (
    facilitatorOf: (url: Secret<string>) => PaymentOptions['facilitator'],
  ): Promise<PaymentsHarness & { readonly spending: SpendingRepo }> => {
    const node: BaseNode = await startBaseNode()
    const facilitator = startFacilitator(node.url)
    const storage = await memoryStorage()
    const policy = { ...policyOf(readConfig({})), facilitatorDailyWei: wei(DAILY_WEI) }
    const gasBudget = createGasBudget({ storage, policy, clock: createSystemClock(), ids: createCountedIds() })
    const open = (rpcUrl: string, facilitatorUrl: string) =>
      createPayments({
        payTo: PAY_TO,
        solana: null,
        time: machineTime,
        facilitator: facilitatorOf(new Secret(facilitatorUrl)),
        gasBudget,
        rpcUrl: new Secret(rpcUrl),
      })
    return {
      ...ON_BASE,
      spending: storage.spending,
      payments: open(node.url, facilitator.url),
      newPayer: (balance) => newEvmPayer(node, balance),
      paidBy: async (payer) =>
        (await node.paymentsTo(PAY_TO)).reduce(
          (sum, { from, value }) => (from.toLowerCase() === payer.toLowerCase() ? sum + value : sum),
          0n,
        ),
      dark: open(NOBODY, NOBODY),
      async close() {
        facilitator.stop()
        await node.stop()
        await storage.close()
      },
    }
  }
  paymentsContract('a facilitator by its URL', () => onNode((url) => ({ url })))
  test('decision "A paid call is charged when it succeeds": a facilitator whose signer is away sends nothing and spends no gas, and settles the same payment once it is back', async () => {
    const { wallet, sign } = parseEvmLauncher(new Secret<string>(FACILITATOR_KEY))
    let away = true
    const signer: Signer = {
      wallet,
      sign: (hash) => (away ? Promise.reject(new AppError('upstream_unavailable', { upstream: 'the signer' })) : sign(hash)),
    }
    const { payments, newPayer, paidBy, spending, close } = await onNode(() => ({ signer }))
    const payment = await (await newPayer()).sign(PRICE.dryRun)
    const spent = () => spending.spent('facilitator', unixMs(0))
    const before = await spent()
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect(await payments.settle(payment)).toEqual({ outcome: 'refused', reason: 'signer_unavailable', final: false })
    expect([await spent(), await paidBy(payment.payer)]).toEqual([before, 0n])
    away = false
    expect(await payments.settle(payment)).toMatchObject({ outcome: 'settled' })
    expect(await paidBy(payment.payer)).toBe(PRICE.dryRun)
    await close()
  }, 180_000)

  paymentsContract('the facilitator in the process', () =>
    onNode(() => ({ signer: parseEvmLauncher(new Secret<string>(FACILITATOR_KEY)) })),
  )
})

describeChain('on a Solana node', () => {
  paymentsContract('a facilitator by its URL', async () => {
    const scene = await startSolanaScene()
    const storage = await memoryStorage()
    const gasBudget = createGasBudget({ storage, policy: policyOf(readConfig({})), clock: createSystemClock(), ids: createCountedIds() })
    const open = (nodeUrl: string, facilitatorUrl: string) =>
      createPayments({
        payTo: PAY_TO,
        solana: { payTo: scene.payee.wallet, account: scene.payeeAccount, rpcUrls: [new Secret(nodeUrl)] },
        time: machineTime,
        facilitator: { url: new Secret(facilitatorUrl) },
        gasBudget,
        rpcUrl: new Secret(NOBODY),
      })
    const begun = new Map<string, bigint>()
    return {
      payments: open(scene.node.url, scene.facilitator.url),
      async newPayer(balance = 1_000_000_000n) {
        const payer = await scene.newPayer(balance)
        begun.set(payer.wallet, balance)
        return {
          sign: async (amount) =>
            readSolanaTransfer(await scene.draft({ payer, amount }), Math.ceil(machineTime.clock.machineMs() / 1_000) + 300),
        }
      },
      paidBy: async (payer) => begun.get(payer)! - scene.held(payer),
      forged(good) {
        const bytes = Buffer.from(good.solana!.transaction, 'base64')
        // The fee payer's signature is before the payer's.
        bytes[70] = bytes[70]! ^ 1
        return { ...good, solana: { ...good.solana!, transaction: bytes.toString('base64') } }
      },
      expire: () => scene.chain.advanceSlots(151),
      transactionId: /^[1-9A-HJ-NP-Za-km-z]{86,88}$/,
      dark: open(NOBODY, NOBODY),
      async close() {
        await scene.stop()
        await storage.close()
      },
    }
  })
})
