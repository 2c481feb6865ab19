import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import { ownFiles } from './support/own-files.ts'

/** Words of ours that the field has others for: no name has one as a part, and no comment. @see docs/architecture.md */
const PRIVATE = [
  'wish',
  'wishes',
  'till',
  'tills',
  'knock',
  'knocks',
  'glance',
  'glances',
  'purse',
  'purses',
  'tally',
  'clocked',
  'afresh',
  'struck',
  'strike',
  'stillborn',
  'witness',
  'sight',
  'sights',
  'standing',
  'turncoat',
]

/** Names that say too little of what they stand for, though a sentence or a longer name may well have the word. */
const VAGUE = ['place', 'told', 'heard', 'said', 'standard', 'Lead', 'led', 'Scene', 'scene', 'endCall', 'sealedBox']

/** Verbs and nouns that have become others: `noteCall` is `recordCall`, a `RouteBook` a `RouteTable`, a `SealedBox` a `SecretBox`. */
const FORMS = /^note[A-Z]|^(create)?[A-Z]?\w*Book$|SealedBox|^KeptAnswer$/

/** Files that were called by another word than their users say. */
const FILES =
  /\/((wish|till|glance|purse|tally|clocked|sealed-box|lead|note)(-[\w-]+)?|(gas|spending)-purse|pay-per-call|lock-fees|offer-launch|deliver-due|strike-out|hold-data|hold-file|rest-coin|next-turn|look-after-\w+)\.ts$/

/** What somebody else named: the wire, and the names of then in the steps that bring old databases forward. */
const EXEMPT: readonly { readonly file: RegExp; readonly words: readonly string[] }[] = [
  // GET /agent.json: `modes.split.standard` beside `modes.split.referred`.
  { file: /^src\/features\/discovery\/agent-view\.ts$/, words: ['standard'] },
  // The hash of a plan is of the name that it was always made of.
  { file: /^src\/domain\/plan\/plan\.ts$/, words: ['wish'] },
  { file: /^test\/features\/discovery\/discovery\.test\.ts$/, words: ['standard'] },
  // What the service of then answered, as it is kept beside the database that it left.
  { file: /^test\/adapters\/storage\//, words: ['tally'] },
  // What a signature of Permit2 says beside the transfer. @see Uniswap/permit2
  { file: /permit2|facilitator-input\.ts$/, words: ['witness'] },
  // A scene of a test is what its steps happen in. @see docs/architecture.md
  { file: /^(test|bench)\//, words: ['scene', 'Scene'] },
  // What a payer signs for Permit2 has a member of that name.
  // The words that are refused.
  { file: /^test\/words\.test\.ts$/, words: [...PRIVATE, ...VAGUE, 'sealed box'] },
]

const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/[^\n]*/g
const ofPrivate = new RegExp(`\\b(${PRIVATE.join('|')}|sealed box(es)?)\\b`, 'gi')

/** `createTill` has the parts create and till. */
const partsOf = (name: string): string[] =>
  name.split(/[_$]|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).map((part) => part.toLowerCase())

const TOKENS = new RegExp(
  [
    COMMENT.source,
    /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/.source,
    /(?<=[=(,:!&|?[]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\/[a-z]*/.source,
    /(?<template>`(?:\\[\s\S]|[^`\\])*`)/.source,
  ].join('|'),
  'g',
)

/** Every name in the text, of whatever kind: what is left of it without comments, texts and patterns. */
function namesIn(source: string): Set<string> {
  const code = source.replaceAll(TOKENS, (_token, ...rest) => {
    const { template = '' } = rest.at(-1) as { template?: string }
    return ` ${[...template.matchAll(/\$\{([^}`]*)/g)].map(([, inside]) => inside!.replaceAll(/'[^']*'/g, '')).join(' ')} `
  })
  return new Set(code.match(/[A-Za-z_$][\w$]*/g))
}

/** Where a file says one of the words that it should not. */
function oldWords(path: string, source: string): string[] {
  const exempt = EXEMPT.flatMap(({ file, words }) => (file.test(path) ? words : []))
  const refused = [...namesIn(source)].filter(
    (name) => FORMS.test(name) || VAGUE.includes(name) || partsOf(name).some((part) => PRIVATE.includes(part)),
  )
  const comments = [...source.matchAll(COMMENT)].flatMap(([comment]) =>
    [...comment.matchAll(ofPrivate)].map(([word]) => word.toLowerCase()),
  )
  return [
    ...(FILES.test(path) ? [`${path} is called by an old word`] : []),
    ...refused.filter((name) => !exempt.includes(name)).map((name) => `${path} has the name ${name}`),
    ...comments.filter((word) => !exempt.includes(word)).map((word) => `${path} says ${word} in a comment`),
  ]
}

const TYPES = /^(?:export )?(?:interface|type|class) (\w+)/gm

/** Names of types that two files declare, each for something else, exported or not. */
function sharedNames(sources: readonly SourceText[]): string[] {
  const all = sources.flatMap(({ path, source }) => [...source.matchAll(TYPES)].map(([, name]) => ({ name: name!, path })))
  return [...Map.groupBy(all, ({ name }) => name)].filter(([, { length }]) => length > 1).map(([name]) => name)
}

const SHAPES = /^(?:export )?(?:interface (\w+)|type (\w+) =) \{\n([\s\S]*?)\n\}/gm

/** Types of two members and more that have the same ones as another: `A B`. */
function sharedShapes(sources: readonly SourceText[]): string[] {
  const all = sources.flatMap(({ source }) =>
    [...source.matchAll(SHAPES)].flatMap(([, asInterface, asType, body]) => {
      const members = body!
        .replaceAll(COMMENT, '')
        .split('\n')
        .flatMap((line) => line.trim() || [])
      return members.length < 2 ? [] : [{ name: (asInterface ?? asType)!, shape: members.toSorted().join('; ') }]
    }),
  )
  return [...Map.groupBy(all, ({ shape }) => shape).values()].flatMap((same) =>
    same.length > 1 ? [same.map(({ name }) => name).join(' ')] : [],
  )
}

interface SourceText {
  readonly path: string
  readonly source: string
}

const read = async (path: string) => ({ path, source: await Bun.file(path).text() })

const files = await Promise.all([...new Glob('src/**/*.ts').scanSync()].map(read))
const pages = await Promise.all(ownFiles('static/**/*.ts').map(read))
const around = await Promise.all(ownFiles('{test,bench}/**/*.ts').map(read))

describe('words', () => {
  test('no name, comment or file has a private word where the field has one', () => {
    expect(files.flatMap(({ path, source }) => oldWords(path, source))).toEqual([])
    expect(files.length).toBeGreaterThan(400)
  })

  test('neither has one in tests and measurements', () => {
    expect(around.flatMap(({ path, source }) => oldWords(path, source))).toEqual([])
    expect(around.length).toBeGreaterThan(300)
  })

  test.each([
    ['src/domain/x.ts', 'export interface Wish {}', 'Wish'],
    ['src/domain/x.ts', 'const wishOfLaunch = 1', 'wishOfLaunch'],
    ['src/http/x.ts', 'async function endCall() {}', 'endCall'],
    ['src/http/x.ts', 'interface SchemaBook {}', 'SchemaBook'],
    ['src/scheduler/x.ts', 'export interface Lead {}', 'Lead'],
    ['src/scheduler/x.ts', 'const entry = { led: true }', 'led'],
    ['src/adapters/x.ts', 'const { purse } = order', 'purse'],
    ['src/adapters/x.ts', 'noteCall(1)', 'noteCall'],
    ['src/adapters/x.ts', 'const text = `${told}`', 'told'],
  ])('a planted name is seen: %s %s', (path, source, name) => {
    expect(oldWords(path, source)).toContain(`${path} has the name ${name}`)
  })

  test.each([
    ['/** The till of a group. */', 'till'],
    ['const x = 1 // by whose purse', 'purse'],
    ['// In a sealed box.', 'sealed box'],
  ])('a planted comment is seen: %s', (source, word) => {
    expect(oldWords('src/http/x.ts', source)).toEqual([`src/http/x.ts says ${word} in a comment`])
  })

  test.each(['ports/storage/tally', 'http/guards/pay-per-call'])('a planted file is seen: %s.ts', (path) => {
    expect(oldWords(`src/${path}.ts`, '')).toHaveLength(1)
  })

  test('sentences, longer names and texts may have the word', () => {
    const fine = `/** Told of what was said, in its place: a standard form. */ const placeholder = 'wish'; const placeOf = leaderLease; const until = 1`
    expect(oldWords('src/http/x.ts', fine)).toEqual([])
  })

  test('no two files declare types of one name', () => {
    expect(sharedNames([...files, ...pages])).toEqual([])
    const planted = ['export interface', 'interface'].map((kind) => ({ path: kind, source: `${kind} Payment {\n}` }))
    expect(sharedNames(planted)).toEqual(['Payment'])
  })

  test('no two types have one shape', () => {
    expect(sharedShapes([...files, ...pages])).toEqual([])
    const planted = [
      { path: 'a', source: 'export interface Bought {\n  /** One. */\n  readonly a: string\n  readonly b: number\n}' },
      { path: 'b', source: 'type Sold = {\n  readonly b: number\n  readonly a: string\n}' },
    ]
    expect(sharedShapes(planted)).toEqual(['Bought Sold'])
  })
})
