import type { AmountColumn } from './amount-column.ts'
import type { PaidRole } from '../../domain/crew/role.ts'

/** What wallets were paid, added up, and whose splits they stand in. */
export interface EarningTables {
  /** `kol_amount` is the part of the payments in roles of which one is kol. */
  earning: { wallet: string; currency: string; amount: AmountColumn; kol_amount: AmountColumn; remits: number }
  earning_day: { wallet: string; day_ms: number; currency: string; role: PaidRole; amount: AmountColumn; remits: number }
  /** What coins of an agent paid to wallets other than their launchers; `agent` is the id of a key, or the launcher's wallet. */
  agent_paid: { agent: string; currency: string; amount: AmountColumn; remits: number }
  /** A shareholder of a coin, as in its `shareholders_json`. */
  coin_share: {
    mint: string
    wallet: string
    role: PaidRole
    handle: string
    bps: number
    launched_at_ms: number
    amount: AmountColumn
  }
}
