import type { ChainId } from '../chain.ts'
import { type AtomicUnits, atomicUnits, type Signature, type UnixMs, type Wallet } from '../brands.ts'
import type { Currency } from '../money/currency.ts'
import { OPERATION_KINDS } from '../operation.ts'
import type { Movement } from './movement.ts'

/**
 * What stands on the other side of a wallet in the ledger. `opening`: what the wallet held before the first transaction that was read.
 * `received`: what others sent. `unexplained`: what left, or came, by a transaction that the wallet paid for and the journal does not
 * know.
 */
export const LEDGER_ACCOUNTS = [
  'opening',
  'received',
  'fee:network',
  'rent',
  'launch',
  'crank',
  'buyback:spent',
  'escrow:payout',
  'lookup-table',
  'unexplained',
] as const

/** One of LEDGER_ACCOUNTS. */
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number]

/** What the service itself signs and journals: its operations, and payouts to workers. */
export const SENT_KINDS = [...OPERATION_KINDS, 'payout'] as const

/** A transaction that the journal knows: what it was for, and the id of the operation or payout. */
export interface SentTransaction {
  readonly kind: (typeof SENT_KINDS)[number]
  readonly reference: string
}

/** An amount that went from a wallet to an account (`out`), or the other way (`in`): both sides are one row, so that they add to zero. */
export interface Posting {
  /** `lg_…`. */
  readonly id: string
  readonly chainId: ChainId
  readonly wallet: Wallet
  /** Of the transaction; OPENING for what no transaction tells. */
  readonly signature: Signature
  readonly account: LedgerAccount
  readonly side: 'in' | 'out'
  /** Never zero. */
  readonly amountAtomic: AtomicUnits
  readonly currency: Currency
  readonly height: number
  readonly atMs: UnixMs
  /** Null where the journal does not know the transaction. */
  readonly sent: SentTransaction | null
}

/** The signature of a wallet's opening balance. */
export const OPENING = 'opening' as Signature

/** What differs between the postings of one transaction. */
export type PostingSide = Pick<Posting, 'account' | 'side' | 'amountAtomic'>

/** The postings of one wallet's side of a transaction: they come to just what its balance changed by. */
export function postingsOf(movement: Movement, sent: SentTransaction | null): readonly PostingSide[] {
  const { beforeAtomic, afterAtomic, feeAtomic, rentAtomic } = movement
  const rest = posting('unexplained', beforeAtomic, atomicUnits(afterAtomic + feeAtomic + rentAtomic))
  return [
    posting('fee:network', feeAtomic, atomicUnits(0)),
    posting('rent', rentAtomic, atomicUnits(0)),
    { ...rest, account: accountOf(movement, sent, rest.side) },
  ].filter(({ amountAtomic }) => amountAtomic > 0n)
}

/** The posting of what left the wallet, less what came. */
const posting = (account: LedgerAccount, leftAtomic: AtomicUnits, cameAtomic: AtomicUnits): PostingSide =>
  leftAtomic < cameAtomic
    ? { account, side: 'in', amountAtomic: atomicUnits(cameAtomic - leftAtomic) }
    : { account, side: 'out', amountAtomic: atomicUnits(leftAtomic - cameAtomic) }

const ACCOUNT_OF: Readonly<Record<SentTransaction['kind'], LedgerAccount>> = {
  launch: 'launch',
  'wire-fees': 'launch',
  'lock-holder-kol': 'launch',
  crank: 'crank',
  buyback: 'buyback:spent',
  payout: 'escrow:payout',
}

function accountOf({ feeAtomic, ofLookupTable }: Movement, sent: SentTransaction | null, side: Posting['side']): LedgerAccount {
  if (sent) return ACCOUNT_OF[sent.kind]
  if (ofLookupTable) return 'lookup-table'
  return side === 'in' && feeAtomic === 0n ? 'received' : 'unexplained'
}
