import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { ownFiles } from '../support/own-files.ts'

/** Documents that a reader is sent to; every link in them leads somewhere in this repository. */
const pages = ['README.md', 'AGENTS.md', 'SECURITY.md', ...ownFiles('docs/*.md')]
/** Everything that may cite a rule by its number. */
const citing = [...pages, ...['src', 'test', 'static', 'scripts', 'bench'].flatMap((folder) => ownFiles(`${folder}/**/*.ts`))]

/** `#to-mainnet` for `## To mainnet`, as the usual renderers write it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchorsOf = (text: string): string[] => [...text.matchAll(/^#+ (.+)$/gm)].map((match) => anchorOf(match[1]!))

test('every link of the documents has its target', async () => {
  const broken: string[] = []
  let links = 0
  for (const page of pages) {
    const text = await Bun.file(page).text()
    for (const [, link] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?|mailto):/.test(link!)) continue
      links += 1
      const [path, anchor] = link!.split('#') as [string, string?]
      const file = path === '' ? page : normalize(join(dirname(page), path))
      if (!existsSync(file)) broken.push(`${page}: ${link}`)
      else if (anchor !== undefined && !anchorsOf(await Bun.file(file).text()).includes(anchor)) broken.push(`${page}: ${link}`)
    }
  }
  expect(broken).toEqual([])
  expect(links).toBeGreaterThan(15)
})

const rules = await Bun.file('docs/rules.md').text()
const sections = [...rules.matchAll(/^## (\d+)\./gm)].map((match) => match[1]!)
const numbered = [...rules.matchAll(/\*\*(\d+\.\d+)\b/g)].map((match) => match[1]!)

/** The word, a number, and those that follow it with a comma or an "and". */
const CITATION = /\brules? (\d+(?:\.\d+)?(?:(?:, | and )\d+\.\d+)*)/g

const rulesCited = (text: string): string[] => [...text.matchAll(CITATION)].flatMap(([, numbers]) => numbers!.split(/, | and /))

test('every rule that is cited stands in docs/rules.md', async () => {
  const numbers = new Set([...sections, ...numbered])
  const broken: string[] = []
  let cited = 0
  for (const file of citing) {
    for (const number of rulesCited(await Bun.file(file).text())) {
      cited += 1
      if (!numbers.has(number)) broken.push(`${file}: rules ${number}`)
    }
  }
  expect(broken).toEqual([])
  expect(cited).toBeGreaterThan(150)
})

/** Names of tests and suites that begin with the rules they prove. */
const citingNames = async (file: string): Promise<string[]> =>
  [...(await Bun.file(file).text()).matchAll(/['"`](rules? \d[^'"`\n]*)['"`]/g)].map(([, name]) => name!)

test('every rule of docs/rules.md is cited by the name of a test that proves it', async () => {
  const names = (await Promise.all(ownFiles('test/**/*.ts').map(citingNames))).flat()
  const cited = new Set(names.flatMap((name) => rulesCited(name.split(':')[0]!)))
  // A section whose rules have no numbers of their own is one rule.
  const all = [...numbered, ...sections.filter((section) => !numbered.some((number) => number.startsWith(`${section}.`)))]
  expect(all.filter((number) => !cited.has(number))).toEqual([])
  expect(all.length).toBeGreaterThan(60)
})

/** What a name says beside the numbers of rules and the values of a case. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/^rules? [\d.]+(?:(?:, | and )[\d.]+)*:?/, '')
    .replaceAll(/%\w|\$\w+/g, ' ')
    .split(/\s+/)
    .filter((word) => /\p{L}{2}/u.test(word))

test('a test that cites a rule says in words what it guarantees', async () => {
  const short: string[] = []
  let cited = 0
  for (const file of ownFiles('test/**/*.ts')) {
    for (const name of await citingNames(file)) {
      cited += 1
      if (wordsOf(name).length < 3) short.push(`${file}: ${name}`)
    }
  }
  expect(short).toEqual([])
  expect(cited).toBeGreaterThan(90)
  expect(['10.19', '2.8: %s', '10.21: signature'].map((rest) => wordsOf(`rules ${rest}`).length)).toEqual([0, 0, 1])
})

test('nothing cites a document that is not here', async () => {
  const words = [`DESIGN${' '}`, `spec${' '}clause`, `facts${'/'}`, `shared${'/'}spec`]
  const found = (
    await Promise.all(
      citing.map(async (file) => {
        const text = await Bun.file(file).text()
        const issue = new RegExp(`\\b(spec|issue) \\d`).exec(text)
        return [...words.filter((word) => text.includes(word)), ...(issue ? [issue[0]] : [])].map((word) => `${file}: ${word}`)
      }),
    )
  ).flat()
  expect(found).toEqual([])
})

/** A file by its name, alone or below folders; no address, and no path that this service answers. */
const FILE_NAME = /(?<![\w/.:*{}<$-])(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:ts|md|json|css|html|sol|csv)\b(?!\.\w)/g

/** What comments name that others publish, or that is made when it is needed. */
const ELSEWHERE =
  /(^|\/)(SWEEP_FEES|PUMP_SWAP_TRADE_V2|TRADE_V3|http|mcp|SKILL)\.md$|^idl\/pump(_fees)?\.json$|^(server|manifest|state)\.json$/

const commentLines = (source: string): string[] => source.split('\n').filter((line) => /^\s*(\/\*|\*(?! as )|\/\/)/.test(line))

const filesNamed = (text: string): string[] => text.match(FILE_NAME) ?? []

test('every file that a comment or a document names is there', async () => {
  const tracked = [...ownFiles('{src,test,bench,scripts,static,docs,deploy,clients}/**/*'), ...ownFiles('*')]
  const isThere = (name: string) => ELSEWHERE.test(name) || tracked.some((path) => `/${path}`.endsWith(`/${name}`))
  const broken: string[] = []
  let named = 0
  for (const file of citing) {
    const text = await Bun.file(file).text()
    const names = file.endsWith('.ts')
      ? commentLines(text).flatMap(filesNamed)
      : [...text.matchAll(/`([^`\s]+\.ts)`/g)].flatMap(([, span]) => filesNamed(span!)).filter((name) => name.includes('/'))
    named += names.length
    broken.push(...names.filter((name) => !isThere(name)).map((name) => `${file}: ${name}`))
  }
  expect(broken).toEqual([])
  expect(named).toBeGreaterThan(60)
  expect(filesNamed('see http/authenticate.ts, https://x.org/a/b.md and /openapi.json')).toEqual(['http/authenticate.ts'])
})
