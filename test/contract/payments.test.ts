import { expect, setDefaultTimeout, test } from 'bun:test'
import { parseEvmLauncher } from '../../src/adapters/chains/evm/evm-launcher.ts'
import { createPayments, type PaymentOptions } from '../../src/adapters/payments/payments.ts'
import { memoryStorage } from '../support/memory-storage.ts'
import { createSystemClock } from '../../src/adapters/system-clock.ts'
import { policyOf } from '../../src/config/policy.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { unixMs, wei } from '../../src/domain/brands.ts'
import { AppError } from '../../src/domain/errors.ts'
import type { Authorization } from '../../src/domain/payments/payment.ts'
import { createGasBudget } from '../../src/features/budgets/gas-budget.ts'
import { Secret } from '../../src/lib/secret.ts'
import { type BaseNode, describeOnBase, FACILITATOR_KEY, startBaseNode } from '../payments/support/base-node.ts'
import { describeChain } from '../chain/support/describe-chain.ts'
import { readSolanaTransfer } from '../../src/domain/payments/solana-transfer.ts'
import { startSolanaScene } from '../payments/support/solana-scene.ts'
import { newEvmPayer } from '../payments/support/evm-payer.ts'
import { startFacilitator } from '../payments/support/facilitator-server.ts'
import type { Signer } from '../../src/ports/signer.ts'
import type { SpendingRepo } from '../../src/ports/storage/money/spending.ts'
import { createCountedIds } from '../support/counted-ids.ts'
import { type PaymentsHarness, paymentsContract } from './payments.ts'
import { createPaymentBank, PAY_TO, PRICE } from '../support/payment-bank.ts'
import { machineTime } from '../support/machine-time.ts'

setDefaultTimeout(180_000)

const ON_BASE = {
  forged: (good: Authorization): Authorization => ({ ...good, signature: `0x${'11'.repeat(64)}1b` }),
  expire: () => {},
  transactionId: /^0x[0-9a-f]{64}$/,
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
  paymentsContract('a facilitator by its URL', () => onNode((url) => ({ urls: [url] })))
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
        facilitator: { urls: [new Secret(facilitatorUrl)] },
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
