import { describe, expect, test } from 'bun:test'
import { address, getOffchainMessageEncoder, type OffchainMessage } from '@solana/kit'
import { toBase58 } from '../../../src/lib/bytes.ts'
import { signDetached } from '../../../src/lib/ed25519.ts'
import { applicationDomains, offchainEnvelopes } from '../../../src/lib/signatures/offchain-envelopes.ts'
import { proveText, type SignedText } from '../../../src/lib/signatures/prove-text.ts'
import { newKeyPair } from '../../support/new-key-pair.ts'

const pair = newKeyPair()
const wallet = toBase58(pair.publicKey)
const host = 'launch.test'
const text = 'svc-approve-dry-run:0123456789abcdef:1800000000000'
const of = { wallet, text, host }
const plain = new TextEncoder().encode(text)
const verifyText = (signed: SignedText, signatures: readonly Uint8Array[]) => proveText(signed, signatures) !== null
const verified = (signed: Uint8Array, changes = {}) => verifyText({ ...of, ...changes }, [signDetached(signed, pair)])
const bytes = (...parts: readonly (Uint8Array | readonly number[])[]) => Uint8Array.from(parts.flatMap((part) => [...part]))

const SIGNING_DOMAIN = Uint8Array.from('\xffsolana offchain', (letter) => letter.charCodeAt(0))
const LENGTH = [plain.length & 0xff, plain.length >> 8]
const NO_DOMAIN = new Uint8Array(32)
const legacy = bytes(SIGNING_DOMAIN, [0, 0], LENGTH, plain)
const whole = (domain: Uint8Array = NO_DOMAIN, signers: readonly Uint8Array[] = [pair.publicKey]) =>
  bytes(SIGNING_DOMAIN, [0], domain, [0, signers.length], ...signers, LENGTH, plain)
const versionOne = (...signers: readonly Uint8Array[]) => bytes(SIGNING_DOMAIN, [1, signers.length], ...signers, plain)

const FORMS: readonly (readonly [string, Uint8Array])[] = [
  ['the text alone', plain],
  ['version 0 as Ledger signs it', legacy],
  ['version 0 without an application domain', whole()],
  ['version 0 with the host’s hash as application domain', whole(applicationDomains(host)[1]!)],
  ['version 0 with the host as application domain', whole(bytes(new TextEncoder().encode(host), new Uint8Array(32 - host.length)))],
  ['version 1', versionOne(pair.publicKey)],
]
/** ASCII is UTF-8 too: each envelope of version 0 is one with either format. */
const OF_UTF8 = [legacy, ...[NO_DOMAIN, ...applicationDomains(host)].map((domain) => whole(domain))].map((signed) =>
  signed.map((byte, at) => (at === (signed === legacy ? 17 : 49) ? 1 : byte)),
)
const isOfUtf8 = (signed: Uint8Array) => OF_UTF8.some((form) => Buffer.from(form).equals(signed))

describe('decision "A wallet’s signature": what may have been signed', () => {
  test.each(FORMS)('%s', (_form, signed) => {
    expect(verified(signed)).toBe(true)
  })

  test('version 0 with the format UTF-8 over a text that is ASCII', () => {
    expect(OF_UTF8.map((signed) => verified(signed))).toEqual(OF_UTF8.map(() => true))
  })

  test.each(FORMS)('%s, with any byte of it changed, left out or added, is refused', (_form, signed) => {
    for (let at = 0; at < signed.length; at += 1) {
      for (const flip of [1, 0x80, 0xff]) {
        const flipped = signed.map((byte, index) => (index === at ? byte ^ flip : byte))
        if (!isOfUtf8(flipped)) expect([at, verified(flipped)]).toEqual([at, false])
      }
      expect([at, verified(bytes(signed.slice(0, at), signed.slice(at + 1)))]).toEqual([at, false])
      expect([at, verified(bytes(signed.slice(0, at), [signed[at]! ^ 1], signed.slice(at)))]).toEqual([at, false])
    }
    expect(verified(bytes(signed, [0]))).toBe(false)
  })

  test('the envelopes are those that Solana’s own library writes', () => {
    const encoded = (message: object) => new Uint8Array(getOffchainMessageEncoder().encode(message as OffchainMessage))
    const requiredSignatories = [{ address: address(wallet) }]
    const ours = offchainEnvelopes(text, pair.publicKey, host)
    const [ascii, utf8] = [0, 1].map((format) =>
      applicationDomains(host).map((domain) =>
        encoded({ version: 0, applicationDomain: toBase58(domain), content: { format, text }, requiredSignatories }),
      ),
    )
    const older = ours.filter((envelope) => envelope.length === legacy.length)
    expect(older).toHaveLength(2)
    expect(ours.filter((envelope) => !older.includes(envelope))).toEqual([
      ...ascii!,
      ...utf8!,
      encoded({ version: 1, content: text, requiredSignatories }),
    ])
  })

  test('a text that is not ASCII has the format of UTF-8', () => {
    expect(offchainEnvelopes('für', pair.publicKey, host)[0]![17]).toBe(1)
  })

  const other = newKeyPair().publicKey
  test.each([
    ['version 0 for another signer', whole(NO_DOMAIN, [other])],
    ['version 0 for two signers', whole(NO_DOMAIN, [pair.publicKey, other])],
    ['version 0 for the signer twice', whole(NO_DOMAIN, [pair.publicKey, pair.publicKey])],
    ['version 0 for nobody', whole(NO_DOMAIN, [])],
    ['version 0 with the application domain of another host', whole(applicationDomains('other.test')[1]!)],
    ['version 1 for another signer', versionOne(other)],
    ['version 1 for two signers', versionOne(other, pair.publicKey)],
    ['version 1 for nobody', versionOne()],
    ['version 1 with a format', bytes(SIGNING_DOMAIN, [1, 0, 1], pair.publicKey, plain)],
    ['an envelope in an envelope', bytes(SIGNING_DOMAIN, [1, 1], pair.publicKey, legacy)],
  ])('%s is refused', (_form, signed) => {
    expect(verified(signed)).toBe(false)
  })

  test.each([
    ['another text', { text: 'other' }],
    ['another wallet', { wallet: toBase58(other) }],
    ['a wallet that is none', { wallet: 'nobody' }],
    ['a public key that is no point', { wallet: toBase58(new Uint8Array(32).fill(0xff)) }],
  ])('%s is false, not an exception', (_case, changes) => {
    for (const [, signed] of FORMS) expect(verified(signed, changes)).toBe(false)
  })

  test('of several readings of one signature each is tried', () => {
    expect(verifyText(of, [new Uint8Array(64), signDetached(legacy, pair)])).toBe(true)
    expect(verifyText(of, [])).toBe(false)
    expect(verifyText(of, [new Uint8Array(63)])).toBe(false)
  })

  test('version 0 with the host’s hash is worth nothing at another host', () => {
    const signed = whole(applicationDomains(host)[1]!)
    expect(verified(signed, { host: 'other.test' })).toBe(false)
  })
})
