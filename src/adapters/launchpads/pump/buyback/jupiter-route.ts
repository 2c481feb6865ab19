import {
  ACCOUNT_SIZE,
  AccountLayout,
  createAssociatedTokenAccountIdempotentInstruction,
  createCloseAccountInstruction,
  createSyncNativeInstruction,
  createTransferCheckedInstruction,
  NATIVE_MINT,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { type AddressLookupTableAccount, PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js'
import type { Lamports, TokenMicros } from '../../../../domain/brands.ts'
import type { ChainAccount, SolanaRpc } from '../../../chains/solana/solana-rpc.ts'
import { wrappedSolAccount } from '../coin-addresses.ts'
import type { JupiterRoute } from '../jupiter.ts'
import { readLookupTable } from '../transactions/lookup-table.ts'

const TOKEN_PROGRAMS = [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID].map(String)

/** A route that touches only the wallet's money for this buy and its account for the coin. */
export interface CheckedRoute {
  readonly route: JupiterRoute
  readonly tables: readonly AddressLookupTableAccount[]
}

/**
 * Reads the accounts of the route. Rejects a route that could reach another account of the wallet, or wrapped SOL that is not this run's.
 *
 * @throws Error when it could, or when one of its lookup tables is not there
 */
export async function checkRoute(
  rpc: SolanaRpc,
  route: JupiterRoute,
  { user, userTokens }: { user: PublicKey; userTokens: PublicKey },
): Promise<CheckedRoute> {
  const funds = wrappedSolAccount(user)
  const touched = [...new Set(route.swap.keys.filter(({ isWritable }) => isWritable).map(({ pubkey }) => pubkey.toBase58()))]
  const [fundsAccount, ...accounts] = await rpc.accounts([funds.toBase58(), ...touched, ...route.tables])
  if (fundsAccount) throw new Error('the wallet holds wrapped SOL of its own')
  const allowed = [userTokens, funds].map(String)
  const foreign = touched.some((address, index) => !allowed.includes(address) && isTokenAccountOf(accounts[index] ?? null, user))
  if (foreign) throw new Error('the route touches another account of the wallet')
  const tables = route.tables.map((table, index) => {
    const account = accounts[touched.length + index]
    const read = account ? readLookupTable(new PublicKey(table), account) : null
    if (!read) throw new Error('a lookup table of the route is not there')
    return read
  })
  return { route, tables }
}

function isTokenAccountOf(account: ChainAccount | null, user: PublicKey): boolean {
  if (!account || !TOKEN_PROGRAMS.includes(account.owner) || account.data.length < ACCOUNT_SIZE) return false
  return AccountLayout.decode(account.data.subarray(0, ACCOUNT_SIZE)).owner.equals(user)
}

/**
 * Wraps exactly the money of this run, runs the route, unwraps the rest, and makes the whole transaction fail unless the wallet then
 * holds at least `heldTokenMicros + tokenMicrosMin`: a transfer of that amount to itself checks this on chain.
 */
export function swapInstructions(input: {
  swap: TransactionInstruction
  user: PublicKey
  userTokens: PublicKey
  mint: PublicKey
  decimals: number
  tokenProgram: PublicKey
  spentLamports: Lamports
  heldTokenMicros: TokenMicros
  tokenMicrosMin: TokenMicros
}): TransactionInstruction[] {
  const { swap, user, userTokens, mint, decimals, tokenProgram, spentLamports, heldTokenMicros, tokenMicrosMin } = input
  const funds = wrappedSolAccount(user)
  return [
    createAssociatedTokenAccountIdempotentInstruction(user, funds, user, NATIVE_MINT),
    SystemProgram.transfer({ fromPubkey: user, toPubkey: funds, lamports: spentLamports }),
    createSyncNativeInstruction(funds),
    swap,
    createCloseAccountInstruction(funds, user, user),
    createTransferCheckedInstruction(userTokens, mint, userTokens, user, heldTokenMicros + tokenMicrosMin, decimals, [], tokenProgram),
  ]
}
