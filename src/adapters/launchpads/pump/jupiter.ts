import { type Bps, type Lamports, type TokenMicros, tokenMicros } from '../../../domain/brands.ts'
import { bpsAtMost } from '../../../domain/buyback.ts'
import { NATIVE_MINT } from '@solana/spl-token'
import { type AccountMeta, PublicKey, TransactionInstruction } from '@solana/web3.js'
import { fromBase64 } from '../../../lib/bytes.ts'
import { isAddress } from '../../../lib/ed25519.ts'
import type { Secret } from '../../../lib/secret.ts'
import type { Web } from '../../../ports/outbound/web.ts'
import { array, object, text } from '../../chains/rpc-shape.ts'
import { readJson } from '../../outbound/read-json.ts'

/** Jupiter's API and key. */
export interface JupiterOptions {
  readonly web: Web
  readonly apiKey: Secret<string>
  readonly url: string
}

/** A route as Jupiter proposes it: one instruction of its program, and nothing else of its answer. */
export interface JupiterRoute {
  /** Quoted tokens, before slippage; not verified. */
  readonly tokenMicros: TokenMicros
  readonly impactBps: Bps
  readonly swap: TransactionInstruction
  /** Lookup tables to read from the chain. */
  readonly tables: readonly string[]
}

/** Requests a route that spends exactly `spentLamports` of wrapped SOL. Rejects every answer that differs from what was asked. */
export type AskJupiter = (order: { mint: PublicKey; user: PublicKey; spentLamports: Lamports; slippageBps: Bps }) => Promise<JupiterRoute>

/** Jupiter's aggregator, the only program that a route may call. */
export const JUPITER_PROGRAM = new PublicKey('JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4')
/** Leaves space in the transaction for our own instructions. */
const ACCOUNTS_MAX = 40
const DATA_BYTES_MAX = 1_024
const TABLES_MAX = 6

/**
 * Swap v2 of Jupiter.
 *
 * @throws Error when there is no answer, or one for another trade or of another shape
 * @see https://developers.jup.ag/docs/api-reference/swap/build GET /swap/v2/build
 */
export const createJupiter =
  ({ web, apiKey, url }: JupiterOptions): AskJupiter =>
  async ({ mint, user, spentLamports, slippageBps }) => {
    const asked = { inputMint: NATIVE_MINT.toBase58(), outputMint: mint.toBase58(), amount: spentLamports.toString() }
    const query = new URLSearchParams({
      ...asked,
      taker: user.toBase58(),
      slippageBps: String(slippageBps),
      maxAccounts: String(ACCOUNTS_MAX),
    })
    const answer = object(await readJson(web, `${url}/swap/v2/build?${query.toString()}`, { 'x-api-key': apiKey.reveal() }))
    const { inputMint, outputMint, inAmount, swapMode, outAmount, priceImpactPct, addressesByLookupTableAddress } = answer
    if (inputMint !== asked.inputMint || outputMint !== asked.outputMint || inAmount !== asked.amount || swapMode !== 'ExactIn') {
      throw new Error('the route is for another trade')
    }
    return {
      tokenMicros: tokensOf(outAmount),
      impactBps: impactOf(priceImpactPct),
      swap: swapOf(answer.swapInstruction, user),
      tables: tablesOf(addressesByLookupTableAddress),
    }
  }

function tokensOf(value: unknown): TokenMicros {
  if (typeof value !== 'string' || !/^[1-9]\d{0,19}$/.test(value)) throw new Error('the route has no amount')
  return tokenMicros(value)
}

/** A fraction of 1, as text or number, rounded up to basis points; 10,000 where it is more. */
function impactOf(value: unknown): Bps {
  const fraction = Number(value)
  if (!['string', 'number'].includes(typeof value) || value === '' || !Number.isFinite(fraction))
    throw new Error('the route has no price impact')
  return bpsAtMost(Math.ceil(Math.abs(fraction) * 10_000))
}

function tablesOf(value: unknown): string[] {
  const tables = value === null || value === undefined ? [] : Object.keys(object(value))
  if (tables.length > TABLES_MAX || !tables.every(isAddress)) throw new Error('the route has odd lookup tables')
  return tables
}

/** Jupiter's instruction, with the user as its only signer. */
function swapOf(value: unknown, user: PublicKey): TransactionInstruction {
  const { programId, accounts, data } = object(value)
  if (programId !== JUPITER_PROGRAM.toBase58()) throw new Error('the route calls another program')
  const keys = array(accounts).map(accountMeta)
  const bytes = fromBase64(text(data))
  if (!bytes || bytes.length > DATA_BYTES_MAX || keys.length > 2 * ACCOUNTS_MAX) throw new Error('the route is too large')
  if (keys.some(({ isSigner, pubkey }) => isSigner && !pubkey.equals(user))) throw new Error('the route wants another signature')
  return new TransactionInstruction({ programId: JUPITER_PROGRAM, keys, data: Buffer.from(bytes) })
}

function accountMeta(value: unknown): AccountMeta {
  const { pubkey, isSigner, isWritable } = object(value)
  if (!isAddress(text(pubkey)) || typeof isSigner !== 'boolean' || typeof isWritable !== 'boolean') throw new Error('not an account')
  return { pubkey: new PublicKey(text(pubkey)), isSigner, isWritable }
}
