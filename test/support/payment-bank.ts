import { unixMs, usdMicros } from '../../src/domain/brands.ts'
import { AppError } from '../../src/domain/errors.ts'
import { type Authorization, PAYMENT_NETWORK } from '../../src/domain/payments/payment.ts'
import { requirementsOf } from '../../src/domain/payments/payment-requirements.ts'
import type { SoldResource } from '../../src/domain/payments/sold-resource.ts'
import { sha256Hex } from '../../src/lib/bytes.ts'
import type { AuthorizationState, Payments, Settlement } from '../../src/ports/payments.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestAppOptions } from './test-deps.ts'

export const PAY_TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** A payer with a balance at the bank. */
export interface Payer {
  readonly address: string
  /** A payment for an amount; changes replace what is signed, `signature` what is not. */
  sign(amount: bigint, changes?: Partial<Authorization>): Authorization
  /** The same as header of version 2 (or 1), ready to send. */
  pay(amount: bigint, changes?: Partial<Authorization>): Record<string, string>
}

/** A facilitator and the token it settles on, in memory: it takes an authorization once, and does as badly as it is told. */
export interface PaymentBank extends Payments {
  /** Transfers that happened, in order. */
  readonly transfers: { payer: string; amount: bigint; nonce: string; transaction: string }[]
  readonly balances: Map<string, bigint>
  /** Calls so far. */
  readonly calls: { verify: number; settle: number; lookUp: number }
  /** What it was told that is sold, by each call that tells. */
  readonly listings: (SoldResource | undefined)[]
  /** Replaces a call until it is removed. */
  faults: {
    verify?: () => Promise<string | null>
    settle?: (really: () => Settlement) => Promise<Settlement>
    lookUp?: () => Promise<AuthorizationState>
  }
  /** Who settles `upto` here; empty where nothing is taken by Permit2. */
  upto: readonly string[]
  newPayer(balance?: bigint): Payer
}

const signatureOf = ({
  payer,
  payTo,
  amountUsdMicros: amount,
  validAfterSec,
  validBeforeSec,
  nonce,
}: Omit<Authorization, 'signature' | 'version'>): string => {
  const digest = sha256Hex(`${payer} ${payTo} ${amount} ${validAfterSec} ${validBeforeSec} ${nonce}`)
  return `0x${digest}${digest}1b`
}

export function createPaymentBank(nowMs: () => number = Date.now): PaymentBank {
  const used = new Map<string, { transaction: string; atMs: number }>()
  const keyOf = ({ payer, nonce }: { payer: string; nonce: string }) => `${payer} ${nonce}`
  const problemOf = (authorization: Authorization): string | null => {
    if (authorization.signature !== signatureOf(authorization)) return 'invalid_exact_evm_signature'
    if (used.has(keyOf(authorization))) return 'invalid_exact_evm_nonce_already_used'
    return (bank.balances.get(authorization.payer) ?? 0n) < authorization.amountUsdMicros ? 'invalid_exact_evm_insufficient_balance' : null
  }
  const really = (authorization: Authorization): Settlement => {
    const problem = problemOf(authorization)
    if (problem !== null) return { outcome: 'refused', reason: problem }
    const { payer, amountUsdMicros: amount, nonce } = authorization
    const transaction = `0x${sha256Hex(keyOf(authorization))}`
    used.set(keyOf(authorization), { transaction, atMs: nowMs() })
    bank.balances.set(payer, bank.balances.get(payer)! - amount)
    bank.transfers.push({ payer, amount, nonce, transaction })
    return { outcome: 'settled', transaction }
  }
  const bank: PaymentBank = {
    upto: [],
    transfers: [],
    balances: new Map(),
    calls: { verify: 0, settle: 0, lookUp: 0 },
    listings: [],
    faults: {},
    async verify(authorization, sold) {
      bank.calls.verify += 1
      bank.listings.push(sold)
      return bank.faults.verify ? bank.faults.verify() : problemOf(authorization)
    },
    async settle(authorization, sold) {
      bank.calls.settle += 1
      bank.listings.push(sold)
      return bank.faults.settle ? bank.faults.settle(() => really(authorization)) : really(authorization)
    },
    async lookUp({ payer, nonce, validBeforeMs }) {
      bank.calls.lookUp += 1
      if (bank.faults.lookUp) return bank.faults.lookUp()
      const use = used.get(keyOf({ payer, nonce }))
      if (use) return { state: 'used', transaction: use.transaction, atMs: unixMs(use.atMs) }
      return { state: nowMs() >= validBeforeMs ? 'lapsed' : 'open' }
    },
    wallets: async () => ({ solanaFeePayers: [], upto: bank.upto }),
    newPayer(balance = 100_000_000n) {
      const address = `0x${crypto.getRandomValues(Buffer.alloc(20)).toString('hex')}`
      bank.balances.set(address, balance)
      const sign: Payer['sign'] = (amount, changes = {}) => {
        const nowSec = Math.floor(Date.now() / 1_000)
        const signed = {
          payer: address,
          payTo: PAY_TO.toLowerCase(),
          amountUsdMicros: usdMicros(amount),
          validAfterSec: nowSec - 600,
          validBeforeSec: nowSec + 300,
          nonce: `0x${crypto.getRandomValues(Buffer.alloc(32)).toString('hex')}`,
          ...changes,
        }
        return { version: 2, ...signed, signature: changes.signature ?? signatureOf(signed) }
      }
      return { address, sign, pay: (amount, changes) => paymentHeaders(sign(amount, changes)) }
    },
  }
  return bank
}

/** What a stock client sends for an authorization, in the header of its version. */
export function paymentHeaders(authorization: Authorization, changes: Record<string, unknown> = {}): Record<string, string> {
  const { version, payer, payTo, amountUsdMicros: amount, validAfterSec, validBeforeSec, nonce, signature } = authorization
  const payload = {
    signature,
    authorization: {
      from: payer,
      to: payTo,
      value: String(amount),
      validAfter: String(validAfterSec),
      validBefore: String(validBeforeSec),
      nonce,
    },
  }
  const accepted = requirementsOf({ payTo: PAY_TO, amountUsdMicros: amount })
  const outer =
    version === 2
      ? { x402Version: 2, accepted, payload, ...changes }
      : { x402Version: 1, scheme: 'exact', network: PAYMENT_NETWORK.legacyName, payload, ...changes }
  return { [version === 2 ? 'payment-signature' : 'x-payment']: base64Of(outer) }
}

export const base64Of = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')
export const fromBase64Json = (text: string | null): any => JSON.parse(Buffer.from(text!, 'base64').toString())

/** The standard prices. */
export const PRICE = { autohire: 10_000n, dryRun: 50_000n, launch: 1_000_000n, upkeep: 50_000n }

/** The whole app, where calls can be paid for at a bank in memory. */
export async function createPaidApp(
  options: TestAppOptions = {},
  bank: PaymentBank = createPaymentBank(),
): Promise<{ app: TestApp; bank: PaymentBank }> {
  const app = await createTestApp({
    ...options,
    env: { X402_PAY_TO: PAY_TO, X402_FACILITATOR_URL: 'http://127.0.0.1:1', ...options.env },
    payments: bank,
  })
  return { app, bank }
}

/** What the facilitator's outage looks like at the port. */
export const outage = (): Promise<never> => Promise.reject(new AppError('payment_unavailable'))
