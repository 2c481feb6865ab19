import { describe, expect, test } from 'bun:test'
import { buildKolIndex } from '../../../src/domain/matching/build-kol-index.ts'
import { matchCrew } from '../../../src/domain/matching/match-crew.ts'
import { narratives } from '../../../src/domain/matching/narratives.ts'
import { pluralsOf } from '../../../src/domain/matching/plurals.ts'
import { readCoin } from '../../../src/domain/matching/read-coin.ts'
import { stem } from '../../../src/domain/matching/stem.ts'
import { vocabularyInSteps } from '../../../src/domain/matching/vocabulary.ts'
import { finish } from '../../../src/lib/yield-to-event-loop.ts'
import { sampleDirectory } from '../../support/sample-kols.ts'

const vocabulary = finish(vocabularyInSteps(sampleDirectory.flatMap((kol) => kol.narratives)))
const speaksOf = (name: string) =>
  readCoin(vocabulary, { name, ticker: '', description: '' }).narratives.map(({ narrative, weight }) => `${narrative} ${weight.toFixed(6)}`)

const words = narratives
  .flatMap(({ id, strong, weak }) => [id, ...strong.split(','), ...weak.split(',')].map((entry) => entry.trim().toLowerCase()))
  .filter((word) => /^[a-z]{3,}$/.test(word))

describe('decision "Autohire excludes": a word and its plural', () => {
  test('every word of the vocabulary and each of its plurals speak of the same narratives, as strongly', () => {
    const apart = words.flatMap((word) =>
      pluralsOf(word).flatMap((plural) =>
        speaksOf(word).join() === speaksOf(plural).join() ? [] : [`${word} [${speaksOf(word)}] / ${plural} [${speaksOf(plural)}]`],
      ),
    )
    expect(apart).toEqual([])
  })

  test.each([
    ['Seahorse', 'Seahorses'],
    ['Wolf', 'Wolves'],
    ['Mouse', 'Mice'],
    ['Corgi', 'Corgis'],
    ['Octopus', 'Octopuses'],
    ['Octopus', 'Octopi'],
    ['Puppy', 'Puppies'],
    ['Goose', 'Geese'],
    ['Batman', 'Batmen'],
    ['Shoe', 'Shoes'],
    ['Box', 'Boxes'],
    ['Inu', 'Inus'],
    ['Hotdog', 'Hotdogs'],
    ['Moondog', 'Moondogs'],
    ['Frogking', 'Frogkings'],
    ['Dragonfly', 'Dragonflies'],
  ])('%s and %s hire the same people', (one, many) => {
    const index = buildKolIndex(sampleDirectory)
    const hired = (name: string) => matchCrew(index, { name, ticker: '', description: '', seats: 8 }).hires.map(({ handle }) => handle)
    expect(hired(many)).toEqual(hired(one))
  })

  test('a seahorse finds people of animals', () => {
    expect(speaksOf('Seahorse')[0]).toStartWith('animals')
  })

  test('stems end, and stay what they are', () => {
    for (const word of words.flatMap((word) => [word, ...pluralsOf(word)])) expect(stem(word).length).toBeGreaterThan(0)
  })
})
