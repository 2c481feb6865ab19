import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import { ownFiles } from './support/own-files.ts'

/** What each layer may import: other layers of ours, and packages. `*` is any package. @see docs/architecture.md */
const LAYERS: readonly {
  readonly name: string
  readonly files: RegExp
  readonly layers: readonly string[]
  readonly packages: readonly string[]
}[] = [
  {
    name: 'lib',
    files: /^src\/lib\//,
    layers: ['lib'],
    packages: [
      'node:crypto',
      '@noble/curves/ed25519',
      '@noble/curves/utils',
      '@noble/hashes/sha3',
      '@noble/hashes/utils',
      'bs58',
      'ipaddr.js',
      'unhomoglyph/data.json',
    ],
  },
  {
    name: 'domain',
    files: /^src\/domain\//,
    layers: ['lib', 'domain'],
    packages: ['@sinclair/typebox', '@sinclair/typebox/value', 'standardwebhooks'],
  },
  { name: 'ports', files: /^src\/ports\//, layers: ['lib', 'domain', 'ports'], packages: [] },
  {
    name: 'routes',
    files: /^src\/features\/[\w-]+\/routes\.ts$/,
    layers: ['lib', 'domain', 'ports', 'features', 'views', 'http', 'routes'],
    packages: ['swagger-ui-dist/swagger-ui-bundle.js', 'swagger-ui-dist/swagger-ui.css', 'elysia', '@sinclair/typebox'],
  },
  {
    name: 'views',
    files: /^src\/features\/[\w-]+\/[\w-]+-view\.ts$/,
    layers: ['lib', 'domain', 'ports', 'features', 'views', 'http'],
    packages: ['@sinclair/typebox'],
  },
  { name: 'features', files: /^src\/features\//, layers: ['lib', 'domain', 'ports', 'features'], packages: [] },
  {
    name: 'http',
    files: /^src\/http\//,
    layers: ['lib', 'domain', 'ports', 'http'],
    packages: [
      'swagger-ui-dist/swagger-ui-bundle.js',
      'swagger-ui-dist/swagger-ui.css',
      'elysia',
      '@sinclair/typebox',
      '@sinclair/typebox/value',
      '@sinclair/typebox/compiler',
    ],
  },
  {
    name: 'mcp',
    files: /^src\/mcp\//,
    layers: ['lib', 'domain', 'ports', 'http', 'mcp'],
    packages: ['elysia', '@sinclair/typebox', '@modelcontextprotocol/server'],
  },
  { name: 'scheduler', files: /^src\/scheduler\//, layers: ['lib', 'domain', 'ports', 'features', 'scheduler'], packages: ['croner'] },
  { name: 'adapters', files: /^src\/adapters\//, layers: ['lib', 'domain', 'ports', 'adapters'], packages: ['*'] },
  {
    name: 'client',
    files: /^clients\/typescript\/src\//,
    layers: ['client'],
    packages: ['openapi-fetch', 'bs58', 'standardwebhooks', '@x402/fetch', '@x402/evm/exact/client'],
  },
  {
    name: 'top',
    files: /^src\//,
    layers: ['*'],
    packages: ['node:crypto', 'node:fs', 'node:os', 'node:path', 'node:util', 'node:zlib'],
  },
]

/** Network and output come as arguments to these layers, as time, chance and the environment do to all. */
const BANNED = ['fetch(', 'console.']
const BANNED_IN = /^src\/(domain|features)\//

/** Who knows time, timers or chance of the machine itself: all others are handed a Clock, Timers, an IdSource or RandomBytes. */
const OF_THE_MACHINE: Readonly<Record<'time' | 'timers' | 'chance', RegExp>> = {
  time: /\bDate\.now\b|\bnew Date\(\s*\)|\bnew Date\b(?!\()|\bperformance\.(now|timeOrigin)\b|\bBun\.nanoseconds\b|\bhrtime\b/,
  timers:
    /(?<![.\w])(setTimeout|setInterval|setImmediate)\(|\bBun\.sleep(Sync)?\(|\bAbortSignal\.timeout\(|\bAtomics\.wait\(|(from |import\()['"](node:)?timers(\/promises)?['"]/,
  chance:
    /\bMath\.random\b|\b(getRandomValues|randomUUID|randomUUIDv7)\(|import \{[^}]*\b(randomBytes|randomInt|randomUUID|randomFill(Sync)?|webcrypto|generateKeyPair(Sync)?|generateKey(Sync)?)\b[^}]*\} from ['"](node:)?crypto['"]/,
}

const GIVES_UP = 'gives up what it asks outside by the machine’s time: those who answer know no other'

/** Who asks the machine itself, and why it is not handed in. */
const OWN_TIME: Readonly<Record<string, string>> = {
  'src/adapters/system-clock.ts': 'is the clock that is handed in',
  'src/adapters/system-timers.ts': 'is the timers that are handed in',
  'src/adapters/random-ids.ts': 'is the chance that is handed in',
  'src/lib/secret-box.ts': 'a nonce that is used twice opens what its key sealed: nobody may hand one in',
  'src/lib/yield-to-event-loop.ts': 'is the event loop’s turns, and measures how long one takes; a caller may hand in other time',
  'src/adapters/chains/node-proof.ts': 'a proof of a node is good for real time, however far the service’s clock is sent',
  'src/adapters/chains/fail-over.ts': 'a node that failed is asked again after real time, however far the service’s clock is advanced',
  'src/adapters/prometheus.ts': 'tells when this process began',
  'src/adapters/launchpads/pump/solana-probe.ts': 'tells how long a node took',
  'src/adapters/outbound/guarded-fetch.ts': 'tells how long a receiver took',
  'src/adapters/outbound/pinned-request.ts': GIVES_UP,
  'src/adapters/chains/rpc-endpoint.ts': GIVES_UP,
  'src/adapters/storage/in-time.ts': GIVES_UP,
  'src/adapters/metadata/pinata-store.ts': GIVES_UP,
  'src/adapters/acp/acp-messages.ts': GIVES_UP,
  'src/adapters/payments/probe-facilitator.ts': GIVES_UP,
  'src/commands/health.ts': GIVES_UP,
  'src/commands/doctor/host-findings.ts': GIVES_UP,
  'src/commands/api/listen.ts': GIVES_UP,
  'src/main.ts': 'ends the process when nobody reads its last lines, after all else has ended',
}

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

/**
 * The folders of features in steps: each imports from the steps below its own, and from no other. What money does on a chain
 * stands on one step (launch, fee-share, dry-run, buyback, jobs): these use operations and plan, and never each other.
 */
const FEATURE_STEPS: readonly (readonly string[])[] = [
  ['operator-log'],
  ['autohire', 'budgets', 'events', 'health', 'kit', 'kols', 'pages', 'payments', 'proof', 'referrals', 'simulated', 'topics', 'webhooks'],
  ['findings', 'keys', 'metrics', 'operations', 'plan', 'well-known'],
  ['coins', 'discovery', 'maintenance', 'oauth'],
  ['buyback', 'dry-run', 'fee-share', 'jobs', 'launch'],
  ['acp', 'approvals', 'operator', 'remits'],
  ['board', 'wallets'],
]

/** What a new folder of features needs. */
const HOW_TO_STEP = 'add it to FEATURE_STEPS in test/architecture.test.ts, in a line below what it imports and above what imports it'

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

/** A pause or a timer of the machine's time, and chance that no seed repeats. */
const SLEEPS =
  /\bBun\.sleep(Sync)?\(|(?<![.\w])(setTimeout|setInterval)\(|\bAbortSignal\.timeout\(|\bAtomics\.wait\(|\bwaitForTimeout\(|['"](node:)?timers(\/promises)?['"]|\bMath\.random\b/

/** Which tests pause or have timers, and why; all others wait for something that has a name, or move a clock and timers by hand. */
const MAY_SLEEP: Readonly<Record<string, string>> = {
  'test/support/eventually.ts': 'waits for what another process or a timer of the machine does: what for has a name there',
  'test/support/slowly.ts': 'is a stand-in that is slow; no test waits by it',
  'test/ops/database-gone.test.ts': 'gives up a call of a service that may hang: that is what it looks for',
  'test/commands/one-service.test.ts': 'is the text of a program that must not end',
  'test/crash/crash-server.ts': 'is a process of its own, whose clock does the service’s work until it is killed',
  'test/fuzz/main.ts': 'says every half minute how far a long run is',
  'test/fuzz/memory-watch.ts': 'looks at the memory of another process each second',
  'test/fuzz/raw-client.ts': 'gives up a socket that does not answer',
}

/** True for a test's file that pauses, has timers or throws dice, and should not. */
const sleeps = (path: string, source: string): boolean => !(path in MAY_SLEEP) && SLEEPS.test(source)

const layerOf = (path: string) => LAYERS.find(({ files }) => files.test(path))!

/** `import … from 'x'`, `export … from 'x'`, `import 'x'`, `import('x')`, `require('x')`, with or without `type`. */
const importsOf = (source: string): string[] =>
  [
    ...source.matchAll(
      /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\b(?:import|require)\(\s*['"]([^'"]+)['"]/g,
    ),
  ].map((match) => (match[1] ?? match[2] ?? match[3])!)

/** The step of the feature that a file is of; null of files outside the features. @throws Error for a folder that has no step */
function stepOf(path: string): number | null {
  const folder = /^src\/features\/([\w-]+)\//.exec(path)?.[1]
  if (folder === undefined) return null
  const step = FEATURE_STEPS.findIndex((folders) => folders.includes(folder))
  if (step === -1) throw new Error(`features/${folder} has no step: ${HOW_TO_STEP}`)
  return step
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

/** Imports of a feature from another one that stands on its own step, or above. */
const againstTheOrder = (arrows: readonly Arrow[]): string[] =>
  arrows
    .filter(([from, to]) => folderOf(from) !== folderOf(to))
    .filter(([from, to]) => (stepOf(from) ?? Infinity) <= (stepOf(to) ?? -1))
    .map(([from, to]) => `${from} imports ${to}`)

/** The path inside the project that a relative import names. */
const target = (from: string, specifier: string): string => new URL(specifier, `file:///${from}`).pathname.slice(1)

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

/** The one file of the pages that asks the device for the time: its clock is handed on. A page’s timers are its own. */
const PAGE_CLOCK = 'static/lib/server-clock.ts'

/** What a file of a page keeps, or takes from the device, and should not. */
function pageFaults(path: string, source: string): string[] {
  const code = withoutComments(source)
  const asked = (['time', 'chance'] as const).filter((what) => path !== PAGE_CLOCK && OF_THE_MACHINE[what].test(code))
  return [
    ...(keepsState(path, code) ? [`${path} keeps state in the module`] : []),
    ...asked.map((what) => `${path} asks the device for ${what}`),
  ]
}

/** Prettier breaks code at this column, and leaves comments as they are. */
const COLUMNS = 140

const wideComments = (source: string): string[] =>
  source.split('\n').filter((line) => line.length > COLUMNS && /^\s*(\/\*|\*|\/\/)/.test(line))

/** Where an amount has a brand that names its unit. */
const OF_BRANDS = /^src\/(?!lib\/|domain\/brands\.ts$|adapters\/storage\/migrations\/)/
/** A member, a parameter or a variable that is a `bigint`, or is made of some. */
const NAMED_BIGINT = /(\w+)\??: (?:readonly |ReadonlyMap<\w+, |Map<\w+, |Promise<)*bigint\b(?: \| null)?/g
/** What is declared on the line: the name of a function whose result is a `bigint`. */
const DECLARED = /\b(?:function|const|type) (\w+)|^\s*(?:async )?(\w+)[(<]/
/** What a database or a node answers, before it is read. */
const ANSWER = /\b(?:query|sql|sum|read|Block)<[^(`]*|^\s*\w+_\w+: bigint( \| null)?$|^\s*(?:slot|lamports|tokens): bigint$/
/**
 * What is whole and no amount: gas, factors, weights, the sides of an arithmetic, unsigned integers as they are read from bytes and
 * texts, tokens of any mint, and the balances of the simulated ledger, where the faucet's is below zero.
 */
const NO_AMOUNT =
  /^(gas|estimate[d]?Gas|gasOfBounded|gasWithMargin|\w*[gG]asMax|times|\w+Times|useIndex|bytes|weights|by|divideUp|value|MetricValue|u64\w*|i128At|bigintOf|quantity|exactInteger|pragma|\w+Column|unitsOf|\w+Units|\w+UnitsOf|heldLamports|touchLamports|totalLamports)$/

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

const sources = [...new Glob('src/**/*.ts').scanSync()].sort()
/** The pages. */
const pageSources = [...new Glob('static/**/*.ts').scanSync()].sort()
/** The typed client, without what is generated. */
const clientSources = [...new Glob('clients/typescript/src/*.ts').scanSync()].filter((path) => !path.endsWith('/openapi.ts')).sort()

type Arrow = readonly [from: string, to: string]

/** Groups of names that reach each other along the arrows. */
function circles(arrows: readonly Arrow[]): string[][] {
  const next = new Map<string, Set<string>>()
  for (const [from, to] of arrows) if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to))
  const reached = (start: string) => {
    const seen = new Set<string>()
    const open = [...(next.get(start) ?? [])]
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (seen.has(name)) continue
      seen.add(name)
      open.push(...(next.get(name) ?? []))
    }
    return seen
  }
  const reach = new Map([...next.keys()].map((name) => [name, reached(name)]))
  const found = new Map<string, string[]>()
  for (const [name, names] of reach) {
    if (!names.has(name)) continue
    const circle = [name, ...names].filter((other) => reach.get(other)?.has(name) && names.has(other)).toSorted()
    found.set([...new Set(circle)].join(' '), [...new Set(circle)])
  }
  return [...found.values()]
}

/** In each folder the arrows between what stands side by side there: its files and its folders. */
function roomArrows(arrows: readonly Arrow[]): Arrow[] {
  return arrows.flatMap(([from, to]) => {
    const [a, b] = [from.split('/'), to.split('/')]
    const depth = a.findIndex((part, index) => part !== b[index])
    return depth === -1 ? [] : [[a.slice(0, depth + 1).join('/'), b.slice(0, depth + 1).join('/')] as const]
  })
}

/** Imports that are there when the file is loaded, types included; `import('…')` later is how SDKs stay out of the way. */
const arrowsOf = (path: string, source: string): Arrow[] =>
  importsOf(source.replaceAll(/\bimport\([^)]*\)/g, ''))
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => [path, target(path, specifier)] as const)

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

  test('no page keeps state in a module, and each asks one clock for the time', async () => {
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
  })

  test('whoever has time of his own is there, and asks the machine', async () => {
    for (const path of Object.keys(OWN_TIME)) {
      const source = await Bun.file(path).text()
      expect([path, Object.values(OF_THE_MACHINE).some((asks) => asks.test(source))]).toEqual([path, true])
    }
  })

  test('no barrel files, no catch-all names, and nothing above 250 lines', async () => {
    const names = sources.filter((path) => /(^|\/)(index|utils|helpers|types|manager|service)\.ts$/.test(path))
    expect(names).toEqual([])
    const long = await Promise.all(
      [...sources, ...clientSources, ...pageSources].map(async (path) => [path, (await Bun.file(path).text()).split('\n').length] as const),
    )
    expect(long.filter(([, lines]) => lines > 251).map(([path, lines]) => `${path}: ${lines}`)).toEqual([])
  })

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

  test('a comment is no wider than the code', async () => {
    const own = ownFiles('{src,clients,static,test,bench,scripts}/**/*.ts').filter((path) => !path.endsWith('/openapi.ts'))
    const wide = await Promise.all(own.map(async (path) => wideComments(await Bun.file(path).text()).map((line) => `${path}: ${line}`)))
    expect(wide.flat()).toEqual([])
    const long = 'x'.repeat(150)
    expect([`/** ${long} */`, `  * ${long}`, `// ${long}`].map((line) => wideComments(line).length)).toEqual([1, 1, 1])
    expect(wideComments(`const text = '${long}'`)).toEqual([])
  })

  test('the whole server stands on one page', async () => {
    const lines = (await Bun.file('src/app.ts').text()).split('\n')
    // What every request passes, in its order, and one line for each resource; each of them is imported by a line.
    expect(lines.filter((line) => !line.startsWith('import ')).length).toBeLessThan(50)
    expect(lines.length).toBeLessThan(80)
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

  test('no circle of files, and none of folders: what stands side by side imports in one direction', async () => {
    const arrows = (await Promise.all(sources.map(async (path) => arrowsOf(path, await Bun.file(path).text())))).flat()
    expect(circles(arrows)).toEqual([])
    expect(circles(roomArrows(arrows))).toEqual([])
    expect(arrows.length).toBeGreaterThan(1_000)
  })

  test('a launchpad’s folder is its own: what other adapters need too is in chains/', async () => {
    const arrows = (await Promise.all(sources.map(async (path) => arrowsOf(path, await Bun.file(path).text())))).flat()
    const reached = (from: string, to: string) => {
      const own = /^src\/adapters\/launchpads\/\w+\//.exec(to)?.[0]
      return own !== undefined && from.startsWith('src/adapters/') && !from.startsWith(own)
    }
    expect(arrows.filter(([from, to]) => reached(from, to))).toEqual([])
    expect(reached('src/adapters/escrow/devnet-rail.ts', 'src/adapters/launchpads/pump/context.ts')).toBe(true)
  })

  test('features import in one order: those that move money never import each other', async () => {
    const arrows = (await Promise.all(sources.map(async (path) => arrowsOf(path, await Bun.file(path).text())))).flat()
    expect(againstTheOrder(arrows)).toEqual([])
    const folders = new Set(sources.flatMap((path) => /^src\/features\/([\w-]+)\//.exec(path)?.[1] ?? []))
    const steps = FEATURE_STEPS.flat()
    expect([...folders].filter((name) => !steps.includes(name)).map((name) => `features/${name} has no step: ${HOW_TO_STEP}`)).toEqual([])
    expect(steps.filter((name) => !folders.has(name)).map((name) => `features/${name} is gone: take it out of FEATURE_STEPS`)).toEqual([])
    expect(steps.length).toBe(folders.size)
  })

  test.each([
    ['src/features/launch/x.ts', `import { y } from '../fee-share/y.ts'`],
    ['src/features/jobs/x.ts', `import type { Y } from '../buyback/y.ts'`],
    ['src/features/operations/x.ts', `import { y } from '../plan/y.ts'`],
    ['src/features/plan/x.ts', `import { y } from '../launch/y.ts'`],
  ])('a planted import against the order is seen: %s %s', (path, source) => {
    expect(againstTheOrder(arrowsOf(path, source))).toHaveLength(1)
    expect(againstTheOrder(arrowsOf(path, source.replace(/\.\.\/[\w-]+/, '../budgets')))).toEqual([])
    expect(() => againstTheOrder(arrowsOf(path, source.replace(/\.\.\/[\w-]+/, '../new-folder')))).toThrow(
      'features/new-folder has no step',
    )
  })

  test('a planted circle is seen, of files and of folders', () => {
    const files = [
      ...arrowsOf('src/features/a/x.ts', `import { y } from '../b/y.ts'`),
      ...arrowsOf('src/features/b/y.ts', `import type { Z } from './z.ts'`),
      ...arrowsOf('src/features/b/z.ts', `import { x } from '../a/x.ts'`),
    ]
    expect(circles(files)).toEqual([['src/features/a/x.ts', 'src/features/b/y.ts', 'src/features/b/z.ts']])
    const folders = [
      ...arrowsOf('src/features/a/x.ts', `import { y } from '../b/y.ts'`),
      ...arrowsOf('src/features/b/z.ts', `import { w } from '../a/w.ts'`),
    ]
    expect(circles(folders)).toEqual([])
    expect(circles(roomArrows(folders))).toEqual([['src/features/a', 'src/features/b']])
    expect(circles(arrowsOf('src/features/a/x.ts', `const later = await import('./x.ts')`))).toEqual([])
  })

  test('no test sleeps or has timers of the machine: what another process does is waited for by its name, in one function', async () => {
    const files = ownFiles('test/**/*.ts').filter((path) => path !== 'test/architecture.test.ts')
    const found = await Promise.all(files.map(async (path) => (sleeps(path, await Bun.file(path).text()) ? [path] : [])))
    expect(found.flat()).toEqual([])
    expect(files.length).toBeGreaterThan(200)
    for (const path of Object.keys(MAY_SLEEP)) expect([path, SLEEPS.test(await Bun.file(path).text())]).toEqual([path, true])
  })

  test.each([
    'await Bun.sleep(50)',
    'Bun.sleepSync(5)',
    'await new Promise((resolve) => setTimeout(resolve, 50))',
    `import { setTimeout } from 'node:timers/promises'`,
    'const timer = setTimeout(() => reject(new Error()), 50)',
    'const timer = setInterval(look, 50)',
    'await fetch(url, { signal: AbortSignal.timeout(50) })',
    'await page.waitForTimeout(50)',
    'const seed = Math.random()',
  ])('a planted sleep is seen: %s', (source) => {
    expect(sleeps('test/crash/x.test.ts', source)).toBe(true)
    expect(sleeps('test/support/eventually.ts', source)).toBe(false)
    expect(sleeps('test/crash/x.test.ts', 'timers.after(50, look); signal.timeout(5); timers.setTimeout(5)')).toBe(false)
  })

  test('few files lie loose, and no folder is a heap', () => {
    const folders = Map.groupBy(sources, (path) => path.slice(0, path.lastIndexOf('/')))
    expect(folders.get('src')!.length).toBeLessThanOrEqual(6)
    expect([...folders].filter(([, files]) => files.length > 20).map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([])
  })
})
