import type { Lamports, Wallet } from '../../../domain/brands.ts'
import type { SignedTransaction, TransactionState } from '../../../domain/operation.ts'
import type { Signer } from '../../../ports/signer.ts'
import { createPumpContext, createPumpLaunchpad, type PumpOptions } from './launchpad.ts'
import {
  createOperatorTable,
  extendOperatorTable,
  showOperatorTable,
  type TableChange,
  type TableReport,
} from './launch/lookup-table-admin.ts'

/** Administration of the lookup table that launches share. */
export interface OperatorTable {
  /** What is in the table, and what is missing. */
  show(table: Wallet): Promise<TableReport>
  /** Signed but not sent. */
  create(operator: Signer): Promise<TableChange>
  /** Extends an existing table. */
  extend(table: Wallet, operator: Signer): Promise<TableChange>
  balanceLamports(wallet: Wallet): Promise<Lamports>
  /** The rent-exempt minimum of an account without data. */
  leastLeftLamports(): Promise<Lamports>
  /** Sends the transactions that may be sent, and returns their states. */
  advance(transactions: readonly SignedTransaction[]): Promise<TransactionState[]>
}

/** The table's administration through the nodes of these options. */
export function createOperatorTableAdmin(options: PumpOptions): OperatorTable {
  const context = createPumpContext(options)
  const { advance } = createPumpLaunchpad(options)
  return {
    show: (table) => showOperatorTable(context, table),
    create: (operator) => createOperatorTable(context, operator),
    extend: (table, operator) => extendOperatorTable(context, table, operator),
    balanceLamports: (wallet) => context.rpc.balanceLamports(wallet),
    leastLeftLamports: () => context.rpc.emptyAccountRentLamports(),
    advance,
  }
}
