import base58 from 'bs58'

/** Whoever can sign as a wallet: a key in this program, or a wallet that asks its owner. */
export interface Signer {
  /** Public key in base58. */
  readonly address: string
  /** The 64 bytes of the Ed25519 signature over these bytes. */
  sign(message: Uint8Array): Promise<Uint8Array>
}

/** A wallet whose secret key this program has: 32 bytes of seed and 32 of public key, as Solana's tools keep them. */
export interface KeypairSigner extends Signer {
  readonly secretKey: Uint8Array
}

/** What comes before the seed in an Ed25519 key as PKCS #8. @see RFC 8410 */
const PKCS8_HEAD = Uint8Array.of(0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20)
const SEED_BYTES = 32

/**
 * The wallet of a secret key: base58 text, a JSON byte array as text, or the bytes.
 *
 * @throws TypeError when it is none; the error has nothing of the secret in it
 */
export async function signerOf(secret: string | Uint8Array | readonly number[]): Promise<KeypairSigner> {
  const bytes = typeof secret === 'string' ? bytesOfText(secret.trim()) : Uint8Array.from(secret)
  if (bytes.length !== 2 * SEED_BYTES) throw new TypeError('A secret key has 64 bytes, as base58 or as a JSON byte array.')
  const signer = await signerOfSeed(bytes.subarray(0, SEED_BYTES))
  if (!signer.secretKey.every((byte, index) => byte === bytes[index])) throw new TypeError('The public half is not of this secret key.')
  return signer
}

/** A new wallet, such as the mint of an unsigned launch. */
export const newSigner = (): Promise<KeypairSigner> => signerOfSeed(crypto.getRandomValues(new Uint8Array(SEED_BYTES)))

async function signerOfSeed(seed: Uint8Array): Promise<KeypairSigner> {
  const key = await crypto.subtle.importKey('pkcs8', Uint8Array.of(...PKCS8_HEAD, ...seed), 'Ed25519', true, ['sign'])
  const { x } = await crypto.subtle.exportKey('jwk', key)
  const publicKey = bytesOfBase64(x!.replaceAll('-', '+').replaceAll('_', '/'))
  return {
    address: base58.encode(publicKey),
    secretKey: Uint8Array.of(...seed, ...publicKey),
    sign: async (message) => new Uint8Array(await crypto.subtle.sign('Ed25519', key, Uint8Array.from(message))),
  }
}

function bytesOfText(text: string): Uint8Array {
  try {
    return text.startsWith('[') ? Uint8Array.from(JSON.parse(text) as number[]) : base58.decode(text)
  } catch {
    return new Uint8Array()
  }
}

/** @throws Error when the text is no base64 */
export const bytesOfBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

/** Base64 of the bytes. */
export const base64Of = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** The three headers by which the service knows that the wallet signed this text. */
export async function walletHeaders(signer: Signer, timestamp: string, text: string): Promise<Record<string, string>> {
  const signature = await signer.sign(new TextEncoder().encode(text))
  return { 'x-svc-wallet': signer.address, 'x-svc-timestamp': timestamp, 'x-svc-signature': base58.encode(signature) }
}
