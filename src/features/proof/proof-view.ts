import { type Static, Type } from '@sinclair/typebox'
import type { CoinEvent, EventType } from '../../domain/events.ts'
import { amountNumber, CURRENCIES, type Currency } from '../../domain/money/currency.ts'
import { lamportsToSol } from '../../domain/money/sol.ts'
import { Enum, iso, Nullable } from '../../domain/json.ts'
import type { Tally } from '../../ports/storage/tally.ts'

/** The events that stand on the tape, and their kind there: each has a transaction that anyone can look up. */
export const PROOF_KINDS = {
  'launch.created': 'launch',
  'feeShare.locked': 'lock',
  'remit.cranked': 'remit',
  'buyback.executed': 'buyback',
} as const satisfies Partial<Record<EventType, string>>

export const PROOF_TYPES = Object.keys(PROOF_KINDS) as (keyof typeof PROOF_KINDS)[]

/** Wire form of the totals. @see rules 10.27 */
export const StatsView = Type.Object({
  coins: Type.Integer(),
  locked: Type.Integer(),
  remits: Type.Integer(),
  remittedSol: Type.Number(),
  remittedLamports: Type.String(),
  remittedEth: Type.Number({ description: 'What coins on Base paid out.' }),
  remittedWei: Type.String(),
  buybacks: Type.Integer(),
  boughtSol: Type.Number(),
})
StatsView.title = 'Stats'

export type StatsView = Static<typeof StatsView>

/** Wire form of one entry of the tape. */
export const ProofItem = Type.Object({
  id: Type.String(),
  kind: Enum(Object.values(PROOF_KINDS)),
  mint: Nullable(Type.String()),
  ticker: Nullable(Type.String()),
  signature: Nullable(Type.String()),
  slot: Nullable(Type.Integer()),
  at: Type.String(),
  lamports: Nullable(Type.String({ description: 'What a remit paid in all, or a buyback spent.' })),
  sol: Nullable(Type.Number()),
  currency: Nullable(Enum(CURRENCIES, { description: 'Null without an amount.' })),
  wallets: Nullable(Type.Integer({ description: 'How many wallets a remit paid, or a lock names.' })),
})
ProofItem.title = 'ProofItem'

export type ProofItem = Static<typeof ProofItem>

/** The totals as JSON. */
export const statsView = ({ coins, locked, remits, remittedLamports, remittedWei, buybacks, boughtLamports }: Tally): StatsView => ({
  coins,
  locked,
  remits,
  remittedSol: lamportsToSol(remittedLamports),
  remittedLamports: remittedLamports.toString(),
  remittedEth: amountNumber(remittedWei, 'ETH'),
  remittedWei: remittedWei.toString(),
  buybacks,
  boughtSol: lamportsToSol(boughtLamports),
})

/** What the tape reads of an event's data. */
interface Facts {
  readonly ticker?: string
  readonly signature?: string
  readonly feeShareSignature?: string
  readonly slot?: number
  readonly createSlot?: number
  readonly lockSlot?: number
  readonly distributedLamports?: string
  readonly distributedSol?: number
  readonly currency?: Currency
  readonly lamports?: string
  readonly sol?: number
  readonly remits?: readonly unknown[]
  readonly shareholders?: readonly unknown[]
}

/** An event as an entry of the tape. */
export function proofItem({ id, type, mint, atMs, data }: CoinEvent): ProofItem {
  const facts = data as Facts
  const kind = PROOF_KINDS[type as keyof typeof PROOF_KINDS]
  const isLock = kind === 'lock'
  return {
    id,
    kind,
    mint,
    ticker: facts.ticker ?? null,
    signature: (isLock ? facts.feeShareSignature : facts.signature) ?? null,
    slot: (isLock ? facts.lockSlot : (facts.slot ?? facts.createSlot)) ?? null,
    at: iso(atMs),
    lamports: facts.distributedLamports ?? facts.lamports ?? null,
    sol: facts.distributedSol ?? facts.sol ?? null,
    currency: (facts.distributedLamports ?? facts.lamports) === undefined ? null : (facts.currency ?? 'SOL'),
    wallets: (isLock ? facts.shareholders : facts.remits)?.length ?? null,
  }
}
