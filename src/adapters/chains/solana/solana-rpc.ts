// Not web3.js's Connection: answers of several nodes are compared (their chain, how far behind they are, who has seen a transaction), and
// neither that library nor kit asks more than one node.
import type { Tracer } from '../../../ports/tracer.ts'
import { type Lamports, lamports, type MicroLamports, microLamports } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import { fromBase64 } from '../../../lib/bytes.ts'
import type { Secret } from '../../../lib/secret.ts'
import type { MachineTime } from '../../../ports/clock.ts'
import type { NodeReport, RecordNode } from '../../../ports/node-watch.ts'
import { genesisHash as readGenesisHash, MAINNET_GENESIS_HASH } from '../genesis-hashes.ts'
import { createRpcPool, type RecordCall, type RpcPool } from '../rpc-pool.ts'
import { array, integer, object, text } from '../rpc-shape.ts'
import { BLOCKHASH_BLOCKS } from './blockhash-blocks.ts'
import { contextual } from './contextual.ts'
import { type LedgerEntry, readLedgerEntry } from './ledger-entry.ts'

/** Nodes of one Solana cluster, and observers of their calls. */
export interface SolanaRpcOptions {
  /** In order of preference. */
  readonly urls: readonly Secret<string>[]
  /** Most milliseconds one answer may take. */
  readonly timeoutMs?: number
  readonly time: MachineTime
  /** The cluster that every node must prove to serve; mainnet-beta by default. */
  readonly genesisHash?: string
  readonly upstream?: NodeReport['upstream']
  readonly recordCall?: RecordCall
  readonly recordNode?: RecordNode
  readonly tracer?: Tracer
}

/** An account as read. */
export interface ChainAccount {
  readonly lamports: Lamports
  readonly owner: string
  readonly executable: boolean
  readonly data: Buffer
}

/** A blockhash, the last block height at which it is valid, and the slot of the read. */
export interface RecentBlockhash {
  readonly blockhash: string
  readonly lastValidBlockHeight: number
  readonly slot: number
}

/** The result of a simulation. `err` is the runtime's own JSON, null on success. */
export interface RpcSimulation {
  readonly err: unknown
  readonly logs: readonly string[]
  readonly computeUnits: number
  /** The accounts that were asked for, after the simulation. */
  readonly accounts: readonly (ChainAccount | null)[]
}

/** A Solana cluster behind one or more nodes, at commitment `confirmed`. Every call may throw AppError upstream_unavailable. */
export interface SolanaRpc {
  readonly pool: RpcPool
  /** One entry per address, in order; null where there is no account. One request per 100 addresses, concurrently. */
  accounts(addresses: readonly string[]): Promise<(ChainAccount | null)[]>
  /** At most 100 accounts as no fork takes them back, and the slot that they are of; asked through `ask`, of any node by default. */
  finalAccounts<T>(
    addresses: readonly string[],
    read: (accounts: (ChainAccount | null)[], slot: number) => T,
    ask?: RpcPool['ask'],
  ): Promise<T>
  /** With `finalized` what no fork takes back. */
  balanceLamports(address: string, commitment?: Commitment): Promise<Lamports>
  recentBlockhash(): Promise<RecentBlockhash>
  /** A finalized slot, about 32 behind the newest. */
  finalSlot(): Promise<number>
  /** The rent-exempt minimum of an account without data; the rate for every size follows from it. */
  emptyAccountRentLamports(): Promise<Lamports>
  /** Recent prioritization fees per compute unit; empty where the node does not say. */
  recentUnitPricesMicroLamports(writable: readonly string[]): Promise<MicroLamports[]>
  /** With `replaceBlockhash` the simulation uses a current blockhash. @throws RpcRefusal when a node refuses to simulate */
  simulate(
    bytesBase64: string,
    wanted?: { accounts?: readonly string[]; notBeforeSlot?: number; replaceBlockhash?: boolean },
  ): Promise<RpcSimulation>
  /** Sends the bytes to every node at once, without preflight. True when one accepted them. */
  send(bytesBase64: string): Promise<boolean>
  /** A transaction at `confirmed` or later; null where the node has none. */
  transaction(signature: string): Promise<LedgerEntry | null>
  /**
   * Signatures that touched the address, newest first, at most `limit` (1,000), older than `before` and newer than `until`; with
   * `commitment: 'finalized'` only those.
   */
  signaturesOf(
    address: string,
    range?: { before?: string; until?: string; limit?: number; commitment?: Commitment },
  ): Promise<{ signature: string; slot: number; failed: boolean }[]>
  /** The largest token accounts of a mint, at most 20. */
  largestTokenAccounts(mint: string): Promise<string[]>
}

const TIMEOUT_MS = 5_000
const ACCOUNTS_PER_REQUEST = 100
const COMMITMENT = { commitment: 'confirmed' } as const

/** How sure a node is to be of what it tells. */
type Commitment = 'confirmed' | 'finalized'

/** A client of the cluster behind these nodes. */
export function createSolanaRpc(options: SolanaRpcOptions): SolanaRpc {
  const {
    urls,
    time,
    timeoutMs = TIMEOUT_MS,
    genesisHash = MAINNET_GENESIS_HASH,
    upstream = 'solana',
    recordCall,
    recordNode,
    tracer,
  } = options
  const pool = createRpcPool({
    urls,
    name: 'the Solana RPC',
    timeoutMs,
    time,
    identity: { method: 'getGenesisHash', expected: genesisHash, read: readGenesisHash },
    upstream,
    ...(recordCall ? { recordCall } : {}),
    ...(recordNode ? { recordNode } : {}),
    ...(tracer ? { tracer } : {}),
  })
  return {
    pool,
    async accounts(addresses) {
      const chunks = Array.from({ length: Math.ceil(addresses.length / ACCOUNTS_PER_REQUEST) }, (_, index) =>
        addresses.slice(index * ACCOUNTS_PER_REQUEST, (index + 1) * ACCOUNTS_PER_REQUEST),
      )
      const read = await Promise.all(
        chunks.map((chunk) =>
          pool.ask('getMultipleAccounts', [chunk, { ...COMMITMENT, encoding: 'base64' }], (result, recordHeight) =>
            array(contextual(result, recordHeight), chunk.length).map(readAccount),
          ),
        ),
      )
      return read.flat()
    },
    finalAccounts: (addresses, read, ask = pool.ask) =>
      ask('getMultipleAccounts', [addresses, { commitment: 'finalized', encoding: 'base64' }], (result, recordHeight) => {
        const accounts = array(contextual(result, recordHeight), addresses.length).map(readAccount)
        return read(accounts, integer(object(object(result).context).slot))
      }),
    balanceLamports: (address, commitment = 'confirmed') =>
      pool.ask('getBalance', [address, { commitment }], (result, recordHeight) => lamports(integer(contextual(result, recordHeight)))),
    recentBlockhash: async () => {
      const [recent, height] = await Promise.all([
        pool.ask('getLatestBlockhash', [COMMITMENT], readBlockhash),
        pool.ask('getEpochInfo', [COMMITMENT], readHeight),
      ])
      return { ...recent, lastValidBlockHeight: soundExpiry(recent.lastValidBlockHeight, height) }
    },
    finalSlot: () => pool.ask('getSlot', [{ commitment: 'finalized' }], integer),
    emptyAccountRentLamports: () => pool.ask('getMinimumBalanceForRentExemption', [0, COMMITMENT], (result) => lamports(integer(result))),
    // Without an answer the launch continues with the caller's minimum fee.
    recentUnitPricesMicroLamports: (writable) =>
      pool
        .ask('getRecentPrioritizationFees', [writable], (result) =>
          array(result).map((entry) => microLamports(integer(object(entry).prioritizationFee))),
        )
        .catch(() => []),
    simulate: (bytesBase64, { accounts = [], notBeforeSlot, replaceBlockhash = false } = {}) => {
      const options = {
        ...COMMITMENT,
        encoding: 'base64',
        sigVerify: false,
        ...(replaceBlockhash ? { replaceRecentBlockhash: true } : {}),
        ...(accounts.length > 0 ? { accounts: { encoding: 'base64', addresses: accounts } } : {}),
        ...(notBeforeSlot === undefined ? {} : { minContextSlot: notBeforeSlot }),
      }
      return pool.ask('simulateTransaction', [bytesBase64, options], (result, recordHeight) => {
        const value = object(contextual(result, recordHeight))
        if (value.err === undefined) throw new Error('no verdict')
        return {
          err: value.err,
          logs: value.logs === null ? [] : array(value.logs).map(text),
          computeUnits: integer(value.unitsConsumed ?? 0),
          accounts: accounts.length === 0 || value.accounts === null ? [] : array(value.accounts, accounts.length).map(readAccount),
        }
      })
    },
    async send(bytesBase64) {
      const options = { encoding: 'base64', skipPreflight: true, maxRetries: 0 }
      return (await pool.onAny((ask) => ask('sendTransaction', [bytesBase64, options], text))) !== null
    },
    transaction: (signature) =>
      pool.ask('getTransaction', [signature, { ...COMMITMENT, encoding: 'json', maxSupportedTransactionVersion: 1 }], (result) =>
        result === null ? null : readLedgerEntry(signature, result),
      ),
    signaturesOf: (address, range = {}) =>
      pool.ask('getSignaturesForAddress', [address, { ...COMMITMENT, limit: 1_000, ...range }], (result) =>
        array(result).map((entry) => {
          const { signature, slot, err } = object(entry)
          return { signature: text(signature), slot: integer(slot), failed: err !== null }
        }),
      ),
    largestTokenAccounts: (mint) =>
      pool.ask('getTokenLargestAccounts', [mint, COMMITMENT], (result, recordHeight) =>
        array(contextual(result, recordHeight)).map((entry) => text(object(entry).address)),
      ),
  }
}

/**
 * The last block height of a blockhash, bounded from below by the current height: a value that is too low would declare a live
 * transaction dead, so the larger one counts.
 *
 * @throws AppError upstream_unavailable for a blockhash that has expired already, or that would live longer than any does
 */
function soundExpiry(reported: number, height: number): number {
  if (reported < height || reported > height + 2 * BLOCKHASH_BLOCKS)
    throw new AppError('upstream_unavailable', { upstream: 'the Solana RPC (behind)' })
  return Math.max(reported, height + BLOCKHASH_BLOCKS)
}

function readBlockhash(result: unknown, recordHeight: (slot: number) => void): RecentBlockhash {
  const { blockhash, lastValidBlockHeight } = object(contextual(result, recordHeight))
  const slot = integer(object(object(result).context).slot)
  return { blockhash: text(blockhash), lastValidBlockHeight: integer(lastValidBlockHeight), slot }
}

function readHeight(result: unknown, recordHeight: (slot: number) => void): number {
  const { absoluteSlot, blockHeight } = object(result)
  recordHeight(integer(absoluteSlot))
  return integer(blockHeight)
}

function readAccount(value: unknown): ChainAccount | null {
  if (value === null) return null
  const { lamports: held, owner, executable, data } = object(value)
  const encoded = text(array(data)[0])
  const bytes = encoded === '' ? new Uint8Array() : fromBase64(encoded)
  if (bytes === null || typeof executable !== 'boolean') throw new Error('not an account')
  return { lamports: lamports(integer(held)), owner: text(owner), executable, data: Buffer.from(bytes) }
}
