import { SystemProgram } from '@solana/web3.js'
import { type Lamports, lamports, type Signature, unixMs, type Wallet } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Movement } from '../../../domain/ledger/movement.ts'
import type { WalletHistory } from '../../../ports/launchpad/wallet-history.ts'
import type { LedgerEntry } from './ledger-entry.ts'
import type { SolanaRpc } from './solana-rpc.ts'

const LOOKUP_TABLE_PROGRAM = 'AddressLookupTab1e1111111111111111111111111'
/** `SystemInstruction::CreateAccount`: u32 tag 0, u64 lamports, u64 bytes, owner; accounts are payer and new account. */
const CREATE_ACCOUNT_BYTES = 52
/** The most that a node lists at once, and how often it is asked: of a wallet with more, the oldest are in its opening balance. */
const SIGNATURES_AT_ONCE = 1_000
const PAGES_MAX = 100
/** Transactions are read in small batches, so that one wallet does not use up a provider's rate limit. */
const READS_AT_ONCE = 10

/**
 * Histories of wallets on a Solana cluster: every transaction that names the wallet, failed ones too.
 *
 * @throws AppError upstream_unavailable also when a node lists a transaction and does not return it, since none may be skipped
 */
export const createSolanaHistory = (rpc: Pick<SolanaRpc, 'signaturesOf' | 'transaction' | 'balanceLamports'>): WalletHistory => ({
  async read(wallet, { after, limit }) {
    const listed = await listAfter(rpc, wallet, after)
    const shown = listed.slice(-limit).toReversed()
    const movements: Movement[] = []
    for (let first = 0; first < shown.length; first += READS_AT_ONCE) {
      const entries = await Promise.all(shown.slice(first, first + READS_AT_ONCE).map((signature) => rpc.transaction(signature)))
      movements.push(...entries.map((entry) => movementOf(given(entry), wallet)))
    }
    return {
      movements,
      beforeAtomic: movements[0]?.beforeAtomic ?? (await rpc.balanceLamports(wallet, 'finalized')),
      readTo: shown.at(-1) ?? null,
      complete: shown.length === listed.length,
    }
  },
  finalBalanceOf: (wallet) => rpc.balanceLamports(wallet, 'finalized'),
})

/** Final signatures of the wallet that are newer than `after`, newest first. */
async function listAfter(rpc: Pick<SolanaRpc, 'signaturesOf'>, wallet: Wallet, after: Signature | null): Promise<readonly Signature[]> {
  const listed: Signature[] = []
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const oldest = listed.at(-1)
    const range = {
      limit: SIGNATURES_AT_ONCE,
      commitment: 'finalized',
      ...(oldest && { before: oldest }),
      ...(after && { until: after }),
    } as const
    const found = await rpc.signaturesOf(wallet, range)
    listed.push(...found.map(({ signature }) => signature as Signature))
    if (found.length < SIGNATURES_AT_ONCE) return listed
  }
  if (after === null) return listed
  throw new Error(`${wallet} has more than ${listed.length} transactions since ${after}`)
}

function given(entry: LedgerEntry | null): LedgerEntry {
  if (!entry) throw new AppError('upstream_unavailable', { upstream: 'the history of the Solana RPC' })
  return entry
}

function movementOf(entry: LedgerEntry, wallet: Wallet): Movement {
  const change = entry.balances.get(wallet) ?? { beforeLamports: lamports(0), afterLamports: lamports(0) }
  return {
    signature: entry.signature as Signature,
    height: entry.slot,
    atMs: unixMs((entry.blockTimeSec ?? 0) * 1_000),
    beforeAtomic: change.beforeLamports,
    afterAtomic: change.afterLamports,
    feeAtomic: lamports(entry.feePayer === wallet ? entry.feeLamports : 0n),
    rentAtomic: rentLamports(entry, wallet),
    ...(entry.instructions.some(({ program }) => program === LOOKUP_TABLE_PROGRAM) && { ofLookupTable: true as const }),
  }
}

/** What the wallet paid for accounts that were not there before and are there after: one that was closed again gave its rent back. */
function rentLamports({ err, balances, instructions, innerInstructions }: LedgerEntry, wallet: Wallet): Lamports {
  if (err !== null) return lamports(0)
  const opened = [...instructions, ...innerInstructions].filter(({ program, accounts: [payer, account = ''], data }) => {
    const bytes = Buffer.from(data)
    if (program !== SystemProgram.programId.toBase58() || payer !== wallet || data.length !== CREATE_ACCOUNT_BYTES) return false
    const change = balances.get(account)
    return bytes.readUInt32LE(0) === 0 && change?.beforeLamports === 0n && change.afterLamports > 0n
  })
  return lamports(opened.reduce((sumLamports, { data }) => sumLamports + Buffer.from(data).readBigUInt64LE(4), 0n))
}
