import type { Database } from 'bun:sqlite'
import { lamports, type Signature, unixMs, type Wallet } from '../../../../domain/brands.ts'
import type { Movement } from '../../../../domain/ledger/movement.ts'
import type { AccountChange } from '../ledger.ts'
import { isHoldable } from '../well-known-programs.ts'
import type { Receipt } from './receipt-table.ts'

/** What happened to the balances of wallets, in the order in which it did. Writes belong inside the chain's transaction. */
export interface MovementTable {
  /** Keeps the changes of wallets; those of the chain's own accounts, and those that changed nothing, are left out. */
  insert(changes: readonly AccountChange[], by: Pick<Receipt, 'signature' | 'slot' | 'atMs'> & { readonly failed: boolean }): void
  /** Those of the wallet that are newer than `after` (null: all), oldest first. */
  listOf(wallet: Wallet, after: Signature | null, limit: number): Movement[]
}

/** The movements in `db`. */
export function createMovementTable(db: Database): MovementTable {
  const insert = db.query(
    `INSERT INTO movement (wallet, signature, slot, at_ms, before_lamports, after_lamports, fee_lamports, rent_lamports)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const list = db.query<MovementRow, [string, string | null, number]>(
    `SELECT * FROM movement WHERE wallet = ?1
       AND id > coalesce((SELECT id FROM movement WHERE wallet = ?1 AND signature = ?2), 0) ORDER BY id LIMIT ?3`,
  )
  return {
    insert(changes, { signature, slot, atMs, failed }) {
      for (const { address, beforeLamports, afterLamports, feeLamports, rentLamports } of changes) {
        if (beforeLamports === afterLamports || !isHoldable(address)) continue
        // Of a failed transaction the fee alone stays.
        insert.run(address, signature, slot, atMs, beforeLamports, afterLamports, feeLamports, failed ? 0n : rentLamports)
      }
    },
    listOf: (wallet, after, limit) =>
      list.all(wallet, after, limit).map((row) => ({
        signature: row.signature as Signature,
        height: Number(row.slot),
        atMs: unixMs(Number(row.at_ms)),
        beforeAtomic: lamports(row.before_lamports),
        afterAtomic: lamports(row.after_lamports),
        feeAtomic: lamports(row.fee_lamports),
        rentAtomic: lamports(row.rent_lamports),
      })),
  }
}

interface MovementRow {
  signature: string
  slot: bigint
  at_ms: bigint
  before_lamports: bigint
  after_lamports: bigint
  fee_lamports: bigint
  rent_lamports: bigint
}
