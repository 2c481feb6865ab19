import { fromBase58 } from '../../lib/bytes.ts'
import { verifyDetached } from '../../lib/ed25519.ts'
import type { Signer } from '../../ports/signer.ts'
import { checkedSign } from './checked-sign.ts'
import { askKms, type KmsMeans, type KmsKey } from './ask-kms.ts'

/** Has a key of AWS KMS sign: of the kind ECC_NIST_EDWARDS25519 for Solana, ECC_SECG_P256K1 for EVM chains. */
export function createKmsSigner(means: KmsMeans, location: KmsKey, curve: 'ed25519' | 'secp256k1'): Signer {
  const { wallet } = location
  const algorithm =
    curve === 'ed25519'
      ? { MessageType: 'RAW', SigningAlgorithm: 'ED25519_SHA_512' }
      : { MessageType: 'DIGEST', SigningAlgorithm: 'ECDSA_SHA_256' }
  return {
    wallet,
    sign: checkedSign(means.time, {
      wallet,
      ask: (message, signal) => {
        const input = { Message: Buffer.from(message).toString('base64'), ...algorithm }
        return askKms(means, location, { action: 'Sign', field: 'Signature', input }, signal)
      },
      accept: async (message, answer) => {
        if (curve === 'ed25519') return verifyDetached(message, answer, fromBase58(wallet)!) ? new Uint8Array(answer) : null
        return (await import('./accept-ecdsa.ts')).acceptEcdsa(wallet, message, answer)
      },
    }),
  }
}
