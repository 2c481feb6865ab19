import type { ChainState } from './chain-state.ts'
import type { Message } from './message.ts'
import type { StoredCoin } from './tables/coin-table.ts'

/** How the chain treats a transaction instead of executing it normally. */
export type Misbehaviour =
  | { readonly kind: 'fail'; readonly error: string }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'lose' }

/**
 * Tickers for integrators: each makes its launch fail in one reproducible way. `XCREATEFAIL` fails on chain; the first lock of
 * `XLOCKFAIL` fails; `XSLOW` lands late; `XEXPIRE` never lands; the fees of `XREDIRECT` go to its
 * holders a minute after its lock, for good.
 * @see rules 11
 */
export const MISBEHAVING_TICKERS = {
  createFails: 'XCREATEFAIL',
  lockFails: 'XLOCKFAIL',
  slow: 'XSLOW',
  expires: 'XEXPIRE',
  redirects: 'XREDIRECT',
} as const

const SLOW_MS = 5_000

/** The misbehaviour for this message; null = none. */
export function misbehaviourOf({ coins, receipts }: Pick<ChainState, 'coins' | 'receipts'>, message: Message): Misbehaviour | null {
  const create = message.instructions.find((instruction) => instruction.kind === 'create')
  switch (create?.ticker) {
    case MISBEHAVING_TICKERS.createFails:
      return { kind: 'fail', error: 'CreateRefused' }
    case MISBEHAVING_TICKERS.slow:
      return { kind: 'delay', ms: SLOW_MS }
    case MISBEHAVING_TICKERS.expires:
      return { kind: 'lose' }
    default:
      break
  }
  const locks = message.instructions.some((instruction) => instruction.kind === 'lock')
  if (!locks || coins.find(message.mint)?.ticker !== MISBEHAVING_TICKERS.lockFails) return null
  return receipts.hasFailed(message.mint) ? null : { kind: 'fail', error: 'LockRefused' }
}

// A minute.
const REDIRECTED_AFTER_SLOTS = 150

/** The coin's fees no longer go to its split: the launchpad took them away in this slot or before. */
export const isRedirected = ({ ticker, lockSlot }: Pick<StoredCoin, 'ticker' | 'lockSlot'>, slot: number): boolean =>
  ticker === MISBEHAVING_TICKERS.redirects && lockSlot !== null && slot >= lockSlot + REDIRECTED_AFTER_SLOTS
