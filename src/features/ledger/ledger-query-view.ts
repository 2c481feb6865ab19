import { type Static, Type } from '@sinclair/typebox'
import { type UnixMs, unixMs } from '../../domain/brands.ts'
import type { ChainId } from '../../domain/chain.ts'
import { LEDGER_ACCOUNTS } from '../../domain/ledger/posting.ts'
import { Enum } from '../../domain/json.ts'
import { DAY_MS } from '../../domain/limits.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import { Lookup } from '../../domain/text/text.ts'
import { spelledWallet, WalletAddress } from '../../domain/text/wallet-address.ts'
import type { LedgerFilter } from '../../ports/storage/money/ledger.ts'

const DAYS_DEFAULT = 30

const Day = (description: string) => Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$', description })

/** Query by which the ledger is narrowed. */
export const LedgerQuery = Type.Object(
  {
    chainId: Type.Optional(Lookup<ChainId>({ maxLength: FIELD_LIMITS.idMax, description: 'As the wallets of the ledger name it.' })),
    wallet: Type.Optional(WalletAddress()),
    account: Type.Optional(Enum(LEDGER_ACCOUNTS)),
    from: Type.Optional(Day('The first day (UTC), 2026-01-31.')),
    to: Type.Optional(Day('The last day, which is in it.')),
  },
  { additionalProperties: false },
)

const dayOf = (day: string): UnixMs => unixMs(Date.parse(`${day.slice(0, 8)}01T00:00:00Z`) + (Number(day.slice(8)) - 1) * DAY_MS)
const dayAfter = (day: string): UnixMs => unixMs(dayOf(day) + DAY_MS)

/** What the query asks for. */
export const ledgerFilter = ({ chainId, wallet, account, from, to }: Static<typeof LedgerQuery>): LedgerFilter => ({
  ...(chainId !== undefined && { chainId }),
  ...(wallet !== undefined && { wallet: spelledWallet(wallet) }),
  ...(account !== undefined && { account }),
  ...(from !== undefined && { fromMs: dayOf(from) }),
  ...(to !== undefined && { untilMs: dayAfter(to) }),
})

/** The same with both ends: to the end of today unless the query says, and from 30 days before; 366 at most. */
export function ledgerStretch(
  query: Static<typeof LedgerQuery>,
  nowMs: UnixMs,
): LedgerFilter & { readonly fromMs: UnixMs; readonly untilMs: UnixMs } {
  const filter = ledgerFilter(query)
  const untilMs = filter.untilMs ?? unixMs((Math.floor(nowMs / DAY_MS) + 1) * DAY_MS)
  const fromMs = filter.fromMs ?? unixMs(untilMs - DAYS_DEFAULT * DAY_MS)
  return { ...filter, untilMs, fromMs: unixMs(Math.max(fromMs, untilMs - FIELD_LIMITS.walletDaysMax * DAY_MS)) }
}
