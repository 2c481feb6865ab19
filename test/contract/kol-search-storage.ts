import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { AppError } from '../../src/domain/errors.ts'
import type { KolImport } from '../../src/domain/kols/kol.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { makeKol } from '../support/make-kol.ts'
import { sampleKols } from '../support/sample-kols.ts'

const kol = (handle: string, changes: Partial<KolImport> = {}): KolImport => ({ ...makeKol({ handle }), optedOut: false, ...changes })

/** Every storage must find KOLs alike. */
export function kolSearchContract(name: string, fresh: () => Promise<Storage>): void {
  describe(`decision "A search of the directory": directory search: ${name}`, () => {
    let storage: Storage
    const find = async (query: string) => (await storage.kols.list({ limit: 200, cursor: null }, query)).rows.map(({ handle }) => handle)
    beforeAll(async () => {
      storage = await fresh()
      await storage.kols.upsert([
        kol('LaneBuilds', { rank: 5, displayName: 'Lane Builds', narratives: ['music'] }),
        kol('lane', { rank: 9, displayName: 'Somebody' }),
        kol('rapid', { rank: 1, displayName: 'Brave Raid', narratives: ['memes', 'artificial intelligence'] }),
        kol('AiDoctor', { rank: 4, displayName: 'Ai Doctor', aliases: ['Dr. Ai'], narratives: ['ai'] }),
        kol('zoe', { rank: 3, displayName: 'Zoë Šafář', aliases: ['ＤＯＧＥ lord'], narratives: ['ai', 'dogs'] }),
        kol('cjk', { rank: 6, displayName: '狗 dog 🐶', aliases: ['柴犬'] }),
        kol('...', { rank: 8, displayName: '...' }),
        kol('a-b_c.d', { rank: 7, displayName: 'x' }),
        ...sampleKols.slice(0, 40).map((sample) => ({ ...sample, rank: sample.rank + 100, optedOut: false })),
      ])
    })
    afterAll(() => storage.close())

    test.each([
      ['a whole handle comes before a beginning', 'lane', ['lane', 'LaneBuilds', 'LaneBuilds_sample001', 'VaultLane_sample042']],
      ['@ and case do not matter', '@LANEBUILDS', ['LaneBuilds', 'LaneBuilds_sample001']],
      ['several words, the last one begun', 'lane bu', ['LaneBuilds', 'LaneBuilds_sample001']],
      ['a word in the middle of a name', 'doctor', ['AiDoctor']],
      ['a narrative, better ranks first', 'artificial intelligence', ['rapid']],
      ['the beginning of a word in a name', 'brav', ['rapid']],
      ['accents and width are folded', 'zoe safar', ['zoe']],
      ['a full-width alias', 'doge', ['zoe']],
      ['another script', '狗', ['cjk']],
      ['the beginning of a word in another script', '柴', ['cjk']],
      ['a pictograph', '🐶', ['cjk']],
      ['a handle with marks in it', 'a-b_c.d', ['a-b_c.d']],
      ['a handle of marks alone', '...', ['...']],
      ['words that nobody has together', 'zoe doctor', []],
    ])('%s: %s', async (_case, query, expected) => {
      expect(await find(query)).toEqual(expected)
    })

    test('ai finds those of whom it is a whole name, then beginnings, and never a part of a word', async () => {
      const found = await find('ai')
      expect(found.slice(0, 2)).toEqual(['zoe', 'AiDoctor'])
      expect(found).not.toContain('rapid')
    })

    test.each([
      '"',
      '""',
      '"" ""',
      '*',
      'lane*',
      '"lane"',
      "'",
      "''",
      "' OR 1=1 --",
      '%',
      '_',
      '%lane%',
      '\\',
      '\\"',
      'lane" OR "raid',
      'NEAR(lane raid)',
      'lane NOT raid',
      'lane AND',
      'lane OR raid',
      'AND',
      'NOT',
      'words:lane',
      '{words}: lane',
      '-lane',
      '^lane',
      '+',
      'lane + raid',
      '(',
      ')',
      '((((',
      ':*',
      'lane:*',
      'lane & raid',
      '!lane',
      'lane | raid',
      'lane <-> raid',
      '<2>',
      '\u0000',
      'la\u0000ne',
      '\ud800',
      '\ufffd',
      '🦊',
      '\u0301',
      ' ',
      '\n',
      'rank > 0; DROP TABLE kol',
      '🐶'.repeat(50),
      'a '.repeat(50),
      'x'.repeat(100),
      '__proto__',
      '柴犬'.repeat(25),
      '$1',
      '?',
      ':name',
      '--',
      '/*',
      '\ufdfa'.repeat(30),
    ])('hostile text is words and nothing else: %j', async (query) => {
      const found = await find(query)
      // None of these is the name of several people: whatever is found has the query's letters and digits in it.
      const letters = (query.match(/[a-z]+/gi) ?? []).map((word) => word.toLowerCase())
      for (const handle of query.trim() === '' ? [] : found) {
        const text = JSON.stringify((await storage.kols.all()).find((row) => row.handle === handle)).toLowerCase()
        expect(letters.filter((word) => !text.includes(word))).toEqual([])
      }
      if (query.trim() === '') expect(found).toHaveLength(48)
      else if (letters.length === 0 && !/[\p{L}\p{N}\p{S}]/u.test(query)) expect(found).toEqual([])
      expect(await storage.kols.all()).toHaveLength(48)
    })

    test('pages of a list and of a search join to the whole, and a cursor of neither is refused', async () => {
      for (const query of [undefined, 'lane', 's', 'ai']) {
        const whole = (await storage.kols.list({ limit: 200, cursor: null }, query)).rows.map(({ handle }) => handle)
        const pieces: string[] = []
        let cursor: string | null = null
        do {
          const page = await storage.kols.list({ limit: 3, cursor }, query)
          pieces.push(...page.rows.map(({ handle }) => handle))
          cursor = page.nextCursor
        } while (cursor !== null)
        expect(pieces).toEqual(whole)
        expect(new Set(whole).size).toBe(whole.length)
      }
      for (const cursor of [
        'x',
        '',
        'MA',
        Buffer.from('0.1.' + 'a'.repeat(40)).toString('base64url'),
        Buffer.from("0.1.' OR").toString('base64url'),
      ]) {
        expect(storage.kols.list({ limit: 3, cursor })).rejects.toBeInstanceOf(AppError)
      }
    })

    test('a renamed profile is found by its new words and no longer by the old', async () => {
      await storage.kols.upsert([kol('lane', { rank: 9, displayName: 'Completely Different' })])
      expect(await find('somebody')).toEqual([])
      expect(await find('completely')).toEqual(['lane'])
    })
  })
}
