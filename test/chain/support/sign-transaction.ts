import { VersionedTransaction } from '@solana/web3.js'
import { fromBase64, toBase58, toBase64 } from '../../../src/lib/bytes.ts'
import { type KeyPair, signDetached } from '../../../src/lib/ed25519.ts'

/** Signs as a client would, with an own library; a signer whose pair is not given stays unsigned. */
export function signTransaction(
  { transaction, signers }: { transaction: string; signers: readonly string[] },
  pairs: readonly KeyPair[],
): string {
  const wire = VersionedTransaction.deserialize(fromBase64(transaction)!)
  const message = wire.message.serialize()
  signers.forEach((signer, index) => {
    const pair = pairs.find(({ publicKey }) => toBase58(publicKey) === signer)
    if (pair) wire.signatures[index] = signDetached(message, pair)
  })
  return toBase64(wire.serialize())
}
