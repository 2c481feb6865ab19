import { expect, test } from 'bun:test'
import { suggestedLooks } from '../../src/domain/crew/suggested-looks.ts'
import { looksOf } from '../../src/lib/look-alike.ts'

const suggests = (text: string, name: string) => looksOf(name).some((look) => suggestedLooks(text).includes(look))

test.each([
  ['@lice', 'alice'],
  ['al†ce', 'alice'],
  ['al☥ce', 'alice'],
  ['m⚽o⚽lord', 'mooolord'],
  ['6igkol', 'bigkol'],
  ['bigkol1', 'bigkol'],
  ['The.Big.Kol', 'bigkol'],
  ['bigkol-official', 'bigkol'],
])('decision "Warnings of a dry-run": %p suggests %p', (text, name) => {
  expect(suggests(text, name)).toBe(true)
})

test.each([
  ['frog', 'frogs'],
  ['frog🐸', 'frogs'],
  ['frog2', 'frogs'],
  ['the1', 'thel'],
  ['realm', 'm'],
  ['theo', 'o'],
])('decision "Warnings of a dry-run": %p does not suggest %p', (text, name) => {
  expect(suggests(text, name)).toBe(false)
})

test('decision "Warnings of a dry-run": cl and d, and q and g, are mistaken for each other', () => {
  for (const [one, other] of [
    ['moonlorcl', 'moonlord'],
    ['biqkol', 'bigkol'],
  ] as const)
    expect(looksOf(one)).toEqual(looksOf(other))
})

test('decision "Warnings of a dry-run": a text has at most 27 keys a reading and some, however many signs it has', () => {
  for (const sign of ['🌕', '†', '7', '\u318d', '\ufdf4'])
    for (const text of [`a${sign}`.repeat(32), sign.repeat(64), `a${sign}a${sign}a`])
      expect(suggestedLooks(text).length).toBeLessThanOrEqual(27 * 4 + 16)
})
