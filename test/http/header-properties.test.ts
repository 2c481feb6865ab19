import { describe, expect, test } from 'bun:test'
import { parseEvmLauncher } from '../../src/adapters/chains/evm/evm-launcher.ts'
import { parseSolanaLauncher } from '../../src/adapters/chains/solana/solana-launcher.ts'
import { AppError } from '../../src/domain/errors.ts'
import { idempotencyKeyText } from '../../src/http/guards/idempotency.ts'
import { verifyWalletSignature } from '../../src/http/guards/verify-wallet-signature.ts'
import { toBase58, toBase64 } from '../../src/lib/bytes.ts'
import { keyPairFromSeed, signDetached } from '../../src/lib/ed25519.ts'
import { Secret } from '../../src/lib/secret.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { bytesOf, damaged, forInputs, ODD_CHARACTERS, orRefusal, PROPERTY_INPUTS, textOf } from '../support/property.ts'
import { createSeededRandom, type SeededRandom } from '../support/seeded-random.ts'

/** Making a key costs more than reading one: a few serve all. */
const PAIRS = Array.from({ length: 40 }, (_, number) => keyPairFromSeed(new Secret(new Uint8Array(32).fill(number + 1))))

/** The bytes as a JSON array, with white space wherever JSON has it. */
const arrayOf = (random: SeededRandom, bytes: Uint8Array): string =>
  `[${[...bytes].join(random.pick([',', ', ', ',\n', ' ,']))}]`.replaceAll(/[[\]]/g, (bracket) => ` ${bracket} `).trim()

const ALPHABET = [...ODD_CHARACTERS, ...'0123456789abcdefABCDEF,[]xz']

/** What a refusal may repeat of a secret: nothing. */
function leak(error: unknown, text: string): string | null {
  const shown = error instanceof AppError ? JSON.stringify({ ...error, message: error.message, cause: error.cause }) : String(error)
  return text.length > 8 && shown.includes(text.slice(1, -1)) ? `the refusal tells ${text}` : null
}

describe('rules 10.2: x-launcher-key is the secret of one wallet, or is refused', () => {
  test('Solana: the wallet of the secret, whichever way it is written', () => {
    forInputs((random) => {
      const pair = random.pick(PAIRS)
      const text = random.below(2) === 0 ? toBase58(pair.secretKey.reveal()) : arrayOf(random, pair.secretKey.reveal())
      const { wallet } = parseSolanaLauncher(new Secret(random.pick(['', ' ', '\t']) + text))
      return (wallet as string) === toBase58(pair.publicKey) ? null : text
    }, PROPERTY_INPUTS / 5)
  })

  test('Solana: a text that is damaged is refused, and nothing of it told', () => {
    forInputs((random) => {
      const pair = random.pick(PAIRS)
      const whole = random.below(2) === 0 ? toBase58(pair.secretKey.reveal()) : `[${[...pair.secretKey.reveal()].join(',')}]`
      const text = random.pick([
        () => damaged(random, whole, ALPHABET),
        () => textOf(random, ALPHABET, 90),
        () => arrayOf(random, bytesOf(random, 70)),
      ])()
      try {
        const { wallet } = parseSolanaLauncher(new Secret(text))
        return PAIRS.some(({ publicKey }) => toBase58(publicKey) === (wallet as string)) ? null : `${text} is taken`
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'launcher_secret_invalid') throw error
        return leak(error, text)
      }
    })
  })

  test('Base: 32 bytes in hex or as an array, and nothing else', () => {
    forInputs((random) => {
      const bytes = bytesOf(random, 34)
      const hex = Buffer.from(bytes).toString('hex')
      const whole = random.pick([hex, `0x${hex}`, hex.toUpperCase(), arrayOf(random, bytes)])
      const text = random.below(3) === 0 ? damaged(random, whole, ALPHABET) : whole
      // Of good ones only a few are read to their wallet, which costs far more than all else.
      const good = bytes.length === 32 && text === whole
      if (good && random.below(200) > 0) return null
      const launcher = orRefusal(() => parseEvmLauncher(new Secret(text)), 'launcher_secret_invalid')
      if (good) return launcher || /^(0x)?0*$/.test(hex) ? null : `${text} is refused`
      return launcher && !/^0x[0-9a-fA-F]{40}$/.test(launcher.wallet) ? text : null
    })
  })

  test('a text as long as a header can be ends at once', () => {
    for (const text of ['z'.repeat(1_000_000), `[${'1,'.repeat(500_000)}1]`, '['.repeat(1_000_000), `0x${'f'.repeat(1_000_000)}`]) {
      expect(orRefusal(() => parseSolanaLauncher(new Secret(text)), 'launcher_secret_invalid')).toBeNull()
      expect(orRefusal(() => parseEvmLauncher(new Secret(text)), 'launcher_secret_invalid')).toBeNull()
    }
  })
})

describe('rules 8: x-idempotency-key is taken as it is, or is refused', () => {
  test('8 to 128 visible characters pass as they are, and nothing else', () => {
    forInputs((random) => {
      const text = random.below(2) === 0 ? textOf(random, 'abcXYZ019-_.~!', 140) : textOf(random, ODD_CHARACTERS, 20)
      // What cannot stand in a header never comes here; fetch trims the ends as a server does.
      if (/[\0\r\n]|[^\0-\xff]/.test(text)) return null
      const key = orRefusal(
        () => idempotencyKeyText(new Request('http://host/', { headers: { 'x-idempotency-key': text } })),
        'idempotency_key_invalid',
      )
      const sent = text.replaceAll(/^[ \t]+|[ \t]+$/g, '')
      return key === (/^[\x21-\x7e]{8,128}$/.test(sent) ? sent : null) ? null : JSON.stringify(text)
    }, PROPERTY_INPUTS / 2)
  })
})

describe('rules 10.5: the wallet headers open what was signed, once', () => {
  const clock = createManualClock()
  const taken = new Set<string>()
  const storage = { signatures: { take: async (digest: string) => !taken.has(digest) && Boolean(taken.add(digest)) } } as never
  const policy = { baseUrl: 'https://launch.test' } as never
  const message = (wallet: string, timestamp: string) => `svc-test:${wallet}:${timestamp}`
  /** The wallet, or why not. */
  const read = async (headers: Record<string, string>): Promise<string> => {
    try {
      return await verifyWalletSignature({ clock, storage, policy }, new Headers(headers), message)
    } catch (error) {
      if (error instanceof AppError && /^wallet_signature_(invalid|used)$/.test(error.code)) return error.code
      throw error
    }
  }
  const inHeader = (text: string) => text.replaceAll(/[\0\r\n]|[^\0-\xff]/g, '')

  test('a signature opens once, and anything else about it never', async () => {
    const random = createSeededRandom(7)
    for (let number = 0; number < PROPERTY_INPUTS; number += 1) {
      const pair = random.pick(PAIRS)
      const wallet = toBase58(pair.publicKey)
      const timestamp = String(clock.nowMs() + number - PROPERTY_INPUTS)
      const headers = { 'x-svc-wallet': wallet, 'x-svc-timestamp': timestamp, 'x-svc-signature': '' }
      const whole = number % 20 === 0
      if (whole) {
        const bytes = signDetached(new TextEncoder().encode(message(wallet, timestamp)), pair)
        headers['x-svc-signature'] = random.below(2) === 0 ? toBase58(bytes) : toBase64(bytes)
        if (random.below(4) === 0) {
          expect([number, await read(headers)]).toEqual([number, wallet])
          expect(await read(headers)).toBe('wallet_signature_used')
          continue
        }
      } else headers['x-svc-signature'] = inHeader(textOf(random, ALPHABET, 90))
      const name = random.pick(Object.keys(headers) as (keyof typeof headers)[])
      const changed = inHeader(damaged(random, headers[name], ALPHABET)).trim()
      if (changed === headers[name].trim()) continue
      const found = await read({ ...headers, [name]: changed })
      // The other spelling of the same bytes is the same signature.
      const same = name === 'x-svc-signature' && changed.replaceAll(/[=\s]/g, '') === headers[name].replaceAll(/[=\s]/g, '')
      if (found === wallet && !same) throw new Error(`input ${number}: ${name} ${changed} opens`)
    }
  }, 180_000)

  test('a header as long as one can be ends at once', async () => {
    const wallet = toBase58(PAIRS[0]!.publicKey)
    const headers = { 'x-svc-wallet': wallet, 'x-svc-timestamp': String(clock.nowMs()), 'x-svc-signature': 'z'.repeat(1_000_000) }
    expect(await read(headers)).toBe('wallet_signature_invalid')
    expect(await read({ ...headers, 'x-svc-wallet': 'z'.repeat(1_000_000) })).toBe('wallet_signature_invalid')
  })
})
