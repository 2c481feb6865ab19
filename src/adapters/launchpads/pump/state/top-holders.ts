import { PublicKey } from '@solana/web3.js'
import { type Mint, type TokenMicros, tokenMicros, type Wallet } from '../../../../domain/brands.ts'
import { toBase58 } from '../../../../lib/bytes.ts'
import { coinAddresses } from '../coin-addresses.ts'
import { u64At } from './coin-state.ts'
import type { PumpContext } from '../context.ts'

const OWNER_OFFSET = 32
const AMOUNT_OFFSET = 64

/** Owners of the 20 largest token accounts, largest balance first, without the curve and the pool. */
export async function topHolders({ rpc }: PumpContext, mint: Mint): Promise<{ wallet: Wallet; tokenMicros: TokenMicros }[]> {
  const { curve, pool } = coinAddresses(new PublicKey(mint))
  const markets = new Set([curve.toBase58(), pool.toBase58()])
  const accounts = await rpc.accounts(await rpc.largestTokenAccounts(mint))
  const held = new Map<string, TokenMicros>()
  for (const account of accounts) {
    if (!account || account.data.length < AMOUNT_OFFSET + 8) continue
    const owner = toBase58(account.data.subarray(OWNER_OFFSET, OWNER_OFFSET + 32))
    const foundTokenMicros = u64At(account.data, AMOUNT_OFFSET)
    if (foundTokenMicros > 0n && !markets.has(owner)) held.set(owner, tokenMicros((held.get(owner) ?? 0n) + foundTokenMicros))
  }
  return [...held]
    .map(([wallet, tokenMicros]) => ({ wallet: wallet as Wallet, tokenMicros }))
    .toSorted((a, b) => (a.tokenMicros < b.tokenMicros ? 1 : -1))
}
