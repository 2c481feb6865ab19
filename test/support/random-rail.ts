import { AppError } from '../../src/domain/errors.ts'
import { lamports, type Signature } from '../../src/domain/brands.ts'
import type { TransactionState } from '../../src/domain/operation.ts'
import type { EscrowRail } from '../../src/ports/escrow.ts'
import type { SeededRandom } from './seeded-random.ts'

/** A rail with bad weather, and what really landed on its chain. */
export interface RandomRail extends EscrowRail {
  /** Lamports that each landed transaction paid, by signature. */
  readonly landed: Map<string, bigint>
}

/** A rail whose chain loses answers, takes its time, refuses, and lets transactions expire; a seed decides. */
export function createRandomRail(random: SeededRandom): RandomRail {
  const landed = new Map<string, bigint>()
  const dead = new Map<string, TransactionState['status']>()
  let signed = 0
  const away = () => new AppError('upstream_unavailable', { upstream: 'the random rail' })
  return {
    chainId: 'solana:devnet',
    payoutMin: lamports(1),
    landed,
    async preparePayout({ amount }) {
      if (random.below(8) === 0) throw away()
      signed += 1
      return [
        { steps: ['transfer'], signature: `payout-${signed}` as Signature, bytesBase64: String(amount), lastValidBlockHeight: signed },
      ]
    },
    async advance(transactions) {
      const { signature, bytesBase64 } = transactions[0]!
      if (!landed.has(signature) && !dead.has(signature)) {
        const fate = random.below(10)
        if (fate < 5) landed.set(signature, BigInt(bytesBase64))
        else if (fate < 7) dead.set(signature, fate === 5 ? 'expired' : 'failed')
      }
      // The answer can be lost whatever became of the transaction.
      if (random.below(5) === 0) throw away()
      const status = landed.has(signature) ? 'landed' : (dead.get(signature) ?? 'pending')
      return [{ status, height: status === 'landed' ? 1 : null, error: status === 'failed' ? 'Unlucky' : null }]
    },
  }
}
