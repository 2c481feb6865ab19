import { type KeyPair, keyPairFromSecret } from '../../lib/ed25519.ts'
import { Secret } from '../../lib/secret.ts'

/** The key in a facilitator's URL; null where it asks for none. @throws Error when it is no id and Ed25519 secret key */
export function tokenKeyIn(written: string): { readonly keyId: string; readonly pair: KeyPair } | null {
  const { username, password } = new URL(written)
  if (username === '' && password === '') return null
  // The padding of base64, which URLs escape.
  const pair = keyPairFromSecret(new Secret(new Uint8Array(Buffer.from(password.replace(/%3D/g, ''), 'base64'))))
  if (username === '' || pair === null) throw new Error('the credentials of the facilitator are no key id and Ed25519 secret')
  return { keyId: username, pair }
}
