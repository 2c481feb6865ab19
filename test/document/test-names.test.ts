import { expect, test } from 'bun:test'
import { ownFiles } from '../support/own-files.ts'

/** What a name may cite: rules.md by number, decisions.md by a title in bold, or a standard of others. */
const CLAUSE = /^(rules? \d|decision "|RFC \d+: )/
const DECISION = /\bdecision "([^"\n]+)"/g

/** Folders in which every test holds a clause, and what in them holds nothing that anyone was promised. */
const FOLDERS = [
  'adapters',
  'browser',
  'chain',
  'commands',
  'contract',
  'crash',
  'cron',
  'deploy',
  'domain',
  'evm',
  'features',
  'flood',
  'http',
  'ops',
  'package',
  'payments',
]
const NO_CLAUSE = [
  'test/features/board/market-reader.test.ts',
  'test/http/listening-server.test.ts: a token in the query is not in the log',
  // Stand-ins that tests use, and what ports ask of each other.
  'test/adapters/clocks.test.ts',
  'test/chain/chain-node.test.ts',
  'test/chain/fault-proxy.test.ts',
  'test/contract/clock.test.ts',
  'test/contract/id-source.test.ts',
  'test/contract/port-refusals.test.ts',
  'test/contract/port-suites.test.ts',
  'test/contract/timers.test.ts',
  'test/evm/stand-ins.test.ts',
]

const plain = (title: string): string => title.replaceAll('`', '').replaceAll("'", '’').replace(/\.$/, '')

test('every decision that is cited by the name of a test stands in docs/decisions.md', async () => {
  const titles = new Set([...(await Bun.file('docs/decisions.md').text()).matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, title]) => plain(title!)))
  const broken: string[] = []
  let cited = 0
  for (const file of ownFiles('test/**/*.ts').filter((path) => path !== 'test/document/test-names.test.ts')) {
    for (const [, title] of (await Bun.file(file).text()).matchAll(DECISION)) {
      cited += 1
      if (!titles.has(title!)) broken.push(`${file}: ${title}`)
    }
  }
  expect(broken).toEqual([])
  expect(cited).toBeGreaterThan(100)
})

const QUOTED = /(['"`])(.*?)(?<!\\)\1/.source
const DIRECT = new RegExp(`^ *(?:describe\\w*|\\w+Tests|test)\\(${QUOTED}`)
const AFTER_TABLE = new RegExp(`\\)\\(${QUOTED}`)
const ALONE = new RegExp(`^ *${QUOTED}`)

/** The name of what begins there: on its line, on the next, or behind a table that ends as far to the right as it began. */
const nameOf = (lines: readonly string[], indent: number): string => {
  for (const [at, line] of lines.entries()) {
    if (at > 0 && line.search(/\S/) !== indent) continue
    const match =
      (at === 0 ? DIRECT.exec(line) : null) ?? AFTER_TABLE.exec(line) ?? (line.endsWith('(') ? ALONE.exec(lines[at + 1]!) : null)
    if (match) return match[2]!
  }
  return ''
}

/** Names of tests that cite nothing, neither by themselves nor by a suite around them. */
const withoutClause = (source: string): string[] => {
  const lines = source.split('\n')
  const around: { indent: number; cites: boolean }[] = []
  return lines.flatMap((line, at) => {
    const [, { length: indent } = '', kind] = /^( *)(describe\w*|\w+Tests|test)[.(]/.exec(line) ?? []
    if (kind === undefined) return []
    while (around.length > 0 && around.at(-1)!.indent >= indent) around.pop()
    const name = nameOf(lines.slice(at), indent)
    const cites = CLAUSE.test(name) || around.some((suite) => suite.cites)
    if (kind !== 'test') around.push({ indent, cites })
    return kind === 'test' && !cites ? [name] : []
  })
}

test('every test of what is promised names the clause that it holds', async () => {
  const files = FOLDERS.flatMap((folder) => ownFiles(`test/${folder}/**/*.ts`)).filter((path) => !NO_CLAUSE.includes(path))
  const bare = await Promise.all(files.map(async (path) => withoutClause(await Bun.file(path).text()).map((name) => `${path}: ${name}`)))
  expect(bare.flat().filter((line) => !NO_CLAUSE.includes(line))).toEqual([])
  expect(files.length).toBeGreaterThan(70)
})

test.each([
  ["test('is there', () => {"],
  ["describe('a coin', () => {\n  test.each([\n    ['a', 1],\n  ])('is there %s', () => {"],
  ["describe('RFC 9110: a coin', () => {\n})\ntest(\n  'is there',\n"],
])('a planted test without a clause is seen: %j', (source) => {
  expect(withoutClause(source)).toHaveLength(1)
  expect(withoutClause(source.replaceAll(/'(is|a coin)/g, "'RFC 9110: $1"))).toEqual([])
})
