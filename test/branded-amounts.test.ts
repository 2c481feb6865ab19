import { expect, test } from 'bun:test'
import { sources } from './support/sources.ts'

/** Where an amount has a brand that names its unit. */
const OF_BRANDS = /^src\/(?!lib\/|domain\/brands\.ts$|adapters\/storage\/migrations\/)/

/** A member, a parameter or a variable that is a `bigint`, or is made of some. */
const NAMED_BIGINT = /(\w+)\??: (?:readonly |ReadonlyMap<\w+, |Map<\w+, |Promise<)*bigint\b(?: \| null)?/g

/** What is declared on the line: the name of a function whose result is a `bigint`. */
const DECLARED = /\b(?:function|const|type) (\w+)|^\s*(?:async )?(\w+)[(<]/

/** What a database or a node answers, before it is read. */
const ANSWER = /\b(?:query|sql|sum|read|Block)<[^(`]*|^\s*\w+_\w+: bigint( \| null)?$|^\s*(?:id|slot|lamports|tokens): bigint$/

/**
 * What is whole and no amount: gas, factors, weights, the sides of an arithmetic, unsigned integers as they are read from bytes and
 * texts, roots of prices, tokens of any mint, and the balances of the simulated ledger, where the faucet's is below zero.
 */
const NO_AMOUNT =
  /^(gas|estimate[d]?Gas|gasOfBounded|gasWithMargin|\w*[gG]asMax|rootX96|times|\w+Times|useIndex|bytes|weights|by|divideUp|value|MetricValue|u64\w*|i128At|bigintOf|quantity|exactInteger|pragma|\w+Column|unitsOf|\w+Units|\w+UnitsOf|heldLamports|touchLamports|totalLamports)$/

/** Lines of code whose `bigint` is an amount without a brand. */
function bareAmounts(path: string, source: string): string[] {
  if (!OF_BRANDS.test(path)) return []
  return source
    .split('\n')
    .filter((line) => !/^\s*(\/?\*|\/\/)/.test(line))
    .filter((line) => {
      const code = line.replaceAll(/'[^']*'|`[^`]*`|\$bigint\b|\bbigint: /g, '').replace(ANSWER, '')
      const named = [...code.matchAll(NAMED_BIGINT)].map(([, name]) => name!)
      const rest = code.replaceAll(NAMED_BIGINT, '')
      const [, declared, method] = DECLARED.exec(code) ?? []
      return [...named, ...(/\bbigint\b/.test(rest) ? [declared ?? method ?? ''] : [])].some((name) => !NO_AMOUNT.test(name))
    })
    .map((line) => `${path}: ${line.trim()}`)
}

test('an amount is branded with its unit, never a bare bigint', async () => {
  const found = await Promise.all(sources.map(async (path) => bareAmounts(path, await Bun.file(path).text())))
  expect(found.flat()).toEqual([])
  for (const planted of [
    '  readonly dailyAtomic: bigint',
    '  correct(id: string, paid: bigint): Promise<void>',
    '  failed(): Promise<bigint>',
    '  readonly most?: bigint',
    '  readonly ofClass: Partial<Record<SpendingClass, bigint>>',
    'const feesOf = (bytes: Buffer): bigint => u64At(bytes, 8)',
    '  const paid = new Map<string, bigint>()',
    '  lamports: amount as bigint,',
  ])
    for (const layer of ['ports', 'adapters', 'features', 'config', 'commands'])
      expect(bareAmounts(`src/${layer}/planted.ts`, planted)).toEqual([`src/${layer}/planted.ts: ${planted.trim()}`])
  for (const other of ['  readonly gasMax: bigint', '  reserve_sol: bigint', "  db.query<{ sum: bigint }, []>('SELECT')"])
    expect(bareAmounts('src/adapters/planted.ts', other)).toEqual([])
})
