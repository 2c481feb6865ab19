import { describe, expect, test } from 'bun:test'
import { typedNames, type TypedName } from '../support/typed-names.ts'

/** The words that a name of the brand ends with: `spentLamports`, `LAMPORTS_MAX`, `price_usd_micros`. */
const UNITS: Readonly<Record<string, readonly string[]>> = {
  AtomicUnits: ['atomic', 'lamports', 'wei'],
  Lamports: ['lamports', 'atomic'],
  Wei: ['wei', 'atomic'],
  MicroLamports: ['micro lamports', 'microlamports'],
  TokenMicros: ['token micros'],
  UsdMicros: ['usd micros'],
  Bps: ['bps'],
  UnixMs: ['ms'],
}

/** How long something takes, which a plain number says only with its unit: `timeoutMs`, `ageSeconds`. */
const DURATIONS = ['timeout', 'delay', 'interval', 'duration', 'lifetime', 'deadline', 'ttl', 'elapsed', 'retention', 'age', 'period']

/** Names of somebody else, and names that are keys of what says the unit. */
const EXEMPT: readonly { readonly file: RegExp; readonly names: readonly string[] }[] = [
  // Members of JSON in rows, as every version wrote them.
  { file: /^src\/adapters\/storage\/repos\/money\/buybacks-repo\.ts$/, names: ['max', 'overhead', 'spent', 'tokens', 'burnedTokens'] },
  { file: /^src\/adapters\/storage\/rows\/dry-run-row\.ts$/, names: ['amount', 'total'] },
  // A column.
  { file: /^src\/adapters\/storage\/repos\/money\/payments-repo\.ts$/, names: ['amount'] },
  { file: /^src\/adapters\/storage\/repos\/money\/credits-repo\.ts$/, names: ['amount', 'balance', 'bought', 'refund'] },
  // Fields of a transaction by EIP-1559.
  { file: /^src\/(adapters\/(chains\/evm|payments)|domain)\//, names: ['maxFeePerGas', 'maxPriorityFeePerGas'] },
  // The marketplace's sign-in.
  { file: /^src\/adapters\/acp\/acp-messages\.ts$/, names: ['issuedAt'] },
  // Whose spending it is, in `dailyOfClassAtomic` and `dailyOfCallerAtomic`.
  { file: /^src\/features\/budgets\/budgets-of\.ts$/, names: ['caller', 'contract', 'newcomer', 'wallet'] },
]

const wordsOf = (name: string): string =>
  name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .replaceAll('_', ' ')
    .toLowerCase()
    .replace(/ (max|min)$/, '')

const endsWith = (name: string, units: readonly string[]): boolean => units.some((unit) => ` ${wordsOf(name)}`.endsWith(` ${unit}`))

/** True when the name says no unit of its type. One letter is what two of a kind are called where they are compared. */
const isUnitless = ({ name, type, isMember }: TypedName): boolean => {
  if (name.length === 1) return false
  if (type === 'number') return !isMember && endsWith(name, DURATIONS)
  return Object.hasOwn(UNITS, type) && !endsWith(name, UNITS[type]!)
}

const exemptionOf = ({ path, name }: TypedName) => EXEMPT.find(({ file, names }) => file.test(path) && names.includes(name))

const own = /^(src|static)\/.*(?<!\.d)\.ts$/
const names = await typedNames((path) => own.test(path) || path === 'test/fixtures/unitless-names.ts')

describe('units', () => {
  const unitless = names.filter(isUnitless)
  const listed = (found: readonly TypedName[]) => [...new Set(found.map(({ path, name, type }) => `${path}: ${name}: ${type}`))].sort()

  test('every name of an amount, a share, a time or how long something takes says its unit', () => {
    expect(listed(unitless.filter((found) => own.test(found.path) && !exemptionOf(found)))).toEqual([])
    expect(names.filter(({ type }) => Object.hasOwn(UNITS, type)).length).toBeGreaterThan(1_500)
  })

  test('every exemption is of a name that is there', () => {
    const used = unitless.flatMap((found) => (exemptionOf(found) ? [`${exemptionOf(found)!.file} ${found.name}`] : []))
    expect(EXEMPT.flatMap(({ file, names: all }) => all.map((name) => `${file} ${name}`)).filter((each) => !used.includes(each))).toEqual(
      [],
    )
  })

  test('a planted name is seen, however its type comes about', () => {
    expect(unitless.filter(({ path }) => !own.test(path)).map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'tokens: TokenMicros',
      'amount: AtomicUnits',
      'issuedAt: UnixMs',
      'share: Bps',
      'held: TokenMicros',
      'price: UsdMicros',
      'fee: Wei',
      'timeout: number',
      'total: Lamports',
      'next: UnixMs',
      'reserve: Wei',
      'spentWei: Lamports',
      'priceLamports: MicroLamports',
    ])
  })
})
