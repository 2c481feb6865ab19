import { PublicKey, SystemProgram } from '@solana/web3.js'
import { lamports, type Mint, type Signature, unixMs, type Wallet } from '../../../domain/brands.ts'
import type { Distribution } from '../../../ports/launchpad.ts'
import type { LedgerEntry } from '../../chain/ledger-entry.ts'
import { coinAddresses } from './coin-addresses.ts'
import type { PumpContext } from './pump-context.ts'

/** `SystemInstruction::Transfer`: u32 tag, u64 lamports. */
const TRANSFER_TAG = 2
const TRANSFER_BYTES = 12

/** What the coin's vault paid to whom in a landed transaction; null when it paid nobody, failed or is unknown. */
export async function readDistribution({ rpc }: PumpContext, mint: Mint, signature: Signature): Promise<Distribution | null> {
  const entry = await rpc.transaction(signature)
  if (!entry || entry.err !== null) return null
  const paid = paymentsFrom(entry, coinAddresses(new PublicKey(mint)).vault.toBase58())
  if (paid.size === 0) return null
  return {
    signature,
    slot: entry.slot,
    atMs: unixMs((entry.blockTimeSec ?? 0) * 1_000),
    payments: [...paid].map(([wallet, amount]) => ({ wallet: wallet as Wallet, lamports: lamports(amount) })),
  }
}

/** The vault's own transfers: exact also for a wallet that paid the transaction's fee, or is paid by several coins in it. */
function paymentsFrom({ innerInstructions }: LedgerEntry, vault: string): Map<string, bigint> {
  const paid = new Map<string, bigint>()
  for (const { program, accounts, data } of innerInstructions) {
    const [from, to] = accounts
    if (program !== SystemProgram.programId.toBase58() || from !== vault || !to || data.length !== TRANSFER_BYTES) continue
    const bytes = Buffer.from(data)
    if (bytes.readUInt32LE(0) !== TRANSFER_TAG) continue
    const amount = bytes.readBigUInt64LE(4)
    if (amount > 0n) paid.set(to, (paid.get(to) ?? 0n) + amount)
  }
  return paid
}
