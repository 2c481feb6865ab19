import { describe, expect, test } from 'bun:test'
import { fromBase64, toBase64 } from '../../src/lib/bytes.ts'
import { createSecretBox } from '../../src/lib/secret-box.ts'
import { Secret } from '../../src/lib/secret.ts'

const box = createSecretBox(new Secret('key one'), 'webhook-secrets')
const text = 'whsec_Zoë🚀'
const sealed = box.seal(new Secret(text), 'wh_1')

describe('createSealedBox', () => {
  test('opens what it sealed, also the empty text and after a restart', () => {
    expect(createSecretBox(new Secret('key one'), 'webhook-secrets').open(sealed, 'wh_1').reveal()).toBe(text)
    expect(box.open(box.seal(new Secret(''), 'a'), 'a').reveal()).toBe('')
  })

  test('the same text never seals to the same text, and is not in it', () => {
    expect(box.seal(new Secret(text), 'wh_1')).not.toBe(sealed)
    expect(sealed).toStartWith('v1.')
    expect(Buffer.from(fromBase64(sealed.slice(3))!).includes('whsec_')).toBe(false)
  })

  test.each([
    ['another key', () => createSecretBox(new Secret('key two'), 'webhook-secrets').open(sealed, 'wh_1')],
    ['another purpose', () => createSecretBox(new Secret('key one'), 'cookies').open(sealed, 'wh_1')],
    ['another row', () => box.open(sealed, 'wh_2')],
    ['another version', () => box.open(sealed.replace('v1.', 'v2.'), 'wh_1')],
    ['no version', () => box.open(sealed.slice(3), 'wh_1')],
    ['cut off', () => box.open(sealed.slice(0, 30), 'wh_1')],
    ['too short', () => box.open('v1.AAAA', 'wh_1')],
    ['plain text', () => box.open(text, 'wh_1')],
    ['nothing', () => box.open('', 'wh_1')],
  ])('%s does not open it, and the error repeats nothing', (_case, open) => {
    const error = (() => {
      try {
        return open()
      } catch (caught) {
        return caught
      }
    })() as Error
    expect(error).toBeInstanceOf(Error)
    expect(error.message).toMatch(/^the sealed text of wh_\d does not open: another SECRET_KEY, or changed$/)
    expect(error.cause).toBeUndefined()
  })

  test('no byte of it can be changed', () => {
    const bytes = fromBase64(sealed.slice(3))!
    for (const index of bytes.keys()) {
      const changed = Uint8Array.from(bytes)
      changed[index]! ^= 1
      expect(() => box.open(`v1.${toBase64(changed)}`, 'wh_1')).toThrow('does not open')
    }
  })
})
