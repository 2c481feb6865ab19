import type { Database } from 'bun:sqlite'
import type { Lamports } from '../../../domain/brands.ts'
import { type CoinTable, createCoinTable } from './tables/coin-table.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { createMovementTable, type MovementTable } from './tables/movement-table.ts'
import { createReceiptTable, type ReceiptTable } from './tables/receipt-table.ts'
import { createTradeTable, type TradeTable } from './tables/trade-table.ts'

/** The tables of the simulated chain. */
export interface ChainState {
  readonly ledger: Ledger
  readonly coins: CoinTable
  readonly trades: TradeTable
  readonly receipts: ReceiptTable
  readonly movements: MovementTable
}

/** The tables in `db`. */
export const createChainState = (db: Database, newWalletLamports: Lamports): ChainState => ({
  ledger: createLedger(db, newWalletLamports),
  coins: createCoinTable(db),
  trades: createTradeTable(db),
  receipts: createReceiptTable(db),
  movements: createMovementTable(db),
})
