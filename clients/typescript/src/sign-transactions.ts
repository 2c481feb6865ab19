import type { Answer } from './create-client.ts'
import { base64Of, bytesOfBase64, type Signer } from './signer.ts'

/** A transaction to sign, as the service hands it out. */
export type OfferedTransaction = NonNullable<Answer<'post', '/api/agent/launch/unsigned'>['data']>['transactions'][number]

const SIGNATURE_BYTES = 64

/**
 * The transaction with the signatures of these wallets in their places; its message is as it was. Of Solana: a count, the signatures in
 * the order of `signers`, the message.
 *
 * @throws TypeError when it names a signer that is not given, or is not of this form
 */
export async function signTransaction({ transaction, signers: names }: OfferedTransaction, signers: readonly Signer[]): Promise<string> {
  const bytes = bytesOfBase64(transaction)
  const messageAt = 1 + names.length * SIGNATURE_BYTES
  if (bytes[0] !== names.length || bytes.length <= messageAt) throw new TypeError('This is no Solana transaction.')
  const message = bytes.slice(messageAt)
  for (const [index, name] of names.entries()) {
    const signer = signers.find(({ address }) => address === name)
    if (!signer) throw new TypeError(`The wallet ${name} has to sign, and is not among the signers.`)
    bytes.set(await signer.sign(message), 1 + index * SIGNATURE_BYTES)
  }
  return base64Of(bytes)
}

/** All of them, signed one after the other, so that a wallet asks its owner about one at a time. @throws Error as signTransaction does */
export async function signTransactions(transactions: readonly OfferedTransaction[], signers: readonly Signer[]): Promise<string[]> {
  const signed: string[] = []
  for (const transaction of transactions) signed.push(await signTransaction(transaction, signers))
  return signed
}
