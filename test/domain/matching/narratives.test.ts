import { expect, test } from 'bun:test'
import { narratives } from '../../../src/domain/matching/narratives.ts'
import { vocabularyInSteps } from '../../../src/domain/matching/vocabulary.ts'
import { finish } from '../../../src/lib/yield-to-event-loop.ts'
import { sampleKols } from '../../support/sample-kols.ts'

const entries = narratives.flatMap(({ id, strong, weak }) =>
  [strong, weak].flatMap((list) => list.split(',').map((word) => [id, word.trim()])),
)

test('rules 1.3: the synonyms have no empty entry, none twice in a narrative, and no narrative twice', () => {
  expect(entries.filter(([, word]) => word === '' || word !== word!.toLowerCase())).toEqual([])
  expect(new Set(narratives.map(({ id }) => id)).size).toBe(narratives.length)
  const keys = entries.map(([id, word]) => `${id}: ${word!.replace(/\s+/g, ' ')}`)
  expect(keys.filter((key, at) => keys.indexOf(key) < at)).toEqual([])
})

test('rules 1.3: every narrative is found by its own name', () => {
  const { narrativeOf } = finish(vocabularyInSteps([]))
  expect(narratives.map(({ id }) => narrativeOf(id))).toEqual(narratives.map(({ id }) => id))
})

test('rules 1.3: every narrative of the sample directory is in the data file', () => {
  const known = new Set(narratives.map(({ id }) => id))
  expect([...new Set(sampleKols.flatMap((kol) => kol.narratives))].filter((narrative) => !known.has(narrative))).toEqual([])
})
