import { describe, expect, test } from 'bun:test'
import { buildKolIndex } from '../../../src/domain/matching/build-kol-index.ts'
import { matchCrew } from '../../../src/domain/matching/match-crew.ts'
import { narratives } from '../../../src/domain/matching/narratives.ts'
import { makeKol } from '../../support/make-kol.ts'

const index = buildKolIndex(narratives.map(({ id }, at) => makeKol({ handle: `only_${id}`, rank: at + 1, narratives: [id] })))
const match = (name: string, ticker = '', description = '') => matchCrew(index, { name, ticker, description, seats: 8 })

// A narrative's word stands inside each of these texts, and is not what the text says.
const traps: readonly (readonly [text: string, never: string])[] = [
  ['Brave Raid', 'ai'],
  ['Maine', 'ai'],
  ['Paid In Full', 'ai'],
  ['Captain Rain', 'ai'],
  ['Chain Mail', 'ai'],
  ['Mountain Air', 'ai'],
  ['Hawaii', 'ai'],
  ['Dubai', 'ai'],
  ['Bonsai', 'ai'],
  ['Samurai', 'ai'],
  ['ChAI', 'ai'],
  ['BrAINy', 'ai'],
  ['mAIne', 'ai'],
  ['Bottle Robotham', 'ai'],
  ['Scatter', 'cats'],
  ['Catalog', 'cats'],
  ['Education', 'cats'],
  ['Vacation', 'cats'],
  ['Cathedral', 'cats'],
  ['Catfish', 'cats'],
  ['Dogma', 'dogs'],
  ['Hotdog', 'dogs'],
  ['Watchdog', 'dogs'],
  ['Pugilist', 'dogs'],
  ['Keke', 'frogs'],
  ['Grape', 'animals'],
  ['Paper Tape', 'animals'],
  ['Howl Bowl', 'animals'],
  ['Party', 'art'],
  ['Smart Start', 'art'],
  ['Heart', 'art'],
  ['Defiant', 'defi'],
  ['Aerospace', 'space'],
  ['Marsh', 'space'],
  ['Goldfish', 'rwa'],
  ['Vagabond', 'rwa'],
  ['Button', 'food'],
  ['Steady', 'food'],
  ['Steamer', 'food'],
  ['Transport', 'sports'],
  ['Devoted', 'politics'],
  ['Pivoter', 'politics'],
  ['Chartreuse', 'trading'],
  ['Belong', 'trading'],
  ['Gymnast', 'fitness'],
  ['Genetics', 'science'],
  ['Future', 'trading'],
  ['News', 'memes'],
]

describe('rules 1.3: words, not substrings', () => {
  test.each(traps)('%s is never %s', (text, never) => {
    for (const found of [match(text), match('', text), match('Zorb', 'ZRB', `${text} for all`), match(text.toUpperCase())]) {
      expect(found.narratives.map(({ narrative }) => narrative)).not.toContain(never)
      if (found.narratives.length > 0) expect(found.hires.map(({ handle }) => handle)).not.toContain(`only_${never}`)
    }
  })

  test.each([
    ['MoonDogAI', ['ai', 'dogs']],
    ['moondogai', ['ai', 'dogs']],
    ['DOGAI', ['ai', 'dogs']],
    ['AIAgents', ['ai']],
    ['babydogecoin', ['dogs']],
    ['NFTs', ['nft']],
    ['DeFi', ['defi']],
    ['GPT4', ['ai']],
    ['Wolves', ['animals']],
    ["Trump's Kitties", ['politics', 'cats']],
    ['man’s best friend', ['dogs']],
    ['Maine Coon', ['cats']],
    ['Artificial Intelligence', ['ai']],
    ['ＤＯＧＥ', ['dogs']],
    ['𝗗𝗼𝗴𝗲', ['dogs']],
    ['Fútbol', ['sports']],
    ['🐶🚀', ['dogs', 'space']],
    ['✈️ ☕️', ['travel', 'food']],
    ['月亮柴犬', ['dogs']],
    ['柴犬DOGE', ['dogs']],
    ['ロボット', ['ai']],
    ['고양이', ['cats']],
  ])('%s speaks of %j', (text, expected) => {
    expect(match(text).narratives.map(({ narrative }) => narrative)).toEqual(expect.arrayContaining(expected))
  })

  test('熊猫 is a panda, not a cat', () => {
    expect(match('熊猫').narratives.map(({ narrative }) => narrative)).toEqual(['animals'])
  })

  test.each(['not a dog coin, just cats', 'no dogs, only cats', 'Cats without any dogs'])('a description can say no: %s', (description) => {
    expect(match('Zorb', 'ZRB', description).narratives.map(({ narrative }) => narrative)).toEqual(['cats'])
  })

  test('a narrative the data file does not know is found by its own name', () => {
    const chess = buildKolIndex([
      makeKol({ handle: 'a', narratives: ['chess'] }),
      makeKol({ handle: 'b', narratives: ['beach volleyball'] }),
    ])
    const hired = (name: string) => matchCrew(chess, { name, ticker: '', description: '', seats: 1 }).hires[0]!.handle
    expect(hired('Chess Night')).toBe('a')
    expect(hired('Beach Volleyball Open')).toBe('b')
  })

  test.each(['Dogs', 'DOGE', 'puppies'])('a tag written %s is the narrative dogs', (tag) => {
    const tagged = buildKolIndex([makeKol({ handle: 'x', narratives: ['chess'] }), makeKol({ handle: 'y', rank: 200, narratives: [tag] })])
    expect(matchCrew(tagged, { name: 'Corgi', ticker: '', description: '', seats: 2 }).hires.map(({ handle }) => handle)).toEqual(['y'])
  })
})
