import { PublicKey, SystemProgram } from '@solana/web3.js'
import { type Lamports, lamports, type Mint, type Signature, unixMs, type Wallet } from '../../../../domain/brands.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Distribution, DistributionPage, SignatureRange } from '../../../../ports/launchpad/fee-share.ts'
import type { LedgerEntry } from '../../../chains/solana/ledger-entry.ts'
import { coinAddresses } from '../coin-addresses.ts'
import type { PumpContext } from '../context.ts'

/** `SystemInstruction::Transfer`: u32 tag, u64 lamports. */
const TRANSFER_TAG = 2
const TRANSFER_BYTES = 12

/**
 * The payments from the coin's vault in a landed transaction; null when it paid nobody or failed.
 *
 * @throws AppError upstream_unavailable while no node returns the transaction
 */
export async function readDistribution({ rpc }: PumpContext, mint: Mint, signature: Signature): Promise<Distribution | null> {
  return distributionOf(mint, signature, given(await rpc.transaction(signature)))
}

/** A transaction that a node lists but does not return must not count as one that paid nobody. */
function given(entry: LedgerEntry | null): LedgerEntry {
  if (!entry) throw new AppError('upstream_unavailable', { upstream: 'the history of the Solana RPC' })
  return entry
}

function distributionOf(mint: Mint, signature: Signature, entry: LedgerEntry): Distribution | null {
  if (entry.err !== null) return null
  const paid = paymentsFrom(entry, coinAddresses(new PublicKey(mint)).vault.toBase58())
  if (paid.size === 0) return null
  return {
    signature,
    height: entry.slot,
    atMs: entry.blockTimeSec === null ? null : unixMs(entry.blockTimeSec * 1_000),
    payments: [...paid].map(([wallet, amountLamports]) => ({ wallet: wallet as Wallet, amountAtomic: amountLamports })),
  }
}

/** Transactions are read in small batches, so that one coin does not use up a provider's rate limit. */
const READS_AT_ONCE = 10

/**
 * Distributions of the coin, newest first, among at most `limit` transactions that name its split: every distribution does, and some
 * trades.
 *
 * @throws AppError upstream_unavailable also when a node lists a transaction and does not return it, since none may be skipped
 * @see FeeShare.listDistributions
 */
export async function listDistributions(
  context: PumpContext,
  mint: Mint,
  { before, after, limit }: SignatureRange,
): Promise<DistributionPage> {
  const { feeShare } = coinAddresses(new PublicKey(mint))
  const range = { limit, ...(before === null ? {} : { before }), ...(after === null ? {} : { until: after }) }
  const found = await context.rpc.signaturesOf(feeShare.toBase58(), range)
  const landed = found.filter(({ failed }) => !failed).map(({ signature }) => signature as Signature)
  const distributions: Distribution[] = []
  for (let first = 0; first < landed.length; first += READS_AT_ONCE) {
    const slice = landed.slice(first, first + READS_AT_ONCE)
    const entries = await Promise.all(slice.map((signature) => context.rpc.transaction(signature)))
    for (const [index, entry] of entries.entries()) {
      const distribution = distributionOf(mint, slice[index]!, given(entry))
      if (distribution) distributions.push(distribution)
    }
  }
  const oldest = found.length < limit ? null : found.at(-1)!.signature
  return { distributions, newest: (found[0]?.signature ?? null) as Signature | null, before: oldest as Signature | null }
}

/** The vault's own transfers: exact also for a wallet that paid the transaction's fee, or is paid by several coins in it. */
function paymentsFrom({ innerInstructions }: LedgerEntry, vault: string): Map<string, Lamports> {
  const paid = new Map<string, Lamports>()
  for (const { program, accounts, data } of innerInstructions) {
    const [from, to] = accounts
    if (program !== SystemProgram.programId.toBase58() || from !== vault || !to || data.length !== TRANSFER_BYTES) continue
    const bytes = Buffer.from(data)
    if (bytes.readUInt32LE(0) !== TRANSFER_TAG) continue
    const amountLamports = bytes.readBigUInt64LE(4)
    if (amountLamports > 0n) paid.set(to, lamports((paid.get(to) ?? 0n) + amountLamports))
  }
  return paid
}
