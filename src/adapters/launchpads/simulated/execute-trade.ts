import { type Lamports, lamports, type Mint, type TokenMicros, tokenMicros, type Wallet } from '../../../domain/brands.ts'
import { type Fill, quoteBuy, quoteBuyTokens, quoteSell, tokensWorth } from './bonding-curve.ts'
import type { ChainState } from './chain-state.ts'
import { type StoredCoin, stageOf } from './tables/coin-table.ts'
import { RENT_MINIMUM_LAMPORTS } from './fee-share.ts'
import { PROTOCOL_FEES, RENT, reserveOf, vaultOf } from './ledger.ts'
import { ProgramError } from './program-error.ts'
import type { Trade } from './tables/trade-table.ts'

/** Rent of a wallet's account for one coin, paid with its first buy of it. */
export const TOKEN_ACCOUNT_LAMPORTS = lamports(1_513_840)
/** Rent of a wallet's volume accumulator account, paid with its first trade. */
export const VOLUME_ACCOUNT_LAMPORTS = lamports(1_346_200)

/** The size of a trade: an amount of SOL, of tokens, or (to sell) all. */
export type TradeAmount = { readonly lamports: Lamports } | { readonly tokenMicros: TokenMicros } | 'all'

type Trader = { readonly mint: Mint; readonly wallet: Wallet }

/**
 * Buys for an amount of SOL, fees included, or an amount of tokens; when that exceeds the rest of the curve, the rest, which completes
 * it.
 *
 * @throws ProgramError MintUnknown | BondingCurveComplete | BuyZeroAmount | NotEnoughTokensToBuy | InsufficientLamports
 */
export function buy(state: ChainState, slot: number, { mint, wallet }: Trader, amount: Exclude<TradeAmount, 'all'>): Trade {
  const coin = tradable(state, mint, slot)
  const onCurve = coin.completeSlot === null
  const fill = priceBuy(coin, onCurve, amount)
  if (fill.tokenMicros === 0n) throw new ProgramError('BuyZeroAmount')

  const heldTokenMicros = state.trades.tokensOf(mint, wallet)
  if (heldTokenMicros === null) state.ledger.move(wallet, RENT, TOKEN_ACCOUNT_LAMPORTS)
  state.ledger.move(wallet, reserveOf(mint), fill.reserveLamports)
  takeFees(state, coin, wallet, fill, wallet)
  state.trades.setTokens(mint, wallet, tokenMicros((heldTokenMicros ?? 0n) + fill.tokenMicros))

  const unsoldTokenMicros = tokenMicros(onCurve ? coin.unsoldTokenMicros - fill.tokenMicros : 0n)
  const reserves = {
    solReserveLamports: lamports(coin.solReserveLamports + fill.reserveLamports),
    reserveTokenMicros: tokenMicros(coin.reserveTokenMicros - fill.tokenMicros),
    unsoldTokenMicros,
  }
  if (onCurve && unsoldTokenMicros === 0n) state.coins.complete(mint, slot, state.ledger.lamportsOf(reserveOf(mint)))
  else state.coins.updateReserves(mint, reserves)
  return record(state, coin, slot, wallet, 'buy', fill)
}

/**
 * Buys exactly so many tokens for at most `lamports`, fees included.
 *
 * @throws ProgramError TooMuchSolRequired, and as `buy`
 */
export function buyJust(
  state: ChainState,
  slot: number,
  { lamports, tokenMicros, ...trader }: Trader & { lamports: Lamports; tokenMicros: TokenMicros },
): Trade {
  const trade = buy(state, slot, trader, { tokenMicros })
  if (trade.tokenMicros < tokenMicros) throw new ProgramError('NotEnoughTokensToBuy')
  if (trade.lamports > lamports) throw new ProgramError('TooMuchSolRequired')
  return trade
}

/** Burns tokens of the wallet. @throws ProgramError InsufficientFunds */
export function burn(
  { trades }: ChainState,
  { mint, wallet, tokenMicros: burnedTokenMicros }: Trader & { tokenMicros: TokenMicros },
): void {
  const heldTokenMicros = trades.tokensOf(mint, wallet) ?? 0n
  if (heldTokenMicros < burnedTokenMicros) throw new ProgramError('InsufficientFunds')
  trades.setTokens(mint, wallet, tokenMicros(heldTokenMicros - burnedTokenMicros))
}

/**
 * Sells an amount of tokens, tokens worth an amount of SOL, or all; all when the wallet has fewer than asked.
 *
 * @throws ProgramError MintUnknown | BondingCurveComplete | NotEnoughTokensToSell | SellZeroAmount | InsufficientLamports
 */
export function sell(state: ChainState, slot: number, { mint, wallet }: Trader, amount: TradeAmount): Trade {
  const coin = tradable(state, mint, slot)
  const heldTokenMicros = state.trades.tokensOf(mint, wallet) ?? tokenMicros(0)
  if (heldTokenMicros === 0n) throw new ProgramError('NotEnoughTokensToSell')
  const wantedTokenMicros =
    amount === 'all'
      ? heldTokenMicros
      : 'tokenMicros' in amount
        ? amount.tokenMicros
        : (tokensWorth(coin, amount.lamports) ?? heldTokenMicros)
  const fill = quoteSell(coin, wantedTokenMicros < heldTokenMicros ? wantedTokenMicros : heldTokenMicros)
  if (fill.tokenMicros === 0n || fill.lamports === 0n) throw new ProgramError('SellZeroAmount')

  state.ledger.move(reserveOf(mint), wallet, fill.lamports)
  takeFees(state, coin, reserveOf(mint), fill, wallet)
  state.trades.setTokens(mint, wallet, tokenMicros(heldTokenMicros - fill.tokenMicros))
  state.coins.updateReserves(mint, {
    solReserveLamports: lamports(coin.solReserveLamports - fill.reserveLamports),
    reserveTokenMicros: tokenMicros(coin.reserveTokenMicros + fill.tokenMicros),
    unsoldTokenMicros: tokenMicros(coin.completeSlot === null ? coin.unsoldTokenMicros + fill.tokenMicros : 0n),
  })
  return record(state, coin, slot, wallet, 'sell', fill)
}

function tradable(state: ChainState, mint: Mint, slot: number): StoredCoin {
  const coin = state.coins.find(mint)
  if (!coin) throw new ProgramError('MintUnknown')
  if (stageOf(coin, slot) === 'graduating') throw new ProgramError('BondingCurveComplete')
  return coin
}

function priceBuy(coin: StoredCoin, onCurve: boolean, amount: Exclude<TradeAmount, 'all'>): Fill {
  const availableTokenMicros = onCurve ? coin.unsoldTokenMicros : tokenMicros(coin.reserveTokenMicros - 1n)
  const fill = 'lamports' in amount ? quoteBuy(coin, amount.lamports) : null
  if (fill && fill.tokenMicros <= availableTokenMicros) return fill
  if (!onCurve && !fill && 'tokenMicros' in amount && amount.tokenMicros > availableTokenMicros)
    throw new ProgramError('NotEnoughTokensToBuy')
  const wantedTokenMicros = 'tokenMicros' in amount ? amount.tokenMicros : availableTokenMicros
  return quoteBuyTokens(coin, wantedTokenMicros < availableTokenMicros ? wantedTokenMicros : availableTokenMicros)
}

/** Moves both fees out of `source`: the creator's goes to the vault once the fee share is locked, to the creator before. */
function takeFees({ ledger }: ChainState, coin: StoredCoin, source: string, fill: Fill, trader: Wallet): void {
  const isLocked = coin.lockSlot !== null
  if (!ledger.hasTraded(trader)) ledger.move(trader, RENT, VOLUME_ACCOUNT_LAMPORTS)
  ledger.recordTrader(trader)
  if (isLocked && ledger.lamportsOf(vaultOf(coin.mint)) < RENT_MINIMUM_LAMPORTS) {
    ledger.move(trader, vaultOf(coin.mint), RENT_MINIMUM_LAMPORTS)
  }
  ledger.move(source, isLocked ? vaultOf(coin.mint) : coin.creator, fill.creatorFeeLamports)
  ledger.move(source, PROTOCOL_FEES, fill.protocolFeeLamports)
}

function record(state: ChainState, coin: StoredCoin, slot: number, wallet: Wallet, side: Trade['side'], fill: Fill): Trade {
  const { tokenMicros, creatorFeeLamports } = fill
  const { solReserveLamports, reserveTokenMicros } = state.coins.find(coin.mint)!
  const trade = {
    mint: coin.mint,
    slot,
    wallet,
    side,
    lamports: fill.lamports,
    tokenMicros,
    creatorFeeLamports,
    isPreLock: coin.lockSlot === null,
    reserves: { solReserveLamports, reserveTokenMicros },
  }
  state.trades.insert(trade)
  return trade
}
