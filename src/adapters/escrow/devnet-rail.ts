import { createHash } from 'node:crypto'
import { PublicKey, SystemProgram } from '@solana/web3.js'
import { type Lamports, lamports, type Signature, type Wallet } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import type { SignedTransaction } from '../../domain/operation.ts'
import { toBase58, toBase64 } from '../../lib/bytes.ts'
import type { Secret } from '../../lib/secret.ts'
import type { EscrowRail } from '../../ports/escrow.ts'
import type { Signer } from '../../ports/signer.ts'
import type { RecordNode } from '../../ports/node-watch.ts'
import { DEVNET_CHAIN_ID } from './escrow-rails.ts'
import { advanceTransactions } from '../chains/solana/advance-transactions.ts'
import { DEVNET_GENESIS_HASH, MAINNET_GENESIS_HASH } from '../chains/genesis-hashes.ts'
import { createSolanaHistory } from '../chains/solana/solana-history.ts'
import { createSolanaRpc, type RecentBlockhash, type SolanaRpc } from '../chains/solana/solana-rpc.ts'
import { draftTransaction, toWire } from '../chains/solana/transaction-draft.ts'
import type { MachineTime } from '../../ports/clock.ts'
import type { RpcPool } from '../chains/rpc-pool.ts'

/** The rent-exempt minimum of an account without data, below which a new wallet cannot be paid. */
const RENT_LAMPORTS = 890_880n
const FEE_LAMPORTS = 5_000n
/** The most that a node lists at once: nobody but this wallet names a reference before its payout. */
const LISTED_MAX = 1_000
/** A transfer and the instruction that sets this limit take 300. */
const COMPUTE_UNITS = 1_000

/** The devnet node, and the wallet that pays. */
export interface DevnetRailOptions {
  /** A single node, since its proof must hold for every call. */
  readonly rpcUrl: Secret<string>
  readonly time: MachineTime
  /** The wallet that pays workers. */
  readonly payer: Signer
  readonly timeoutMs?: number
  readonly recordNode?: RecordNode
}

/** The rail, with the balance of its wallet for the operator. */
export interface DevnetRail extends EscrowRail {
  /** The balance of the wallet that pays. */
  escrowLamports(): Promise<Lamports>
}

/**
 * Pays in SOL of Solana's devnet, one transfer per payout. The node proves its cluster each time before anything is signed or sent, so
 * that no configuration makes this rail pay on another.
 */
export function createDevnetRail({ rpcUrl, payer, timeoutMs, time, recordNode }: DevnetRailOptions): DevnetRail {
  const rpc = createSolanaRpc({
    urls: [rpcUrl],
    genesisHash: DEVNET_GENESIS_HASH,
    upstream: 'devnet',
    time,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(recordNode === undefined ? {} : { recordNode }),
  })

  return {
    chainId: DEVNET_CHAIN_ID,
    payer: { chainId: DEVNET_CHAIN_ID, wallet: payer.wallet, currency: 'SOL', history: createSolanaHistory(rpc) },
    payoutAtomicMin: lamports(RENT_LAMPORTS),
    async escrowLamports() {
      await checkDevnetGenesis(rpc.pool)
      return rpc.balanceLamports(payer.wallet)
    },
    async preparePayout({ jobId, part, worker, amountAtomic }) {
      await checkDevnetGenesis(rpc.pool)
      const reference = await referenceOf(payer, `payout of part ${part} of ${jobId}`)
      const paid = await findPaid(rpc, payer.wallet, reference)
      if (paid) return [paid]
      const [blockhash, balanceLamports] = await Promise.all([rpc.recentBlockhash(), rpc.balanceLamports(payer.wallet)])
      if (balanceLamports < amountAtomic + FEE_LAMPORTS + RENT_LAMPORTS)
        throw new AppError('escrow_balance_too_low', { wallet: payer.wallet, chainId: DEVNET_CHAIN_ID })
      return [await signTransfer({ payer, blockhash, worker, amountLamports: lamports(amountAtomic), reference })]
    },
    async advance(transactions) {
      await checkDevnetGenesis(rpc.pool)
      return advanceTransactions({ rpc, jito: null }, transactions)
    },
  }
}

/**
 * The account that the payout of a job's part names, as Solana Pay has it: a hash of the wallet's signature of its name. It stays the same
 * wherever the wallet's key is kept, and nobody without that key knows it before the payout.
 */
async function referenceOf(payer: Signer, name: string): Promise<PublicKey> {
  const text = Buffer.from(name)
  const [one, other] = await Promise.all([payer.sign(text), payer.sign(text)])
  // What differs each time cannot be found again, and the part would be paid twice. @see RFC 8032, section 5.1.6
  if (toBase58(one) !== toBase58(other)) throw new AppError('upstream_unavailable', { upstream: `the signer of ${payer.wallet}` })
  return new PublicKey(createHash('sha256').update(one).digest())
}

/**
 * The transaction of this wallet that named the reference and landed; null where there is none.
 *
 * @throws AppError upstream_unavailable also when more transactions name it than are looked through
 */
async function findPaid(
  rpc: Pick<SolanaRpc, 'signaturesOf' | 'transaction'>,
  wallet: Wallet,
  reference: PublicKey,
): Promise<SignedTransaction | null> {
  const listed = await rpc.signaturesOf(reference.toBase58(), { limit: LISTED_MAX })
  for (const { signature, failed } of listed) {
    if (failed) continue
    const entry = await rpc.transaction(signature)
    if (!entry) throw new AppError('upstream_unavailable', { upstream: 'the history of the devnet RPC' })
    // It has landed, and is never sent again.
    if (entry.feePayer === wallet)
      return { steps: ['transfer'], signature: signature as Signature, bytesBase64: '', lastValidBlockHeight: 0 }
  }
  if (listed.length === LISTED_MAX) throw new AppError('upstream_unavailable', { upstream: 'the history of the devnet RPC' })
  return null
}

async function signTransfer({
  payer,
  blockhash,
  worker,
  amountLamports,
  reference,
}: {
  payer: Signer
  blockhash: RecentBlockhash
  worker: Wallet
  amountLamports: Lamports
  reference: PublicKey
}): Promise<SignedTransaction> {
  const payerKey = new PublicKey(payer.wallet)
  const transfer = SystemProgram.transfer({ fromPubkey: payerKey, toPubkey: new PublicKey(worker), lamports: amountLamports })
  // It identifies the part: without it, two equal payouts to one worker in one block would be the same transaction, and land once.
  transfer.keys.push({ pubkey: reference, isSigner: false, isWritable: false })
  const draft = draftTransaction({
    version: 0,
    payer: payerKey,
    blockhash,
    instructions: [transfer],
    computeUnits: COMPUTE_UNITS,
    priorityFeeLamports: lamports(0),
    tables: [],
  })
  if (!draft) throw new Error('one transfer fits into a transaction')
  const signature = await payer.sign(draft.message)
  return {
    steps: ['transfer'],
    signature: toBase58(signature) as Signature,
    bytesBase64: toBase64(toWire(draft, [signature])),
    lastValidBlockHeight: blockhash.lastValidBlockHeight,
  }
}

/**
 * Throws unless the node has proved by its genesis hash that it serves devnet. The pool ignores nodes of another cluster; this gives the
 * error its sentence.
 */
async function checkDevnetGenesis(pool: Pick<RpcPool, 'prove'>): Promise<void> {
  const [node] = await pool.prove()
  // As CAIP-2 writes it: the first 32 characters.
  const chainId = `solana:${node?.chain?.slice(0, 32)}`
  if (node?.status === 'wrong')
    throw new AppError(node.chain === MAINNET_GENESIS_HASH ? 'mainnet_rail_not_allowed' : 'escrow_rail_not_available', { chainId })
  if (node?.status !== 'proved') throw new AppError('upstream_unavailable', { upstream: 'the Solana RPC' })
}
