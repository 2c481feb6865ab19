import { describe, expect, test } from 'bun:test'
import nacl from 'tweetnacl'
import { toBase58, toBase64 } from '../../src/lib/bytes.ts'
import { isAddress, keyPairFromSecret, newKeyPair, signDetached, verifyDetached, verifySignature } from '../../src/lib/ed25519.ts'

// Order of the ed25519 group: S + L is a second form of the signature with S.
const L = 2n ** 252n + 27742317777372353535851937790883648493n

describe('ed25519', () => {
  const pair = newKeyPair()
  const message = new TextEncoder().encode('svc-approve-dry-run:1:2')
  const wallet = toBase58(pair.publicKey)
  const signature = signDetached(message, pair)

  test('signs as any other implementation does', () => {
    expect(Buffer.from(signature)).toEqual(Buffer.from(nacl.sign.detached(message, pair.secretKey)))
    expect(nacl.sign.keyPair.fromSeed(pair.secretKey.slice(0, 32)).publicKey).toEqual(pair.publicKey)
    expect(isAddress(wallet)).toBe(true)
  })

  test('takes a signature as base58 and as base64', () => {
    expect(verifySignature(wallet, 'svc-approve-dry-run:1:2', toBase58(signature))).toBe(true)
    expect(verifySignature(wallet, 'svc-approve-dry-run:1:2', toBase64(signature))).toBe(true)
  })

  test('spec 5.6: refuses the second form of a signature, so that one signature is accepted once', () => {
    const s = BigInt('0x' + Buffer.from(signature.slice(32)).reverse().toString('hex')) + L
    const twin = Buffer.concat([signature.slice(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse()])
    expect(verifyDetached(message, new Uint8Array(twin), pair.publicKey)).toBe(false)
  })

  test.each([
    ['another message', wallet, 'other', toBase58(signature)],
    ['another wallet', toBase58(newKeyPair().publicKey), 'svc-approve-dry-run:1:2', toBase58(signature)],
    ['a wallet that is none', 'nobody', 'svc-approve-dry-run:1:2', toBase58(signature)],
    ['a public key that is no point', toBase58(new Uint8Array(32).fill(0xff)), 'svc-approve-dry-run:1:2', toBase58(signature)],
    ['a signature that is none', wallet, 'svc-approve-dry-run:1:2', 'nothing'],
    ['an empty signature', wallet, 'svc-approve-dry-run:1:2', ''],
  ])('malformed or wrong is false, not an exception: %s', (_case, signer, text, signed) => {
    expect(verifySignature(signer, text, signed)).toBe(false)
  })

  test('refuses a secret key whose halves do not belong together', () => {
    expect(keyPairFromSecret(pair.secretKey)).toEqual(pair)
    expect(keyPairFromSecret(Uint8Array.of(...pair.secretKey.slice(0, 32), ...newKeyPair().publicKey))).toBeNull()
    expect(keyPairFromSecret(pair.secretKey.slice(0, 32))).toBeNull()
  })
})
