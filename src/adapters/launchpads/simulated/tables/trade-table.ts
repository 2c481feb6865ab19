import type { Database } from 'bun:sqlite'
import { type Lamports, lamports, type Mint, type TokenMicros, tokenMicros, type Wallet } from '../../../../domain/brands.ts'
import type { Reserves } from '../bonding-curve.ts'
import type { TradeSide } from '../../../../ports/simulation.ts'

/** A stored trade. */
export interface Trade {
  readonly mint: Mint
  readonly slot: number
  readonly wallet: Wallet
  readonly side: TradeSide
  /** What the trader paid, or received. */
  readonly lamports: Lamports
  readonly tokenMicros: TokenMicros
  readonly creatorFeeLamports: Lamports
  /** True when the creator fee went to the creator, because no fee share was locked. */
  readonly isPreLock: boolean
  /** What the coin costs right after it. */
  readonly reserves: Reserves
}

/** A trade as it was stored; the oldest have no reserves. */
export interface StoredTrade extends Omit<Trade, 'isPreLock' | 'reserves'> {
  readonly id: number
  readonly reserves: Reserves | null
}

/** Token balances, and every trade. Writes belong inside the chain's transaction. */
export interface TradeTable {
  insert(trade: Trade): void
  /** Creator fees paid to the creator between two slots, both included. */
  preLockFeesLamports(mint: Mint, fromSlot: number, toSlot: number): Lamports
  count(mint: Mint): number
  /** 0 without any. */
  newestId(mint: Mint): number
  /** Those with an id above `afterId`, newest first. */
  newest(mint: Mint, afterId: number, limit: number): StoredTrade[]
  /** Null when the wallet never held the coin, and so has no token account for it. */
  tokensOf(mint: Mint, wallet: Wallet): TokenMicros | null
  setTokens(mint: Mint, wallet: Wallet, tokenMicros: TokenMicros): void
  /** Largest first. */
  topHolders(mint: Mint, limit: number): { wallet: Wallet; tokenMicros: TokenMicros }[]
  holderCount(mint: Mint): number
  holdingsOf(wallet: Wallet, limit: number): { mint: Mint; tokenMicros: TokenMicros }[]
}

/** The trades and holders in `db`. */
export function createTradeTable(db: Database): TradeTable {
  const insert = db.query(
    `INSERT INTO trade (mint, slot, wallet, side, lamports, tokens, creator_fee_lamports, is_pre_lock, sol_reserve, token_reserve)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const preLock = db.query<{ total: bigint | null }, [string, number, number]>(
    'SELECT SUM(creator_fee_lamports) AS total FROM trade WHERE mint = ? AND is_pre_lock = 1 AND slot BETWEEN ? AND ?',
  )
  const count = db.query<{ count: bigint }, [string]>('SELECT COUNT(*) AS count FROM trade WHERE mint = ?')
  const newestId = db.query<{ id: bigint | null }, [string]>('SELECT MAX(id) AS id FROM trade WHERE mint = ?')
  const newest = db.query<TradeRow, [string, number, number]>('SELECT * FROM trade WHERE mint = ? AND id > ? ORDER BY id DESC LIMIT ?')
  const tokens = db.query<{ tokens: bigint }, [string, string]>('SELECT tokens FROM holder WHERE mint = ? AND wallet = ?')
  const setTokens = db.query(
    'INSERT INTO holder (mint, wallet, tokens) VALUES (?, ?, ?) ON CONFLICT (mint, wallet) DO UPDATE SET tokens = excluded.tokens',
  )
  const top = db.query<{ wallet: string; tokens: bigint }, [string, number]>(
    'SELECT wallet, tokens FROM holder WHERE mint = ? AND tokens > 0 ORDER BY tokens DESC, wallet LIMIT ?',
  )
  const holders = db.query<{ count: bigint }, [string]>('SELECT COUNT(*) AS count FROM holder WHERE mint = ? AND tokens > 0')
  const holdings = db.query<{ mint: string; tokens: bigint }, [string, number]>(
    'SELECT mint, tokens FROM holder WHERE wallet = ? AND tokens > 0 ORDER BY mint LIMIT ?',
  )

  return {
    insert(trade) {
      const { mint, slot, wallet, side, creatorFeeLamports, isPreLock } = trade
      const { solReserveLamports, reserveTokenMicros } = trade.reserves
      const amounts = [trade.lamports, trade.tokenMicros, creatorFeeLamports, isPreLock ? 1 : 0, solReserveLamports, reserveTokenMicros]
      insert.run(mint, slot, wallet, side, ...amounts)
    },
    preLockFeesLamports: (mint, fromSlot, toSlot) => lamports(preLock.get(mint, fromSlot, toSlot)?.total ?? 0n),
    count: (mint) => Number(count.get(mint)?.count ?? 0n),
    newestId: (mint) => Number(newestId.get(mint)?.id ?? 0n),
    newest: (mint, afterId, limit) => newest.all(mint, afterId, limit).map(toStoredTrade),
    tokensOf(mint, wallet) {
      const row = tokens.get(mint, wallet)
      return row && tokenMicros(row.tokens)
    },
    setTokens: (mint, wallet, amountTokenMicros) => void setTokens.run(mint, wallet, amountTokenMicros),
    topHolders: (mint, limit) =>
      top.all(mint, limit).map((row) => ({ wallet: row.wallet as Wallet, tokenMicros: tokenMicros(row.tokens) })),
    holderCount: (mint) => Number(holders.get(mint)?.count ?? 0n),
    holdingsOf: (wallet, limit) =>
      holdings.all(wallet, limit).map((row) => ({ mint: row.mint as Mint, tokenMicros: tokenMicros(row.tokens) })),
  }
}

interface TradeRow {
  id: bigint
  mint: string
  slot: bigint
  wallet: string
  side: TradeSide
  lamports: bigint
  tokens: bigint
  creator_fee_lamports: bigint
  sol_reserve: bigint | null
  token_reserve: bigint | null
}

const toStoredTrade = (row: TradeRow): StoredTrade => ({
  id: Number(row.id),
  mint: row.mint as Mint,
  slot: Number(row.slot),
  wallet: row.wallet as Wallet,
  side: row.side,
  lamports: lamports(row.lamports),
  tokenMicros: tokenMicros(row.tokens),
  creatorFeeLamports: lamports(row.creator_fee_lamports),
  reserves:
    row.sol_reserve === null || row.token_reserve === null
      ? null
      : { solReserveLamports: lamports(row.sol_reserve), reserveTokenMicros: tokenMicros(row.token_reserve) },
})
