import { AppError } from '../../src/domain/errors.ts'
import { type Lamports, lamports, type Signature, type Wallet } from '../../src/domain/brands.ts'
import type { SignedTransaction, TransactionState } from '../../src/domain/operation.ts'
import type { EscrowRail } from '../../src/ports/escrow.ts'
import type { SeededRandom } from './seeded-random.ts'

type Status = TransactionState['status']

/** A rail whose chain does as a test says, and what really landed there. */
export interface TestRail extends EscrowRail {
  /** Lamports that each landed transaction paid, by signature. */
  readonly landed: ReadonlyMap<string, bigint>
  paidTo(worker: Wallet): Lamports
  /** Nothing that was signed so far can land any more. */
  expireAll(): void
}

/** What the chain of a test does. */
interface TestChain {
  /** What becomes of a transaction that nothing has become of yet, each time that it is sent. */
  readonly fate: () => Status
  /** Whether no answer comes, to a payout and to a look; a transaction that was looked at may have landed all the same. */
  readonly isAway?: (to: 'payout' | 'look') => boolean
  /** What the escrow wallet has; all that it is asked for when not given. */
  readonly funds?: bigint
}

const transfer = (signature: Signature, worker: Wallet, amount: bigint): SignedTransaction => ({
  steps: ['transfer'],
  signature,
  bytesBase64: btoa(`${worker} ${amount}`),
  lastValidBlockHeight: 1,
})

export function createTestRail({ fate, isAway = () => false, funds }: TestChain): TestRail {
  const landed = new Map<string, bigint>()
  const signed = new Map<string, { readonly worker: Wallet; readonly amount: bigint; readonly name: string; status: Status }>()
  const answer = (to: 'payout' | 'look') => {
    if (isAway(to)) throw new AppError('upstream_unavailable', { upstream: 'the test rail' })
  }
  const advanceOne = ({ signature }: SignedTransaction): TransactionState => {
    const payout = signed.get(signature)!
    if (payout.status === 'pending') payout.status = fate()
    const { status, amount } = payout
    if (status === 'landed') landed.set(signature, amount)
    return { status, height: status === 'landed' ? 1 : null, error: status === 'failed' ? 'Unlucky' : null }
  }
  return {
    chainId: 'solana:devnet',
    payoutAtomicMin: lamports(1),
    landed,
    paidTo: (worker) => {
      const own = [...signed].filter(([, payout]) => payout.worker === worker)
      return lamports(own.reduce((sum, [signature]) => sum + (landed.get(signature) ?? 0n), 0n))
    },
    expireAll() {
      for (const payout of signed.values()) if (payout.status === 'pending') payout.status = 'expired'
    },
    async preparePayout({ jobId, part, worker, amountAtomic: amount }) {
      answer('payout')
      const name = `part ${part} of ${jobId}`
      const paid = [...signed].find(([signature, payout]) => payout.name === name && landed.has(signature))
      if (paid) return [transfer(paid[0] as Signature, worker, amount)]
      if (funds !== undefined && funds < amount)
        throw new AppError('escrow_balance_too_low', { wallet: 'escrow', chainId: 'solana:devnet' })
      const number = signed.size + 1
      const signature = `payout-${number}` as Signature
      signed.set(signature, { worker, amount, name, status: 'pending' })
      return [transfer(signature, worker, amount)]
    },
    async advance(transactions) {
      const states = transactions.map(advanceOne)
      answer('look')
      return states
    },
  }
}

/** A rail whose chain loses answers, takes its time, refuses, and lets transactions expire; a seed decides. */
export const createRandomRail = (random: SeededRandom): TestRail =>
  createTestRail({
    fate: () => (['landed', 'landed', 'landed', 'landed', 'landed', 'expired', 'failed'] as const)[random.below(10)] ?? 'pending',
    isAway: (to) => random.below(to === 'payout' ? 8 : 5) === 0,
  })
