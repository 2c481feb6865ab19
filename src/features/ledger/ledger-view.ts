import { type Static, Type } from '@sinclair/typebox'
import type { UnixMs } from '../../domain/brands.ts'
import { ledgerDifference } from '../../domain/ledger/ledger-difference.ts'
import { LEDGER_ACCOUNTS, OPENING, type Posting, SENT_KINDS } from '../../domain/ledger/posting.ts'
import { DateTime, Enum, iso, isoOrNull, Nullable, Ok } from '../../domain/json.ts'
import { AmountView, amountView } from '../../domain/money/amount-json.ts'
import { CURRENCIES } from '../../domain/money/currency.ts'
import type { LedgerDay, LedgerState } from '../../ports/storage/money/ledger.ts'

const account = Enum(LEDGER_ACCOUNTS, {
  description: 'unexplained: by a transaction that the wallet paid for and the journal does not know. received: what others sent.',
})

/** The two sides of every posting. */
const SIDES = ['wallet', ...LEDGER_ACCOUNTS] as const

/** Wire form of one posting. */
export const PostingView = Type.Object({
  id: Type.String(),
  at: DateTime(),
  chainId: Type.String(),
  wallet: Type.String(),
  debit: Enum(SIDES, { description: 'Where the amount went: to the wallet, or from it to this account.' }),
  credit: Enum(SIDES, { description: 'Where it came from.' }),
  amount: AmountView,
  signature: Nullable(Type.String({ description: 'Of the transaction; none of the opening balance.' })),
  height: Type.Integer({ description: 'Of the block of the transaction.' }),
  kind: Nullable(Enum(SENT_KINDS), { description: 'What the transaction was for, where the journal knows it.' }),
  reference: Nullable(Type.String({ description: 'The id of that operation, or of that payout.' })),
})
PostingView.title = 'Posting'

/** A posting as JSON. */
export const postingView = (posting: Posting): Static<typeof PostingView> => {
  const { id, atMs, chainId, wallet, account, side, amountAtomic, currency, signature, height, sent } = posting
  return {
    id,
    at: iso(atMs),
    chainId,
    wallet,
    debit: side === 'in' ? 'wallet' : account,
    credit: side === 'in' ? account : 'wallet',
    amount: amountView(amountAtomic, currency),
    signature: signature === OPENING ? null : signature,
    height,
    kind: sent?.kind ?? null,
    reference: sent?.reference ?? null,
  }
}

/** Answer of the ledger's sums: what went between each wallet and account on each day. */
export const LedgerDaysResponse = Ok({
  from: DateTime(),
  until: DateTime({ description: 'Not in it any more.' }),
  days: Type.Array(
    Type.Object(
      {
        day: DateTime({ description: 'Its first moment, UTC.' }),
        chainId: Type.String(),
        wallet: Type.String(),
        account,
        in: AmountView,
        out: AmountView,
      },
      { title: 'LedgerDay' },
    ),
  ),
})

const ledgerDayView = ({ dayMs, chainId, wallet, account, inAtomic, outAtomic, currency }: LedgerDay) => ({
  day: iso(dayMs),
  chainId,
  wallet,
  account,
  in: amountView(inAtomic, currency),
  out: amountView(outAtomic, currency),
})

/** Answer of the ledger's wallets: whether it agrees with the chain. */
export const LedgerWalletsResponse = Ok({
  wallets: Type.Array(
    Type.Object(
      {
        chainId: Type.String(),
        wallet: Type.String(),
        currency: Enum(CURRENCIES),
        in: AmountView,
        out: AmountView,
        held: Nullable(AmountView, { description: 'What the chain said that it holds; null before the first comparison.' }),
        difference: Nullable(
          Type.String({
            pattern: '^-?[0-9]+$',
            description: 'What is held beyond what came less what left, in the smallest unit: 0 is as it should be.',
          }),
        ),
        comparedAt: Nullable(DateTime()),
      },
      { title: 'LedgerWallet' },
    ),
  ),
})

const ledgerWalletView = (state: LedgerState) => {
  const { chainId, wallet, currency, inAtomic, outAtomic, heldAtomic, comparedAtMs } = state
  const difference = ledgerDifference(state)
  return {
    chainId,
    wallet,
    currency,
    in: amountView(inAtomic, currency),
    out: amountView(outAtomic, currency),
    held: heldAtomic === null ? null : amountView(heldAtomic, currency),
    difference: difference && `${difference.sign}${difference.amountAtomic}`,
    comparedAt: isoOrNull(comparedAtMs),
  }
}

/** What the ledgers come to, as JSON. */
export const ledgerWalletsView = (states: readonly LedgerState[]): Static<typeof LedgerWalletsResponse> => ({
  ok: true,
  wallets: states.map(ledgerWalletView),
})

/** The sums of a stretch of days as JSON. */
export const ledgerDaysView = (
  { fromMs, untilMs }: { readonly fromMs: UnixMs; readonly untilMs: UnixMs },
  days: readonly LedgerDay[],
): Static<typeof LedgerDaysResponse> => ({ ok: true, from: iso(fromMs), until: iso(untilMs), days: days.map(ledgerDayView) })
