import { describe, expect, test } from 'bun:test'
import nacl from 'tweetnacl'
import { toBase58 } from '../../src/lib/bytes.ts'
import { isAddress, keyPairFromSecret, signDetached, verifyDetached } from '../../src/lib/ed25519.ts'
import { Secret } from '../../src/lib/secret.ts'
import { newKeyPair } from '../support/new-key-pair.ts'

// Order of the ed25519 group: S + L is a second form of the signature with S.
const L = 2n ** 252n + 27742317777372353535851937790883648493n

/** The field's prime, and the curve's constant. */
const P = 2n ** 255n - 19n

const power = (base: bigint, exponent: bigint): bigint => {
  let [result, square] = [1n, base % P]
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % P
    square = (square * square) % P
  }
  return result
}
const inverse = (value: bigint) => power(value, P - 2n)
const D = (((P - 121665n) * inverse(121666n)) % P) as bigint

/** True when a point with this y, doubled, has y = 0: then it has order 8. On the curve 2y = (y² + x²) / (2 + x² - y²). */
function isOfOrderEight(hex: string): boolean {
  const y = BigInt(`0x${Buffer.from(hex, 'hex').reverse().toString('hex')}`)
  const ySquare = (y * y) % P
  const xSquare = (((ySquare - 1n + P) % P) * inverse((D * ySquare + 1n) % P)) % P
  return (ySquare + xSquare) % P === 0n
}

describe('ed25519', () => {
  const pair = newKeyPair()
  const message = new TextEncoder().encode('svc-approve-dry-run:1:2')
  const wallet = toBase58(pair.publicKey)
  const signature = signDetached(message, pair)

  test('signs as any other implementation does', () => {
    expect(Buffer.from(signature)).toEqual(Buffer.from(nacl.sign.detached(message, pair.secretKey.reveal())))
    expect(nacl.sign.keyPair.fromSeed(pair.secretKey.reveal().slice(0, 32)).publicKey).toEqual(pair.publicKey)
    expect(isAddress(wallet)).toBe(true)
  })

  test('rules 5.6: a key of small order signs nothing, though the arithmetic of its "signature" is right', () => {
    // Every y of the eight points, and both that stand for y = 0 and y = 1 a second time; each with either sign.
    const orderEight = [
      '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    ]
    const field = [0n, 1n, P - 1n, P, P + 1n].map((y) => Buffer.from(y.toString(16).padStart(64, '0'), 'hex').reverse().toString('hex'))
    const points = [...field, ...orderEight].flatMap((hex) => {
      const [plain, negative] = [Buffer.from(hex, 'hex'), Buffer.from(hex, 'hex')]
      negative[31]! |= 0x80
      return [plain, negative].map((bytes) => new Uint8Array(bytes))
    })
    const identity = new Uint8Array(32).fill(1, 0, 1)
    const forgery = new Uint8Array([...identity, ...new Uint8Array(32)])
    for (const point of points) {
      for (let n = 0; n < 32; n += 1) expect(verifyDetached(new Uint8Array([n]), forgery, point)).toBe(false)
    }
    for (const hex of orderEight) expect(isOfOrderEight(hex)).toBe(true)
  })

  test('rules 5.6: refuses the second form of a signature, so that one signature is accepted once', () => {
    const s = BigInt('0x' + Buffer.from(signature.slice(32)).reverse().toString('hex')) + L
    const twin = Buffer.concat([signature.slice(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse()])
    expect(verifyDetached(message, new Uint8Array(twin), pair.publicKey)).toBe(false)
  })

  test('refuses a secret key whose halves do not belong together', () => {
    expect(keyPairFromSecret(pair.secretKey)?.secretKey.reveal()).toEqual(pair.secretKey.reveal())
    expect(keyPairFromSecret(new Secret(Uint8Array.of(...pair.secretKey.reveal().slice(0, 32), ...newKeyPair().publicKey)))).toBeNull()
    expect(keyPairFromSecret(new Secret(pair.secretKey.reveal().slice(0, 32)))).toBeNull()
  })
})
