import { PUMP_AMM_PROGRAM_ID, PUMP_PROGRAM_ID } from '@pump-fun/pump-sdk'
import { PublicKey } from '@solana/web3.js'
import type { Mint, Signature } from '../../../../domain/brands.ts'
import type { CoinTrade, TradePage, Trades } from '../../../../ports/launchpad/trades.ts'
import type { LedgerEntry } from '../../../chains/solana/ledger-entry.ts'
import { coinAddresses } from '../coin-addresses.ts'
import type { PumpContext } from '../context.ts'
import { curveTrade, isOfEvent, poolTrade } from './trade-events.ts'

/** Transactions are read in small batches, so that one coin does not use up a provider's rate limit. */
const READS_AT_ONCE = 10

/**
 * The newest trades of the coin, on its curve and in its pool, as the programs' own events tell them. A transaction that a node lists and
 * does not return is left out, and the page is not complete.
 *
 * @see Trades.listNewest
 */
export async function readTrades(
  { rpc }: PumpContext,
  mint: Mint,
  { after, limit }: Parameters<Trades['listNewest']>[1],
): Promise<TradePage> {
  const { curve, pool } = coinAddresses(new PublicKey(mint))
  const range = { limit, ...(after?.signature ? { until: after.signature } : {}) }
  const listed = await Promise.all([pool, curve].map((account) => rpc.signaturesOf(account.toBase58(), range)))
  // Of a coin that moves to its pool, one transaction names both.
  const found = [...new Map(listed.flat().map((entry) => [entry.signature, entry])).values()]
  const newest = found.filter(({ failed, slot }) => !failed && slot >= (after?.height ?? 0)).sort((a, b) => b.slot - a.slot)
  const asked = newest.slice(0, limit)
  const trades: CoinTrade[] = []
  let missing = 0
  for (let first = 0; first < asked.length; first += READS_AT_ONCE) {
    const entries = await Promise.all(asked.slice(first, first + READS_AT_ONCE).map(({ signature }) => rpc.transaction(signature)))
    missing += entries.filter((entry) => entry === null).length
    trades.push(...entries.flatMap((entry) => (entry ? tradesIn(entry, mint, pool.toBase58()) : [])))
  }
  const complete = missing === 0 && asked.length === newest.length && listed.every(({ length }) => length < limit)
  return { trades, complete }
}

/** What the transaction traded of this coin, the last first. */
function tradesIn(entry: LedgerEntry, mint: Mint, pool: string): CoinTrade[] {
  if (entry.err !== null) return []
  const events = entry.innerInstructions.flatMap(({ program, data }) => {
    if (!isOfEvent(data)) return []
    if (program === PUMP_PROGRAM_ID.toBase58()) return curveTrade(data, mint) ?? []
    return program === PUMP_AMM_PROGRAM_ID.toBase58() ? (poolTrade(data, pool) ?? []) : []
  })
  const { signature, slot: height } = entry
  return events
    .map((event, index) => ({
      ...event,
      id: index === 0 ? signature : `${signature}:${index}`,
      signature: signature as Signature,
      height,
    }))
    .toReversed()
}
