import { unixMs, type UsdMicros, type Wallet } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { verdictOf } from '../../domain/payments/payment-failure.ts'
import type { Deps } from '../../ports/deps.ts'

/** A refund that the operator owes. */
export interface OwedRefund {
  /** Of the payment that stands for it: `pay_…` */
  readonly id: string
  readonly amountUsdMicros: UsdMicros
  readonly payer: string
  readonly network: string
}

/**
 * Takes all that is left of the session's balance, and makes a refund of it due to the wallet that paid, in one commit.
 *
 * @throws AppError credit_not_found for a session without a balance, or with nothing left
 */
export async function refundCredit(
  { storage, clock, ids }: Pick<Deps, 'storage' | 'clock' | 'ids'>,
  sessionKey: Wallet,
): Promise<OwedRefund> {
  const id = ids.id('pay')
  const nowMs = clock.nowMs()
  return storage.transaction(async (tx) => {
    const credit = await tx.credits.find(sessionKey)
    if (!credit) throw new AppError('credit_not_found')
    const amountUsdMicros = await tx.credits.takeRest(sessionKey)
    if (amountUsdMicros === null) throw new AppError('credit_not_found')
    const { network, asset, payer } = credit
    const owed = {
      id,
      network,
      asset,
      payer,
      // No payment on a chain has such a nonce, so that nobody can send one that continues it.
      nonce: `refund ${id}`,
      payTo: sessionKey,
      amountUsdMicros,
      validBeforeMs: nowMs,
      fingerprint: '',
      route: 'POST /api/credits/refund',
      idempotencyKey: null,
      client: '',
      signatureSha256: null,
      state: 'refund_due' as const,
      runId: ids.id('run'),
      transaction: null,
      failure: verdictOf('unspent'),
      answer: null,
      createdAtMs: clock.machineMs(),
      settledAtMs: null,
      finishedAtMs: nowMs,
    }
    // Its lease is over at once: nobody works on it but the operator, who pays it.
    if (!(await tx.payments.claim(owed, id, unixMs(0)))) throw new Error(`a refund ${id} exists`)
    return { id, amountUsdMicros, payer, network }
  })
}
