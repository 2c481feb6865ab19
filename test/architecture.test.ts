import { describe, expect, test } from 'bun:test'
import { OF_THE_MACHINE, OWN_TIME } from './support/own-time.ts'
import { importsOf, target, sources, pageSources, clientSources, arrowsOf } from './support/sources.ts'
import { layerOf } from './support/layers.ts'

/** Network and output come as arguments to these layers, as time, chance and the environment do to all. */
const BANNED = ['fetch(', 'console.']
const BANNED_IN = /^src\/(domain|features)\//

/** The one file that reads the environment of its process: whoever needs a variable is handed it. */
const MAIN = 'src/main.ts'

const READS_ENVIRONMENT =
  /\bprocess\.env\b|\bBun\.env\b|\bimport\.meta\.env\b|\{[^}]*\benv\b[^}]*\} = process\b|import \{[^}]*\benv\b[^}]*\} from ['"](node:)?process['"]/

/** True for a file whose module keeps what changes; `code` has no comments. */
const keepsState = (path: string, code: string): boolean => KEEPS_STATE.files.test(path) && KEEPS_STATE.code.test(code)

/** What a file of the service takes from the machine, of time, timers and chance. */
const askedOfTheMachine = (path: string, code: string): string[] =>
  !path.startsWith('src/') || path in OWN_TIME
    ? []
    : Object.entries(OF_THE_MACHINE).flatMap(([what, asks]) => (asks.test(code) ? [what] : []))

/** What a single file may do, where doing it elsewhere too would let money slip. */
const ONE_PLACE: readonly { readonly what: string; readonly code: RegExp; readonly file: string }[] = [
  { what: 'charges a call before its work', code: /\.charge\(\)/, file: 'src/features/operations/charge-for.ts' },
  { what: 'says that work is charged', code: /\bas Charged</, file: 'src/features/operations/charge-for.ts' },
  { what: 'writes an operation', code: /\boperations\s*\.insert\(/, file: 'src/features/operations/journal-operation.ts' },
  { what: 'ends an operation', code: /\boperations\s*\.finish\(/, file: 'src/features/operations/settle-operation.ts' },
  {
    what: 'opens a way to an EVM chain of its own',
    code: /\bcreatePublicClient\b/,
    file: 'src/adapters/chains/evm/evm-client.ts',
  },
  // In no file: every request waits until the whole heap was looked through.
  { what: 'waits until all memory is collected', code: /\bgc\(true\)|\bgcAndSweep\b|\bfullGC\b/, file: '' },
  { what: 'writes the log of operators', code: /\boperatorLog\s*\.insert\(/, file: 'src/features/operator-log/record-act.ts' },
  { what: 'tells TypeBox of a kind of schema', code: /\bTypeRegistry\.Set\b/, file: 'src/domain/text/schema-kinds.ts' },
  { what: 'tells of an event', code: /\bevents\s*\.insert\(/, file: 'src/features/events/record-event.ts' },
]

/** A use case names what it needs: everything, or all but some, says nothing. Routes hand on what they were handed. */
const TAKES_ALL = {
  // http-deps.ts is where routes get theirs.
  files: /^src\/(?!http\/http-deps\.ts$|.*\/routes\.ts$)(features|http|mcp|scheduler)\//,
  code: /:\s*(Http)?Deps\b(?!\[)|Omit<(Http)?Deps\b/,
}

/**
 * A module keeps nothing: what changes is made by a function, and handed on. A table that is only read has a type that says so, and
 * what others import is no value that something made and changes.
 */
const KEEPS_STATE = {
  files: /^(src|static|clients\/typescript\/src)\//,
  code: /^(export )?(let|var) |^(export )?const \w+(: (?!Readonly(Set|Map)<|readonly )[^=]+)? = (new (Weak)?(Set|Map)\b|\[\]|\{\})|^(export )?const [^=]+ = new Weak(Set|Map)\b|^export const \w+(: [^=]+)? = create[A-Z]\w*\(/m,
}
const withoutComments = (source: string): string => source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')

/** Every way in which a file of this text breaks the layers. */
function violations(path: string, source: string): string[] {
  const layer = layerOf(path)
  const broken = importsOf(source).flatMap((specifier) => {
    if (specifier.startsWith('.')) {
      const other = layerOf(target(path, specifier)).name
      return layer.layers.includes('*') || layer.layers.includes(other) ? [] : [`${path} (${layer.name}) imports ${specifier} (${other})`]
    }
    return layer.packages.includes('*') || layer.packages.includes(specifier)
      ? []
      : [`${path} (${layer.name}) imports the package ${specifier}`]
  })
  // `web.fetch(` and the like are calls of what was given; the global stands without a dot or a letter before it.
  const code = withoutComments(source)
  const banned = BANNED_IN.test(path)
    ? BANNED.filter((word) => new RegExp(`(?<![.\\w])${word.replaceAll(/[.()]/g, '\\$&')}`).test(code)).map(
        (word) => `${path} uses ${word}`,
      )
    : []
  const asked = askedOfTheMachine(path, code).map((what) => `${path} asks the machine for ${what}`)
  const read = path.startsWith('src/') && path !== MAIN && READS_ENVIRONMENT.test(code) ? [`${path} reads the environment`] : []
  const taken = TAKES_ALL.files.test(path) && TAKES_ALL.code.test(code) ? [`${path} takes every dependency there is`] : []
  const kept = keepsState(path, code) ? [`${path} keeps state in the module`] : []
  const misplaced = ONE_PLACE.filter(({ file, code: does }) => path !== file && does.test(code)).map(({ what }) => `${path} ${what}`)
  return [...broken, ...banned, ...asked, ...read, ...taken, ...kept, ...misplaced]
}

/**
 * The one file of the pages that asks the device for the time, whose clock is handed on, and the one that asks for chance: it draws
 * the address that a browser trades under on the simulated chain. A page’s timers are its own.
 */
const ASKS_THE_DEVICE = { time: 'static/lib/server-clock.ts', chance: 'static/coin/browser-wallet.ts' }

/** What a file of a page keeps, or takes from the device, and should not. */
function pageFaults(path: string, source: string): string[] {
  const code = withoutComments(source)
  const asked = (['time', 'chance'] as const).filter((what) => path !== ASKS_THE_DEVICE[what] && OF_THE_MACHINE[what].test(code))
  return [
    ...(keepsState(path, code) ? [`${path} keeps state in the module`] : []),
    ...asked.map((what) => `${path} asks the device for ${what}`),
  ]
}

describe('architecture', () => {
  test('no file imports against the layer table, or reaches for time, chance, network or environment', async () => {
    const found = await Promise.all([...sources, ...clientSources].map(async (path) => violations(path, await Bun.file(path).text())))
    expect(found.flat()).toEqual([])
    expect(sources.length).toBeGreaterThan(50)
  })

  test.each([
    ['src/domain/x.ts', `import type { Deps } from '../ports/deps.ts'`],
    ['src/domain/x.ts', `import { Elysia } from 'elysia'`],
    ['src/domain/x.ts', `export { a } from '../adapters/storage/storage.ts'`],
    ['src/lib/x.ts', `import '../domain/brands.ts'`],
    ['src/ports/x.ts', `import { Type } from '@sinclair/typebox'`],
    ['src/features/a/do-it.ts', `import { Elysia } from 'elysia'`],
    ['src/features/a/do-it.ts', `import type { X } from '../../http/guards.ts'`],
    ['src/features/a/do-it.ts', `import {\n  a,\n  b,\n} from '../../adapters/random-ids.ts'`],
    ['src/features/a/do-it.ts', `const x = await import('../../adapters/random-ids.ts')`],
    ['src/lib/x.ts', `const { x } = require('@solana/web3.js')`],
    ['src/features/a/routes.ts', `import { Connection } from '@solana/web3.js'`],
    ['src/commands/x.ts', `const { privateKeyToAccount } = await import('viem/accounts')`],
    ['src/config/x.ts', `import { Cron } from 'croner'`],
    ['src/http/x.ts', `import { x } from '../adapters/random-ids.ts'`],
    ['src/scheduler/x.ts', `import { x } from '../adapters/random-ids.ts'`],
    ['src/adapters/x.ts', `import { x } from '../features/keys/claim-key.ts'`],
    ['src/features/a/do-it.ts', `const now = Date.now()`],
    ['src/domain/x.ts', `const at = new Date()`],
    ['src/domain/x.ts', `const r = Math.random()`],
    ['src/http/x.ts', `const startedMs = performance.now()`],
    ['src/scheduler/x.ts', `await Bun.sleep(50)`],
    ['src/adapters/x.ts', `const at = new Date().toISOString()`],
    ['src/adapters/x.ts', `const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))`],
    ['src/commands/x.ts', `createLogger({ nowMs: Date.now })`],
    ['src/config/x.ts', `const seed = Math.random()`],
    ['src/features/a/do-it.ts', `const beat = setInterval(tell, 2_000)`],
    ['src/http/x.ts', `tidying ??= setTimeout(tidyUp, 1_000)`],
    ['src/mcp/x.ts', `const signal = AbortSignal.timeout(500)`],
    ['src/http/x.ts', `setImmediate(() => look())`],
    ['src/adapters/x.ts', `const at = new Date`],
    ['src/compose.ts', `const startedMs = performance.now()`],
    ['src/lib/x.ts', `import { createHash, randomBytes } from 'node:crypto'`],
    ['src/adapters/x.ts', `const id = crypto.randomUUID()`],
    ['src/commands/x.ts', `const salt = crypto.getRandomValues(new Uint8Array(32))`],
    ['src/features/a/do-it.ts', `await fetch('https://x')`],
    ['src/features/a/do-it.ts', `const k = process.env.KEY`],
    ['src/commands/x.ts', `const config = readConfig(process.env)`],
    ['src/config/x.ts', `const { env } = process`],
    ['src/adapters/x.ts', `const level = Bun.env.LOG_LEVEL`],
    ['src/domain/x.ts', `console.log(1)`],
    ['src/features/a/do-it.ts', `export async function doIt(deps: Deps, order: Order): Promise<void> {`],
    ['src/features/a/do-it.ts', `type DoItDeps = Omit<Deps, 'web'>`],
    ['src/http/guards/x.ts', `export const guard = (deps: HttpDeps, group: RateGroup) => {}`],
    ['src/mcp/x.ts', `export function serve(deps: HttpDeps): ServeMessage {`],
    ['src/scheduler/x.ts', `function createRunner(deps: Deps, mayContinue: () => Promise<boolean>) {`],
    ['src/adapters/x.ts', `const open = new Set<Database>()`],
    ['src/http/x.ts', `const contexts: ReadonlyMap<Request, Context> = new WeakMap<Request, Context>()`],
    ['src/lib/x.ts', `export const seen: Map<string, number> = new Map()`],
    ['src/mcp/x.ts', `let loading: Promise<void> | null = null`],
    ['src/features/a/do-it.ts', `const waiting: string[] = []`],
    ['src/http/x.ts', `export const limiter: RateLimiter = createRateLimiter(60)`],
    ['src/domain/x.ts', `TypeRegistry.Set<TextRule>('Text', isText)`],
    ['src/adapters/launchpads/x/launchpad.ts', `import { randomBytes } from 'node:crypto'`],
    ['src/adapters/launchpads/x/launchpad.ts', `const salt = crypto.getRandomValues(new Uint8Array(32))`],
    ['src/adapters/payments/x.ts', `import { createPublicClient } from 'viem'`],
    ['src/features/a/do-it.ts', `await payment?.charge()`],
    ['src/features/a/do-it.ts', `return operation as Charged<Operation>`],
    ['src/features/a/do-it.ts', `await tx.operations.insert(operation, nowMs)`],
    ['src/features/a/do-it.ts', `await tx.operations.finish(id, end, nowMs)`],
    ['src/features/a/do-it.ts', `await tx.events.insert(event)`],
  ])('a planted violation is seen: %s %s', (path, source) => {
    expect(violations(path, source)).toHaveLength(1)
  })

  test('no page keeps state in a module, and one file asks the device for the time, one for chance', async () => {
    const found = await Promise.all(pageSources.map(async (path) => pageFaults(path, await Bun.file(path).text())))
    expect(found.flat()).toEqual([])
    expect(pageSources.length).toBeGreaterThan(50)
    for (const planted of [
      'let etag: string | null = null',
      'const seen = new Set<string>()',
      'export const pageClock = createServerClock()',
      '  const nowMs = Date.now()',
      '  const id = crypto.randomUUID()',
    ])
      expect(pageFaults('static/board/planted.ts', planted)).toHaveLength(1)
    expect(pageFaults(ASKS_THE_DEVICE.time, 'const id = crypto.randomUUID()')).toHaveLength(1)
    expect(pageFaults(ASKS_THE_DEVICE.chance, 'const nowMs = Date.now()')).toHaveLength(1)
  })

  test('the whole server stands on one page', async () => {
    const lines = (await Bun.file('src/app.ts').text()).split('\n')
    // What every request passes, in its order, and for each resource two lines: one that imports it, one that uses it.
    const isOfResource = (line: string) => /^import \{ \w+ \} from '\.\/.*\/routes\.ts'$|^    \.use\(\w+Routes\(http/.test(line)
    const others = lines.filter((line) => !isOfResource(line))
    expect(others.filter((line) => !line.startsWith('import ')).length).toBeLessThan(23)
    expect(others.length).toBeLessThan(26)
    expect(lines.length).toBeLessThan(115)
  })

  test('every routes.ts has its line on that page, and none is mounted by another', async () => {
    const page = await Bun.file('src/app.ts').text()
    const mounted = [...page.matchAll(/^import \{ (\w+) \} from '\.\/((?:features\/[\w-]+|mcp)\/routes\.ts)'$/gm)]
      .filter(([, name]) => page.includes(`    .use(${name}(http`))
      .map(([, , path]) => `src/${path}`)
    expect(mounted.toSorted()).toEqual(sources.filter((path) => path.endsWith('/routes.ts')))
    const nested = await Promise.all(
      sources.filter((path) => path.startsWith('src/features/')).map(async (path) => arrowsOf(path, await Bun.file(path).text())),
    )
    expect(nested.flat().filter(([, to]) => to.endsWith('/routes.ts'))).toEqual([])
  })
})
