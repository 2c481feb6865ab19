import type { Database } from 'bun:sqlite'
import {
  type Lamports,
  lamports,
  type Mint,
  type Signature,
  type TokenMicros,
  tokenMicros,
  type UnixMs,
  unixMs,
  type Wallet,
} from '../../../../domain/brands.ts'
import type { SignatureRange } from '../../../../ports/launchpad/fee-share.ts'

/** The receipt of a transaction that landed, successful or failed. */
export interface Receipt {
  readonly signature: Signature
  readonly mint: Mint
  readonly slot: number
  readonly atMs: UnixMs
  /** Null on success. */
  readonly error: string | null
}

/** One payment of a distribution. */
export interface Transfer {
  readonly wallet: Wallet
  readonly lamports: Lamports
}

/** The balance changes of a buyer. */
export interface Purchase {
  readonly wallet: Wallet
  /** The transaction fee included. */
  readonly spentLamports: Lamports
  readonly tokenMicros: TokenMicros
  readonly burnedTokenMicros: TokenMicros
}

/** A pending transaction that lands later. */
export interface Waiting {
  readonly signature: Signature
  readonly bytesBase64: string
  readonly landsAtMs: UnixMs
}

/** Receipts of landed transactions, and pending ones. Writes belong inside the chain's transaction. */
export interface ReceiptTable {
  find(signature: Signature): Receipt | null
  insert(receipt: Receipt): void
  /** Distributions of this coin, newest first, optionally older than one and newer than another. */
  distributionsOf(mint: Mint, range: SignatureRange): Receipt[]
  /** True when a transaction of this coin failed before. */
  hasFailed(mint: Mint): boolean
  insertPayments(signature: Signature, payments: readonly Transfer[]): void
  /** In the order of the fee share; empty without payments. */
  paymentsOf(signature: Signature): Transfer[]
  insertPurchase(signature: Signature, purchase: Purchase): void
  /** Null unless the transaction bought an exact amount of tokens. */
  purchaseOf(signature: Signature): Purchase | null
  /** Adds a pending transaction; a duplicate changes nothing. */
  postpone(waiting: Waiting): void
  /** The pending transactions that are due, oldest first. */
  due(nowMs: UnixMs): Waiting[]
  /** Removes a pending transaction. */
  forget(signature: Signature): void
}

/** The receipts in `db`. */
export function createReceiptTable(db: Database): ReceiptTable {
  const find = db.query<ReceiptRow, [string]>('SELECT * FROM executed WHERE signature = ?')
  const insert = db.query('INSERT INTO executed (signature, mint, slot, at_ms, error) VALUES (?, ?, ?, ?, ?)')
  // Transactions of one slot are ordered by signature; any stable order will do. Those in the slot of the newer-than one may be older
  // than it, and are returned again.
  const distributions = db.query<ReceiptRow, [string, string | null, string | null, number]>(
    `SELECT e.* FROM executed e
     LEFT JOIN executed b ON b.signature = ?2 LEFT JOIN executed a ON a.signature = ?3
     WHERE e.mint = ?1 AND e.error IS NULL AND EXISTS (SELECT 1 FROM payment p WHERE p.signature = e.signature)
       AND (b.signature IS NULL OR (e.slot, e.signature) < (b.slot, b.signature))
       AND (a.signature IS NULL OR (e.slot >= a.slot AND e.signature <> a.signature))
     ORDER BY e.slot DESC, e.signature DESC LIMIT ?4`,
  )
  const failed = db.query('SELECT 1 FROM executed WHERE mint = ? AND error IS NOT NULL LIMIT 1')
  const pay = db.query('INSERT INTO payment (signature, place, wallet, lamports) VALUES (?, ?, ?, ?)')
  const payments = db.query<{ wallet: string; lamports: bigint }, [string]>(
    'SELECT wallet, lamports FROM payment WHERE signature = ? ORDER BY place',
  )
  const buy = db.query('INSERT INTO purchase (signature, wallet, lamports, tokens, burned_tokens) VALUES (?, ?, ?, ?, ?)')
  const purchase = db.query<PurchaseRow, [string]>('SELECT wallet, lamports, tokens, burned_tokens FROM purchase WHERE signature = ?')
  const postpone = db.query('INSERT INTO mempool (signature, bytes_base64, lands_at_ms) VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
  const due = db.query<WaitingRow, [number]>('SELECT * FROM mempool WHERE lands_at_ms <= ?')
  const forget = db.query('DELETE FROM mempool WHERE signature = ?')

  return {
    find: (signature) => toReceipt(find.get(signature)),
    insert: ({ signature, mint, slot, atMs, error }) => void insert.run(signature, mint, slot, atMs, error),
    distributionsOf: (mint, { before, after, limit }) => distributions.all(mint, before, after, limit).map((row) => toReceipt(row)!),
    hasFailed: (mint) => failed.get(mint) !== null,
    insertPayments(signature, made) {
      made.forEach((payment, index) => pay.run(signature, index, payment.wallet, payment.lamports))
    },
    paymentsOf: (signature) => payments.all(signature).map((row) => ({ wallet: row.wallet as Wallet, lamports: lamports(row.lamports) })),
    insertPurchase(signature, { wallet, spentLamports, tokenMicros, burnedTokenMicros }) {
      buy.run(signature, wallet, spentLamports, tokenMicros, burnedTokenMicros)
    },
    purchaseOf(signature) {
      const row = purchase.get(signature)
      return (
        row && {
          wallet: row.wallet as Wallet,
          spentLamports: lamports(row.lamports),
          tokenMicros: tokenMicros(row.tokens),
          burnedTokenMicros: tokenMicros(row.burned_tokens),
        }
      )
    },
    postpone: ({ signature, bytesBase64, landsAtMs }) => void postpone.run(signature, bytesBase64, landsAtMs),
    // Rows come by their signature, and keep that order where they land together. Sorted here, since there are none nearly always.
    due: (nowMs) =>
      due
        .all(nowMs)
        .map(toWaiting)
        .sort((a, b) => a.landsAtMs - b.landsAtMs),
    forget: (signature) => void forget.run(signature),
  }
}

interface ReceiptRow {
  signature: string
  mint: string
  slot: bigint
  at_ms: bigint
  error: string | null
}

interface PurchaseRow {
  wallet: string
  lamports: bigint
  tokens: bigint
  burned_tokens: bigint
}

interface WaitingRow {
  signature: string
  bytes_base64: string
  lands_at_ms: bigint
}

const toWaiting = (row: WaitingRow): Waiting => ({
  signature: row.signature as Signature,
  bytesBase64: row.bytes_base64,
  landsAtMs: unixMs(Number(row.lands_at_ms)),
})

function toReceipt(row: ReceiptRow | null): Receipt | null {
  if (row === null) return null
  return {
    signature: row.signature as Signature,
    mint: row.mint as Mint,
    slot: Number(row.slot),
    atMs: unixMs(Number(row.at_ms)),
    error: row.error,
  }
}
