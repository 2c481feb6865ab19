import type { FacilitatorWallets } from '../../domain/payments/facilitator-wallets.ts'
import { type Authorization, networkOf } from '../../domain/payments/payment.ts'
import { unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Payments, Settlement } from '../../ports/payments.ts'

/** One facilitator; `unavailable` from its `settle` says that it never took the request. */
export type ListedFacilitator = Pick<Payments, 'verify' | 'settle' | 'wallets'>

/** How far back a use of the authorization is looked for: it cannot be valid for longer. */
const LOOK_BACK_MS = 3_600_000

/**
 * Facilitators that are asked in order. A check goes to the next where one gives no verdict. A settlement goes to the next only where the
 * one before never took the request, and the chain says that the payment is open; one that may have been taken stays `unknown`, for the
 * chain to decide. A payment that names a facilitator's wallet, on Solana or with the scheme `upto`, can be settled by nobody else.
 */
export function facilitatorsInOrder(
  listed: readonly ListedFacilitator[],
  { lookUp, clock }: Pick<Payments, 'lookUp'> & { readonly clock: Pick<Clock, 'machineMs'> },
): ListedFacilitator {
  const able = async ({ solana, permit2 }: Authorization): Promise<readonly ListedFacilitator[]> => {
    const named = solana?.feePayer ?? permit2?.facilitator ?? null
    if (named === null || listed.length === 1) return listed
    const wallets = await Promise.all(listed.map((one) => one.wallets()))
    const theirs = listed.filter((_, index) =>
      solana ? wallets[index]!.solanaFeePayers.includes(named) : wallets[index]!.upto.some((wallet) => wallet.toLowerCase() === named),
    )
    return theirs.length === 0 ? listed : theirs
  }
  const isOpen = async (authorization: Authorization): Promise<boolean> => {
    const { payer, nonce, payTo, amountUsdMicros, validBeforeSec } = authorization
    const { network } = networkOf(authorization)
    const payment = { network, payer, nonce, payTo, amountUsdMicros, validBeforeMs: unixMs(validBeforeSec * 1_000) }
    const state = await lookUp(payment, unixMs(clock.machineMs() - LOOK_BACK_MS)).catch(() => null)
    return state?.state === 'open'
  }
  return {
    async verify(authorization, sold) {
      let silence: unknown = new AppError('payment_unavailable')
      for (const facilitator of await able(authorization)) {
        try {
          return await facilitator.verify(authorization, sold)
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'payment_unavailable') throw error
          silence = error
        }
      }
      throw silence
    },
    async settle(authorization, sold): Promise<Settlement> {
      for (const [index, facilitator] of (await able(authorization)).entries()) {
        if (index > 0 && !(await isOpen(authorization))) break
        const settlement = await facilitator.settle(authorization, sold)
        if (settlement.outcome !== 'unavailable') return settlement
      }
      // An earlier attempt may have been taken: only the chain can say that this payment was not.
      return { outcome: 'unknown' }
    },
    async wallets() {
      const all = await Promise.all(listed.map((one) => one.wallets()))
      const each = (kind: keyof FacilitatorWallets) => [...new Set(all.flatMap((wallets) => wallets[kind]))]
      return { solanaFeePayers: each('solanaFeePayers'), upto: each('upto') }
    },
  }
}
