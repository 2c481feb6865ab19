import { createHash } from 'node:crypto'
import { SystemInstruction, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { RpcError, invalidParams } from './rpc-error.ts'
import { type RpcMethods, optionsOf, withContext } from './rpc-method.ts'
import { readWireTransaction } from './rpc-transaction-methods.ts'
import type { GroupOutcome } from './test-chain.ts'
import { type WireTransaction, signaturesAreValid } from './wire-transaction.ts'

/** The block engine's tip accounts; one of them must be paid in every bundle. */
export const JITO_TIP_ACCOUNTS = [
  '96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5',
  'HFqU5x63VTqvQss8hp11i4wVV8bD44PvwucfZ2bU7gRe',
  'Cw8CFyM9FkoMi7K7Crf6HNQqf4uEMzpKw6QNghXLvLkY',
  'ADaUMid9yfUytqMBgopwjb2DTLSokTSzL1zt6iGPaS49',
  'DfXygSm4jCyNCybVYYK6DwvWqjKee8pbDmJGcLWNDXjh',
  'ADuUkR4vqLUMWXxW9gh6D6L8pMSawimctcNZ5pGwDcEt',
  'DttWaMuVvTiduZRnguLF7jNxTgiMBZ1hyAumKUiL2KRL',
  '3AVi9Tg9Uo68tJfuvoKvqKNWKkC5wPdSSdeBnizKZ6jT',
]

const TIP_LAMPORTS_MIN = 1_000n
const BUNDLE_TRANSACTIONS_MAX = 5

interface Bundle {
  signatures: string[]
  outcome: GroupOutcome | null
}

/** Lamports the transaction transfers to tip accounts; only static keys count, as the engine advises. */
function tipLamports({ message }: WireTransaction): bigint {
  const keys = message.staticAccountKeys
  return message.compiledInstructions.reduce((total, { programIdIndex, accountKeyIndexes, data }) => {
    const target = keys[accountKeyIndexes[1] ?? -1]
    if (!keys[programIdIndex]?.equals(SystemProgram.programId) || !target || !JITO_TIP_ACCOUNTS.includes(target.toBase58())) return total
    const accounts = [...accountKeyIndexes].map((index) => ({ pubkey: keys[index]!, isSigner: false, isWritable: true }))
    const instruction = new TransactionInstruction({ programId: SystemProgram.programId, keys: accounts, data: Buffer.from(data) })
    if (SystemInstruction.decodeInstructionType(instruction) !== 'Transfer') return total
    return total + BigInt(SystemInstruction.decodeTransfer(instruction).lamports)
  }, 0n)
}

function statusOf(bundle: Bundle | undefined): { status: string; landed_slot: number | null } {
  if (!bundle) return { status: 'Invalid', landed_slot: null }
  if (bundle.outcome === null) return { status: 'Pending', landed_slot: null }
  return 'landedSlot' in bundle.outcome
    ? { status: 'Landed', landed_slot: Number(bundle.outcome.landedSlot) }
    : { status: 'Failed', landed_slot: null }
}

/** A block engine's bundle methods over the chain; its memory is its own. */
export function createJitoMethods(): RpcMethods {
  const bundles = new Map<string, Bundle>()
  return {
    getTipAccounts: () => JITO_TIP_ACCOUNTS,
    sendBundle: (chain, params) => {
      const encoded = params[0] as unknown[]
      if (!Array.isArray(encoded) || encoded.length === 0 || encoded.length > BUNDLE_TRANSACTIONS_MAX)
        throw invalidParams(`bundles must contain 1 to ${BUNDLE_TRANSACTIONS_MAX} transactions`)
      const group = encoded.map((entry) => readWireTransaction(entry, optionsOf(params, 1).encoding))
      if (!group.every(signaturesAreValid)) throw invalidParams('transaction signature verification failure')
      if (group.reduce((total, wire) => total + tipLamports(wire), 0n) < TIP_LAMPORTS_MIN)
        throw new RpcError(-32600, 'Bundles must write lock at least one tip account to be eligible for the auction.')
      const signatures = group.map(({ signature }) => signature)
      const id = createHash('sha256').update(signatures.join(',')).digest('hex')
      const bundle: Bundle = { signatures, outcome: null }
      bundles.set(id, bundle)
      chain.submit(group, (outcome) => {
        bundle.outcome = outcome
      })
      return id
    },
    getInflightBundleStatuses: (chain, [ids]) => {
      chain.poll()
      return withContext(
        chain,
        (ids as string[]).map((id) => ({ bundle_id: id, ...statusOf(bundles.get(id)) })),
      )
    },
    getBundleStatuses: (chain, [ids]) => {
      chain.poll()
      const landed = (ids as string[]).map((id) => {
        const bundle = bundles.get(id)
        const { status, landed_slot } = statusOf(bundle)
        if (!bundle || status !== 'Landed') return null
        const confirmed = { slot: landed_slot, confirmation_status: 'confirmed', err: { Ok: null } }
        return { bundle_id: id, transactions: bundle.signatures, ...confirmed }
      })
      return withContext(chain, landed)
    },
  }
}
