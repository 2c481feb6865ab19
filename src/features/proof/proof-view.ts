import { AmountView, amountView } from '../../domain/money/amount-json.ts'
import { type Static, Type } from '@sinclair/typebox'
import type { CoinEvent, EventType } from '../../domain/events.ts'
import { amountNumber, CURRENCIES } from '../../domain/money/currency.ts'
import { DateTime, Enum, iso, Nullable } from '../../domain/json.ts'
import type { RecordTotals } from '../../ports/storage/money/totals.ts'

/** The events that the proof list shows, with their kind there: each has a transaction that anyone can look up. */
export const PROOF_KINDS = {
  'launch.created': 'launch',
  'feeShare.locked': 'lock',
  'remit.cranked': 'remit',
  'buyback.executed': 'buyback',
} as const satisfies Partial<Record<EventType, string>>

/** One of the names in PROOF_KINDS. */
export type ProofType = keyof typeof PROOF_KINDS

/** The names of PROOF_KINDS. */
export const PROOF_TYPES = Object.keys(PROOF_KINDS) as ProofType[]

/** Wire form of the totals. @see rules 10.27 */
export const StatsView = Type.Object({
  coins: Type.Integer(),
  locked: Type.Integer(),
  remits: Type.Integer(),
  remitted: Type.Array(AmountView, { description: 'What was paid out, of each currency.' }),
  remittedSol: Type.Number(),
  remittedLamports: Type.String(),
  remittedEth: Type.Number({ description: 'What coins on Base paid out.' }),
  remittedWei: Type.String(),
  buybacks: Type.Integer(),
  bought: Type.Array(AmountView, { description: 'What buybacks cost, of each currency.' }),
  boughtSol: Type.Number(),
})
StatsView.title = 'Stats'

export type StatsView = Static<typeof StatsView>

/** Wire form of one entry of the proof list. */
export const ProofItem = Type.Object({
  id: Type.String(),
  kind: Enum(Object.values(PROOF_KINDS)),
  mint: Nullable(Type.String()),
  ticker: Nullable(Type.String()),
  signature: Nullable(Type.String()),
  slot: Nullable(Type.Integer()),
  at: DateTime(),
  amount: Nullable(AmountView, { description: 'What a remit paid in all, or a buyback spent.' }),
  lamports: Type.Optional(Nullable(Type.String({ description: 'The same, of SOL alone.' }))),
  sol: Type.Optional(Nullable(Type.Number({ description: 'The same, of SOL alone.' }))),
  currency: Nullable(Enum(CURRENCIES, { description: 'Null without an amount.' })),
  wallets: Nullable(Type.Integer({ description: 'How many wallets a remit paid, or a lock names.' })),
})
ProofItem.title = 'ProofItem'

export type ProofItem = Static<typeof ProofItem>

/** The totals as JSON. */
export const statsView = ({ coins, locked, remits, remitted, buybacks, bought }: RecordTotals): StatsView => ({
  coins,
  locked,
  remits,
  remitted: CURRENCIES.map((currency) => amountView(remitted[currency], currency)),
  remittedSol: amountNumber(remitted.SOL, 'SOL'),
  remittedLamports: remitted.SOL.toString(),
  remittedEth: amountNumber(remitted.ETH, 'ETH'),
  remittedWei: remitted.ETH.toString(),
  buybacks,
  bought: CURRENCIES.map((currency) => amountView(bought[currency], currency)),
  boughtSol: amountNumber(bought.SOL, 'SOL'),
})

/** What an entry adds to its event's time. */
type EntryDetails = Omit<ProofItem, 'id' | 'kind' | 'mint' | 'at'>

const NO_AMOUNT = { amount: null, lamports: null, sol: null, currency: null } as const

/** An event as an entry of the proof list. */
export const proofItem = (event: CoinEvent<ProofType>): ProofItem => ({
  id: event.id,
  kind: PROOF_KINDS[event.type],
  mint: event.mint,
  at: iso(event.atMs),
  ...detailsOf(event),
})

function detailsOf({ type, data }: CoinEvent<ProofType>): EntryDetails {
  const { ticker } = data
  switch (type) {
    case 'launch.created':
      return { ticker, signature: data.signature, slot: data.createSlot, ...NO_AMOUNT, wallets: null }
    case 'feeShare.locked':
      return { ticker, signature: data.feeShareSignature, slot: data.lockSlot, ...NO_AMOUNT, wallets: data.shareholders.length }
    case 'remit.cranked': {
      const { signature, slot, distributed: amount, distributedLamports: lamports, distributedSol: sol, remits } = data
      const inSol = lamports === undefined || sol === undefined ? {} : { lamports, sol }
      return { ticker, signature, slot, amount, ...inSol, currency: amount.currency, wallets: remits.length }
    }
    case 'buyback.executed': {
      const { signature, slot, spent: amount, lamports, sol } = data
      return { ticker, signature, slot, amount, lamports, sol, currency: amount.currency, wallets: null }
    }
  }
}
