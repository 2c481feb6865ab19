import { describe, expect, test } from 'bun:test'
import { ownFiles } from './support/own-files.ts'

/** Files that are called neither as an export nor as most of them, and why. */
const OTHERWISE_NAMED: readonly { readonly files: RegExp; readonly why: string }[] = [
  { files: /^src\/adapters\/storage\/schema\.ts$/, why: 'Kysely’s name for the tables is Database' },
  { files: /^src\/adapters\/launchpads\/\w+\/entry\.ts$/, why: 'a launchpad’s entry is called so in each of them' },
  { files: /^src\/adapters\/storage\/rows\/event-row\.ts$/, why: 'rows of a table and their values, as the other files of the folder' },
  { files: /^src\/adapters\/chains\/(evm\/evm|rpc)-shape\.ts$/, why: 'each export is the shape of another answer' },
  { files: /^src\/adapters\/launchpads\/simulated\/(bonding-curve|execute-trade|fee-share)\.ts$/, why: 'the rules of one program' },
  { files: /^src\/adapters\/launchpads\/zora\/contracts\.ts$/, why: 'addresses of contracts, and their functions' },
  { files: /^src\/adapters\/launchpads\/pump\/transactions\/sweeps\.ts$/, why: 'two sweeps, and the kinds of accounts that they list' },
  {
    files: /^src\/adapters\/storage\/(repos\/money\/escrow-ledger|rows\/keyset|kols\/kol-search)\.ts$/,
    why: 'the steps of one query or ledger',
  },
  { files: /^src\/config\/(embedded-database|settings-texts|parsers\/\w+)\.ts$/, why: 'each export is one setting’s part or text' },
  { files: /^src\/domain\/(brands|json|errors\/example-values)\.ts$/, why: 'each export is a kind of value' },
  { files: /^src\/domain\/webhooks\/webhook(-schedule)?\.ts$/, why: 'the parts of one webhook, and the times of its attempts' },
  { files: /^src\/features\/(oauth\/authorize-client|payments\/payment-runs)\.ts$/, why: 'the steps of one procedure' },
  { files: /^src\/features\/topics\/shell-functions\.ts$/, why: 'each export is a part of the shell commands' },
  { files: /^src\/http\/answers\/wire\.ts$/, why: 'parameters and lists as they are on the wire' },
  { files: /^src\/http\/pipeline\/[\w-]+\.ts$/, why: 'layers are together that run at one moment of a request' },
  { files: /^src\/lib\/(bytes|ed25519|look-alike)\.ts$/, why: 'operations on one kind of data' },
  { files: /^src\/outside-services\.ts$/, why: 'each export is another service’s client' },
]

/** What stands before a noun without being more than "here it comes from". */
const VERBS = ['create', 'make', 'open', 'read', 'parse', 'check', 'find', 'is', 'new', 'start', 'write']

/** `createCoinRepo` has the words create, coin and repo: without capitals, plurals and endings. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_]/)
    .map((word) => word.replace(/(ing|ed|[es])+$/, ''))

const squeezed = (name: string): string => wordsOf(name).join('')

/** A name, and what is left of it without the verb or the suffix of its layer. */
function readingsOf(name: string): string[] {
  return [name, name.replace(/Of$|Repo$|View$/, '')].flatMap((reading) => {
    const verb = VERBS.find((word) => reading.startsWith(word) && /^[A-Z]/.test(reading.slice(word.length)))
    return [reading, ...(verb ? [reading.slice(verb.length)] : [])].map(squeezed)
  })
}

/**
 * What a file exports that is not called for it; null of one that is. It has the name of one of its exports, or half of them and more
 * have a word of its name: that is the noun which they share. Its folder's name may stand for a part (`zora/launchpad.ts`:
 * createZoraLaunchpad; `jobs/jobs-view.ts`: all that jobs answer), and a layer's suffix is none of the name.
 */
function misnamed(path: string, source: string): string | null {
  const [folder, file] = path.split('/').slice(-2) as [string, string]
  const named = (kind: RegExp) => [...new Set([...source.matchAll(kind)].map(([, name]) => name!))]
  const values = named(/^export (?:async )?(?:const|function\*?|class) (\w+)/gm)
  const all = [...new Set([...values, ...named(/^export (?:interface|type) (\w+)/gm)])]
  const stem = file.replace(/^\d+-/, '').replace(/(-view)?(\.d)?\.ts$/, '')
  const [base, around] = [squeezed(stem), squeezed(folder)]
  if (all.length === 0 || (file.endsWith('-view.ts') && base === around)) return null
  const bases = [base, ...(around !== '' && base.startsWith(around) ? [base.slice(around.length)] : [])]
  const isCalled = all.flatMap(readingsOf).some((name) => bases.includes(name) || name === around + base)
  const shares = (names: readonly string[]) =>
    names.filter((name) => wordsOf(name).some((word) => wordsOf(stem).includes(word))).length * 2 >= names.length
  const isShared = values.length !== 1 && all.length > 1 && ((values.length > 0 && shares(values)) || shares(all))
  return isCalled || isShared ? null : `${path}: ${all.join(', ')}`
}

const files = [...ownFiles('src/**/*.ts'), ...ownFiles('clients/typescript/src/*.ts').filter((path) => !path.endsWith('/openapi.ts'))]
const found = await Promise.all(files.map(async (path) => ({ path, wrong: misnamed(path, await Bun.file(path).text()) })))
const isExcepted = (path: string): boolean => OTHERWISE_NAMED.some((exception) => exception.files.test(path))

describe('file names', () => {
  test('a file is named for one of its exports, or for the noun that they share', () => {
    expect(found.filter(({ path, wrong }) => wrong !== null && !isExcepted(path)).map(({ wrong }) => wrong)).toEqual([])
    expect(files.length).toBeGreaterThan(500)
  })

  test('no exception is kept that is not needed', () => {
    const needed = found.filter(({ wrong }) => wrong !== null).map(({ path }) => path)
    expect(OTHERWISE_NAMED.filter((exception) => !needed.some((path) => exception.files.test(path)))).toEqual([])
  })

  test.each([
    ['src/features/fee-share/lock-fees.ts', 'export async function wireFees() {}'],
    ['src/features/fee-share/lock-fees.ts', 'export interface LockFees2 {}\nexport async function wireFees() {}'],
    ['src/lib/x.ts', 'export const oneThing = 1\nexport const another = 2'],
    ['src/lib/price-text.ts', 'export const priceOf = 1\nexport const a = 2\nexport const b = 3\nexport type C = string'],
  ])('a planted misnomer is seen: %s %j', (path, source) => {
    expect(misnamed(path, source)).toStartWith(path)
  })

  test.each([
    ['src/features/wire-fees/wire-fees.ts', 'export interface Order {}\nexport async function wireFees() {}'],
    ['src/adapters/storage/repos/coins-repo.ts', 'export const createCoinRepo = 1'],
    ['src/lib/price-text.ts', 'export const priceOf = 1\nexport const cents = 2'],
    ['src/features/jobs/jobs-view.ts', 'export const CancelBody = 1\nexport const Another = 2'],
  ])('and a good name is none: %s %j', (path, source) => {
    expect(misnamed(path, source)).toBeNull()
  })
})
