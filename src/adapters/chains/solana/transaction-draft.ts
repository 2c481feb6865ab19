import {
  type Address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createTransactionMessage,
  type Instruction,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import {
  type AddressLookupTableAccount,
  ComputeBudgetProgram,
  type PublicKey,
  type TransactionInstruction,
  TransactionMessage,
} from '@solana/web3.js'
import { type Lamports, microLamports } from '../../../domain/brands.ts'
import type { RecentBlockhash } from './solana-rpc.ts'

/** A serialized transaction without signatures. */
export interface TransactionDraft {
  readonly version: 0 | 1
  readonly message: Uint8Array
  /** Required signers as base58, fee payer first, in the order of the signatures. */
  readonly signers: readonly string[]
  /** Bytes on the wire, signatures included. */
  readonly wireBytes: number
  readonly computeUnits: number
  readonly priorityFeeLamports: Lamports
}

/** The parts of a transaction; the priority fee is for the whole of it. */
export interface DraftInput {
  readonly version: 0 | 1
  readonly payer: PublicKey
  readonly blockhash: RecentBlockhash
  readonly instructions: readonly TransactionInstruction[]
  readonly computeUnits: number
  readonly priorityFeeLamports: Lamports
  /** Used by version 0 only. */
  readonly tables: readonly AddressLookupTableAccount[]
}

const SIGNATURE_BYTES = 64
const V0_BYTES_MAX = 1_232
/** @see SIMD-0385: 4,096 bytes and 64 accounts */
const V1_BYTES_MAX = 4_096
const V1_ACCOUNTS_MAX = 64
/** Default limit of loaded account data in version 0; in version 1 the default loads nothing. */
const LOADED_BYTES_MAX = 64 * 1_024 * 1_024

/** The transaction, serialized and measured; null when it exceeds the network's limits. */
export function draftTransaction(input: DraftInput): TransactionDraft | null {
  return input.version === 1 ? draftV1(input) : draftV0(input)
}

/** The bytes on the wire, from signatures in the order of `signers`. */
export function toWire(draft: Pick<TransactionDraft, 'version' | 'message'>, signatures: readonly Uint8Array[]): Uint8Array {
  const joined = Buffer.concat(signatures)
  // Version 1 puts the signatures last; version 0 puts them first, after their count.
  return draft.version === 1 ? Buffer.concat([draft.message, joined]) : Buffer.concat([Buffer.of(signatures.length), joined, draft.message])
}

function draftV0({ payer, blockhash, instructions, tables, computeUnits, priorityFeeLamports }: DraftInput): TransactionDraft | null {
  const unitPriceMicroLamports = microLamports((priorityFeeLamports * 1_000_000n) / BigInt(computeUnits))
  const budget = [ComputeBudgetProgram.setComputeUnitLimit({ units: computeUnits })]
  if (unitPriceMicroLamports > 0n) budget.push(ComputeBudgetProgram.setComputeUnitPrice({ microLamports: unitPriceMicroLamports }))
  const compiled = new TransactionMessage({
    payerKey: payer,
    recentBlockhash: blockhash.blockhash,
    instructions: [...budget, ...instructions],
  }).compileToV0Message([...tables])
  const message = serializeOrNull(() => compiled.serialize())
  if (!message) return null
  const signers = compiled.staticAccountKeys.slice(0, compiled.header.numRequiredSignatures).map((key) => key.toBase58())
  const wireBytes = 1 + signers.length * SIGNATURE_BYTES + message.length
  return wireBytes > V0_BYTES_MAX ? null : { version: 0, message, signers, wireBytes, computeUnits, priorityFeeLamports }
}

// web3.js serializes into a buffer of one packet, and throws RangeError where a message is longer.
function serializeOrNull(serialize: () => Uint8Array): Uint8Array | null {
  try {
    return serialize()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function draftV1({ payer, blockhash, instructions, computeUnits, priorityFeeLamports }: DraftInput): TransactionDraft | null {
  const lifetime = {
    blockhash: blockhash.blockhash as Parameters<typeof setTransactionMessageLifetimeUsingBlockhash>[0]['blockhash'],
    lastValidBlockHeight: BigInt(blockhash.lastValidBlockHeight),
  }
  const accounts = new Set(instructions.flatMap(({ keys, programId }) => [programId, ...keys.map(({ pubkey }) => pubkey)]).map(String))
  if (accounts.size > V1_ACCOUNTS_MAX) return null
  const compiled = compileTransaction(
    pipe(
      createTransactionMessage({ version: 1 }),
      (message) => setTransactionMessageFeePayer(payer.toBase58() as Address, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
      (message) => appendTransactionMessageInstructions(instructions.map(toKitInstruction), message),
      (message) =>
        setTransactionMessageConfig(
          { computeUnitLimit: computeUnits, priorityFeeLamports, loadedAccountsDataSizeLimit: LOADED_BYTES_MAX },
          message,
        ),
    ),
  )
  const message = Uint8Array.from(compiled.messageBytes)
  const signers = Object.keys(compiled.signatures)
  const wireBytes = message.length + signers.length * SIGNATURE_BYTES
  return wireBytes > V1_BYTES_MAX ? null : { version: 1, message, signers, wireBytes, computeUnits, priorityFeeLamports }
}

// AccountRole of kit: bit 0 writable, bit 1 signer.
const toKitInstruction = ({ programId, keys, data }: TransactionInstruction): Instruction => ({
  programAddress: programId.toBase58() as Address,
  accounts: keys.map(({ pubkey, isSigner, isWritable }) => ({
    address: pubkey.toBase58() as Address,
    role: (isSigner ? 2 : 0) | (isWritable ? 1 : 0),
  })),
  data: Uint8Array.from(data),
})
