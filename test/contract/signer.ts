import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { bytesToHex, type Hex, keccak256, recoverAddress } from 'viem'
import { fromBase58 } from '../../src/lib/bytes.ts'
import { verifyDetached } from '../../src/lib/ed25519.ts'
import type { Signer } from '../../src/ports/signer.ts'

/** A signer of a curve, and how to end what it needs. */
export interface SignerHarness {
  readonly curve: 'ed25519' | 'secp256k1'
  readonly signer: Signer
  close(): Promise<void>
}

/** Half of the order of secp256k1. @see EIP-2 */
const S_MAX = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/** True for a signature in the port's form that independent code finds to be the wallet's, of this message. */
async function isSignature(curve: SignerHarness['curve'], wallet: string, message: Uint8Array, signature: Uint8Array): Promise<boolean> {
  if (curve === 'ed25519') return verifyDetached(message, signature, fromBase58(wallet)!)
  const s = BigInt(bytesToHex(signature.slice(32, 64)))
  const whole: Hex = `${bytesToHex(signature.slice(0, 64))}${signature[64] === 0 ? '1b' : '1c'}`
  return (
    signature.length === 65 && signature[64]! <= 1 && s <= S_MAX && (await recoverAddress({ hash: message, signature: whole })) === wallet
  )
}

/** What every signer does, whoever keeps its key. */
export function signerContract(name: string, open: () => Promise<SignerHarness>): void {
  describe(`decision "Signers": ${name}`, () => {
    let harness: SignerHarness
    beforeAll(async () => void (harness = await open()))
    afterAll(() => harness.close())

    /** A message of the chain: bytes of a transaction, or the hash of one. */
    const messageOf = (length: number, first: number): Uint8Array => {
      const bytes = Uint8Array.from({ length }, (_, index) => (first + index) % 256)
      return harness.curve === 'ed25519' ? bytes : keccak256(bytes, 'bytes')
    }

    test.each([1, 32, 900, 1_232, 4_096])('signs a message of %d bytes with the wallet’s key', async (length) => {
      const { curve, signer } = harness
      const message = messageOf(length, 7)
      expect(await isSignature(curve, signer.wallet, message, await signer.sign(message))).toBe(true)
    })

    test('at the same time each message gets its own signature, in the port’s form', async () => {
      const { curve, signer } = harness
      const messages = Array.from({ length: 64 }, (_, index) => messageOf(300, index))
      const signatures = await Promise.all(messages.map((message) => signer.sign(message)))
      const right = await Promise.all(messages.map((message, index) => isSignature(curve, signer.wallet, message, signatures[index]!)))
      expect(right).toEqual(messages.map(() => true))
      expect(await isSignature(curve, signer.wallet, messages[1]!, signatures[0]!)).toBe(false)
    })

    test('a Solana wallet signs the same message the same way', async () => {
      const { curve, signer } = harness
      if (curve !== 'ed25519') return
      expect(await signer.sign(messageOf(100, 3))).toEqual(await signer.sign(messageOf(100, 3)))
    })
  })
}
