import { beforeEach, describe, expect, test } from 'bun:test'
import { createRandomIds } from '../../src/adapters/random-ids.ts'
import type { IdSource } from '../../src/ports/clock.ts'
import { createCountedIds } from '../support/counted-ids.ts'

/** The suite that every source of identifiers must pass. @see ports/clock.ts */
function idContract(name: string, create: () => IdSource): void {
  describe(`id source contract: ${name}`, () => {
    let ids: IdSource
    beforeEach(() => {
      ids = create()
    })

    test('an id is its prefix and characters of base62, as many for each of a kind', () => {
      expect([ids.id('op'), ids.id('evt_test'), ids.id('ak')]).toEqual([
        expect.stringMatching(/^op_[0-9A-Za-z]{20}$/),
        expect.stringMatching(/^evt_test_[0-9A-Za-z]{20}$/),
        expect.stringMatching(/^ak_[0-9A-Za-z]{16}$/),
      ])
    })

    test.each([1, 7, 20, 32])('%d characters, hex digits or bytes are as many as were asked for, of their alphabet', (length) => {
      expect(ids.text(length)).toMatch(new RegExp(`^[0-9A-Za-z]{${length}}$`))
      expect(ids.hex(length)).toMatch(new RegExp(`^[0-9a-f]{${length}}$`))
      expect(ids.bytes(length)).toHaveLength(length)
      expect(ids.bytes(length)).toBeInstanceOf(Uint8Array)
    })

    test('nothing is given twice', () => {
      const given = Array.from({ length: 1_000 }, () => [
        ids.id('op'),
        ids.text(20),
        `hex ${ids.hex(20)}`,
        `bytes ${[...ids.bytes(8)].join()}`,
      ]).flat()
      expect(new Set(given).size).toBe(4_000)
    })
  })
}

idContract('random', createRandomIds)
idContract('counted, of tests', createCountedIds)
