import { fromBase64, toBase58, toBase64 } from '../../src/lib/bytes.ts'
import { type KeyPair, signDetached } from '../../src/lib/ed25519.ts'

/**
 * The transactions of an unsigned launch, signed by these pairs as any client would: a count, the signatures in the order of
 * `signers`, the message.
 */
export const signOffer = (offer: { transactions: { transaction: string; signers: string[] }[] }, pairs: readonly KeyPair[]): string[] =>
  offer.transactions.map(({ transaction, signers }) => {
    const bytes = fromBase64(transaction)!.slice()
    const message = bytes.slice(1 + 64 * signers.length)
    signers.forEach((signer, index) => {
      const pair = pairs.find(({ publicKey }) => toBase58(publicKey) === signer)!
      bytes.set(signDetached(message, pair), 1 + 64 * index)
    })
    return toBase64(bytes)
  })
