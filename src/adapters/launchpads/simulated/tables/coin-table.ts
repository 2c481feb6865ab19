import type { Database } from 'bun:sqlite'
import { type Bps, bps, type Lamports, lamports, type Mint, type TokenMicros, tokenMicros, type Wallet } from '../../../../domain/brands.ts'
import type { CoinStage } from '../../../../domain/coin.ts'
import { CURVE_TOKEN_MICROS, NEW_CURVE, poolOf, type Reserves } from '../bonding-curve.ts'

/** A shareholder of a fee share. */
export interface Share {
  readonly wallet: Wallet
  readonly bps: Bps
}

/** A row of the coin table. */
export interface StoredCoin extends Reserves {
  readonly mint: Mint
  readonly creator: Wallet
  readonly name: string
  readonly ticker: string
  readonly metadataUri: string
  readonly createSlot: number
  /** Null until the fee share is locked. */
  readonly lockSlot: number | null
  /** Null until the curve is complete. */
  readonly completeSlot: number | null
  /** Left to sell on the curve. */
  readonly unsoldTokenMicros: TokenMicros
}

// Slots between a complete curve and its pool, as on pump.
const MIGRATION_SLOTS = 2

/** Where the coin trades in this slot; nowhere while it is `graduating`. */
export function stageOf(coin: StoredCoin, slot: number): CoinStage {
  if (coin.completeSlot === null) return 'curve'
  return slot < coin.completeSlot + MIGRATION_SLOTS ? 'graduating' : 'graduated'
}

/** Coins and their fee shares. Writes belong inside the chain's transaction. */
export interface CoinTable {
  find(mint: Mint): StoredCoin | null
  insert(coin: Pick<StoredCoin, 'mint' | 'creator' | 'name' | 'ticker' | 'metadataUri' | 'createSlot'>): void
  updateReserves(mint: Mint, changes: Reserves & Pick<StoredCoin, 'unsoldTokenMicros'>): void
  /** Completes the curve: from the migration on, the coin trades in a pool with `reserveLamports`. */
  complete(mint: Mint, slot: number, reserveLamports: Lamports): void
  insertShares(mint: Mint, slot: number, shares: readonly Share[]): void
  /** In the order of the lock; empty when there is none. */
  sharesOf(mint: Mint): Share[]
}

/** The coins in `db`. */
export function createCoinTable(db: Database): CoinTable {
  const find = db.query<CoinRow, [string]>('SELECT * FROM coin WHERE mint = ?')
  const insert = db.query(
    `INSERT INTO coin (mint, creator, name, ticker, metadata_uri, create_slot, sol_reserve, token_reserve, unsold_tokens)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const updateReserves = db.query('UPDATE coin SET sol_reserve = ?, token_reserve = ?, unsold_tokens = ? WHERE mint = ?')
  const complete = db.query('UPDATE coin SET complete_slot = ?, sol_reserve = ?, token_reserve = ?, unsold_tokens = 0 WHERE mint = ?')
  const lock = db.query('UPDATE coin SET lock_slot = ? WHERE mint = ?')
  const insertShare = db.query('INSERT INTO shareholder (mint, place, wallet, bps) VALUES (?, ?, ?, ?)')
  const shares = db.query<{ wallet: string; bps: bigint }, [string]>('SELECT wallet, bps FROM shareholder WHERE mint = ? ORDER BY place')

  return {
    find: (mint) => toCoin(find.get(mint)),
    insert({ mint, creator, name, ticker, metadataUri, createSlot }) {
      const { solReserveLamports, reserveTokenMicros } = NEW_CURVE
      insert.run(mint, creator, name, ticker, metadataUri, createSlot, solReserveLamports, reserveTokenMicros, CURVE_TOKEN_MICROS)
    },
    updateReserves(mint, { solReserveLamports, reserveTokenMicros, unsoldTokenMicros }) {
      updateReserves.run(solReserveLamports, reserveTokenMicros, unsoldTokenMicros, mint)
    },
    complete(mint, slot, reserveLamports) {
      const { solReserveLamports, reserveTokenMicros } = poolOf(reserveLamports)
      complete.run(slot, solReserveLamports, reserveTokenMicros, mint)
    },
    insertShares(mint, slot, added) {
      lock.run(slot, mint)
      added.forEach((share, index) => insertShare.run(mint, index, share.wallet, share.bps))
    },
    sharesOf: (mint) => shares.all(mint).map((row) => ({ wallet: row.wallet as Wallet, bps: bps(Number(row.bps)) })),
  }
}

interface CoinRow {
  mint: string
  creator: string
  name: string
  ticker: string
  metadata_uri: string
  create_slot: bigint
  lock_slot: bigint | null
  complete_slot: bigint | null
  sol_reserve: bigint
  token_reserve: bigint
  unsold_tokens: bigint
}

function toCoin(row: CoinRow | null): StoredCoin | null {
  if (row === null) return null
  return {
    mint: row.mint as Mint,
    creator: row.creator as Wallet,
    name: row.name,
    ticker: row.ticker,
    metadataUri: row.metadata_uri,
    createSlot: Number(row.create_slot),
    lockSlot: row.lock_slot === null ? null : Number(row.lock_slot),
    completeSlot: row.complete_slot === null ? null : Number(row.complete_slot),
    solReserveLamports: lamports(row.sol_reserve),
    reserveTokenMicros: tokenMicros(row.token_reserve),
    unsoldTokenMicros: tokenMicros(row.unsold_tokens),
  }
}
