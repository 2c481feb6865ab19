import {
  AccountRole,
  addSignersToTransactionMessage,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  createKeyPairSignerFromBytes,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import type { AccountMeta, Connection, Keypair, TransactionInstruction } from '@solana/web3.js'

export interface V1Limits {
  computeUnitLimit: number
  priorityFeeLamports: bigint
  /** Without it the limit is 0 and the transaction fails. */
  loadedAccountsDataSizeLimit: number
}

const LIMITS: V1Limits = { computeUnitLimit: 600_000, priorityFeeLamports: 600n, loadedAccountsDataSizeLimit: 16 * 1024 * 1024 }

function roleOf({ isSigner, isWritable }: AccountMeta): AccountRole {
  if (isSigner) return isWritable ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER
  return isWritable ? AccountRole.WRITABLE : AccountRole.READONLY
}

const toKitInstruction = ({ programId, keys, data }: TransactionInstruction) => ({
  programAddress: address(programId.toBase58()),
  accounts: keys.map((meta) => ({ address: address(meta.pubkey.toBase58()), role: roleOf(meta) })),
  data: Uint8Array.from(data),
})

/** A signed v1 transaction; the first signer pays. */
export async function signV1(
  connection: Connection,
  instructions: TransactionInstruction[],
  signers: Keypair[],
  limits: V1Limits = LIMITS,
): Promise<Uint8Array> {
  const latest = await connection.getLatestBlockhash()
  const lifetime = { blockhash: blockhash(latest.blockhash), lastValidBlockHeight: BigInt(latest.lastValidBlockHeight) }
  const [payer, ...others] = await Promise.all(signers.map(({ secretKey }) => createKeyPairSignerFromBytes(secretKey)))
  const message = pipe(
    createTransactionMessage({ version: 1 }),
    (draft) => setTransactionMessageFeePayerSigner(payer!, draft),
    (draft) => setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
    (draft) => setTransactionMessageConfig(limits, draft),
    (draft) => appendTransactionMessageInstructions(instructions.map(toKitInstruction), draft),
    (draft) => addSignersToTransactionMessage([payer!, ...others], draft),
  )
  return Uint8Array.from(getTransactionEncoder().encode(await signTransactionMessageWithSigners(message)))
}
