import { GLOBAL_PDA, PUMP_FEE_CONFIG_PDA } from '@pump-fun/pump-sdk'
import { type AddressLookupTableAccount, PublicKey } from '@solana/web3.js'
import { type Lamports, lamports, type MicroLamports, microLamports } from '../../../../domain/brands.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { ChainAccount, RecentBlockhash, SolanaRpc } from '../../../chains/solana/solana-rpc.ts'
import { type LaunchTerms, readLaunchTerms } from '../state/launch-terms.ts'
import { readLookupTable } from './lookup-table.ts'

/** On-chain inputs of every transaction of this launchpad, from one read. */
export interface ChainView {
  readonly blockhash: RecentBlockhash
  /** A slot for a new lookup table that every node has in its list of recent slots. */
  readonly finalSlot: number
  /** Per compute unit. */
  readonly unitPriceMicroLamports: MicroLamports
  /** The rent-exempt minimum of an account without data, from which other sizes follow. */
  readonly emptyRentLamports: Lamports
  /** The cluster accepts version 1 transactions. */
  readonly takesV1: boolean
  /** The operator's lookup table; null when none is set or the chain has none there. */
  readonly table: AddressLookupTableAccount | null
  /** pump's settings for a new coin, with the table's fee recipients first. */
  launchTerms(): LaunchTerms
  /** The `wanted` accounts, in order. */
  readonly accounts: readonly (ChainAccount | null)[]
}

/** Its first byte is 1 once the cluster accepts version 1 transactions. @see SIMD-0385 */
const V1_GATE = 'txv1aq4pp281K9um3tnPgkfX8UqtFT6wcVW3hNezGLL'

/** Reads blockhash, prices, rent, pump's settings, the operator's table and the `wanted` accounts in one round trip. */
export async function viewChain(rpc: SolanaRpc, table: string | null, wanted: readonly string[]): Promise<ChainView> {
  const fixed = [V1_GATE, GLOBAL_PDA.toBase58(), PUMP_FEE_CONFIG_PDA.toBase58()]
  const [blockhash, finalSlot, prices, emptyRentLamports, accounts] = await Promise.all([
    rpc.recentBlockhash(),
    rpc.finalSlot(),
    rpc.recentUnitPricesMicroLamports([]),
    rpc.emptyAccountRentLamports(),
    rpc.accounts([...fixed, ...(table ? [table] : []), ...wanted]),
  ])
  const [gate, global, feeConfig] = accounts
  if (!global) throw new AppError('upstream_unavailable', { upstream: 'pump on this cluster' })
  const tableAccount = table ? accounts[fixed.length] : null
  return {
    blockhash,
    finalSlot,
    unitPriceMicroLamports: priorityFeeOf(prices),
    emptyRentLamports,
    takesV1: gate?.data[0] === 1,
    table: table && tableAccount ? readLookupTable(new PublicKey(table), tableAccount) : null,
    launchTerms: () => preferListed(readLaunchTerms(global, feeConfig ?? null), tableAccount?.data ?? null),
    accounts: accounts.slice(fixed.length + (table ? 1 : 0)),
  }
}

/** The rent-exempt minimum for `bytes` of data at the current rate; includes the 128 bytes of overhead. */
export const rentLamports = (emptyRentLamports: Lamports, bytes: number): Lamports =>
  lamports((emptyRentLamports * BigInt(128 + bytes)) / 128n)

/** The same recipients, those of the table first: the first of each list is paid. */
export function preferListed(terms: LaunchTerms, table: Buffer | null): LaunchTerms {
  if (table === null) return terms
  const listedFirst = (keys: readonly PublicKey[]) =>
    keys.toSorted((a, b) => Number(table.includes(b.toBuffer())) - Number(table.includes(a.toBuffer())))
  return { ...terms, feeRecipients: listedFirst(terms.feeRecipients), buybackRecipients: listedFirst(terms.buybackRecipients) }
}

/** Bounds per compute unit: less is not worth its bytes, more would be overpaying during congestion. */
const UNIT_PRICE_MICROLAMPORTS_MIN = microLamports(10_000)
const UNIT_PRICE_MICROLAMPORTS_MAX = microLamports(1_000_000)

/** The 75th percentile of recent prioritization fees per compute unit, within fixed bounds. */
export function priorityFeeOf(recent: readonly MicroLamports[]): MicroLamports {
  const sorted = recent.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const priceMicroLamports = sorted[Math.floor(sorted.length * 0.75)] ?? UNIT_PRICE_MICROLAMPORTS_MIN
  if (priceMicroLamports < UNIT_PRICE_MICROLAMPORTS_MIN) return UNIT_PRICE_MICROLAMPORTS_MIN
  return priceMicroLamports > UNIT_PRICE_MICROLAMPORTS_MAX ? UNIT_PRICE_MICROLAMPORTS_MAX : priceMicroLamports
}
