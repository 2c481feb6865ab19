import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import { ownFiles } from '../support/own-files.ts'
import { stubWeb } from '../support/stub-web.ts'

/** The suite of each port that several adapters implement, and these; whoever writes another adds it here, and to the suite. */
const SUITES: Readonly<Record<string, { readonly suite: string; readonly adapters: readonly string[] }>> = {
  Clock: { suite: 'clock.test.ts', adapters: ['createSystemClock', 'createSimulatedClock', 'createManualClock'] },
  Disk: { suite: 'disk.test.ts', adapters: ['createDisk', 'noDisk'] },
  EscrowRail: { suite: 'escrow-rail.test.ts', adapters: ['createDevnetRail', 'ledgerRail', 'createTestRail'] },
  IdSource: { suite: 'id-source.test.ts', adapters: ['createRandomIds', 'createCountedIds'] },
  MetadataStore: { suite: 'metadata-store.test.ts', adapters: ['createSelfStore', 'createPinataStore'] },
  Payments: { suite: 'payments.test.ts', adapters: ['createPayments', 'createPaymentBank'] },
  Prices: { suite: 'prices.test.ts', adapters: ['createCachedPrices', 'createFixedPrices', 'noPrices'] },
  Signer: { suite: 'signer.test.ts', adapters: ['createSshAgentSigner', 'createKmsSigner'] },
  Storage: { suite: 'storage.test.ts', adapters: ['openStorage'] },
  Timers: { suite: 'timers.test.ts', adapters: ['createSystemTimers', 'createManualTimers'] },
}

/** Ports that one function implements, whose own tests are its suite. */
const ALONE: Readonly<Record<string, string>> = {
  A2a: 'createA2a',
  Acp: 'createAcp',
  Backups: 'createFileBackups',
  CoinCards: 'createCardProcess',
  Directory: 'createKolDirectory',
  EscrowRails: 'createEscrowRails',
  GasBudget: 'createGasBudget',
  LaunchpadRegistry: 'createLaunchpadRegistry',
  Mail: 'createSmtpMail',
  Metrics: 'createPrometheus',
  NodeWatch: 'createNodeWatch',
  Simulation: 'createSimulatedControl',
  TlsPair: 'readTlsPair',
  Tracer: 'createOtlpTracer',
  Web: 'createGuardedFetch',
}

/** Makes one of these adapters of what the settings say, and is none itself. */
const MAKERS: readonly string[] = ['openLaunchpads']

/** What ports hand out or are handed, beside `Deps`: their own suites meet it. */
const HANDED: Readonly<Record<string, string>> = {
  A2aCall: 'A2a',
  AcpTransaction: 'Acp',
  Deps: 'all ports in one value',
  JobRun: 'the schedule, in test/cron',
  MetadataToKeep: 'MetadataStore',
  PaidCall: 'what a paid request is, in test/features/payments',
  PaidRun: 'what a paid request is, in test/features/payments',
}

/** Each launchpad's folder: the suite is run over it in the file of its name. */
const LAUNCHPADS = [...new Glob('src/adapters/launchpads/*/launchpad.ts').scanSync()].map((path) => path.split('/')[3]!).sort()

const EXPORTED = /^export (?:async )?(?:function|const) (\w+)(?: = )?(?:\([\s\S]{0,500}?\))?: (?:Promise<)?(\w+)>?(?= \{$| =>| =)/gm

/** The simulated control says by its own type that it is the port without its clock. */
const NAMED_TYPES: Readonly<Record<string, string>> = { Simulation: 'SimulatedControl' }

const sources = await Promise.all([...new Glob('src/{adapters,features}/**/*.ts').scanSync()].sort().map((path) => Bun.file(path).text()))

/** What is exported under `src/adapters` or `src/features` and says that it is one of these ports. */
function implementersOf(names: readonly string[]): [port: string, name: string][] {
  const ports = names.map((port) => NAMED_TYPES[port] ?? port)
  return sources.flatMap((source) =>
    [...source.matchAll(EXPORTED)].flatMap(([, name, port]) => (ports.includes(port!) ? [[port!, name!] as [string, string]] : [])),
  )
}

const HAS_METHOD = /^  (?:readonly )?\w+\??(?:<[^>(]*>)?\(|^  (?:readonly )?\w+\??: (?:\(|<)[^\n]*=>/m

/** Interfaces of this text with a method: somebody implements them. */
const implementable = (text: string): string[] =>
  [...text.matchAll(/^export interface (\w+)[^{]*\{\n([\s\S]*?)^\}/gm)]
    .filter(([, , body]) => HAS_METHOD.test(body!))
    .map(([, name]) => name!)

const textOf = (suite: string) => Bun.file(new URL(suite, import.meta.url)).text()

describe('every implementation of a port runs one suite', () => {
  test.each(Object.entries(SUITES))('%s', async (port, { suite, adapters }) => {
    const text = await textOf(suite)
    expect(adapters.filter((name) => !text.includes(name))).toEqual([])
    const found = implementersOf([port]).map(([, name]) => name)
    expect(found.filter((name) => !adapters.includes(name))).toEqual([])
  })

  test('Launchpad', async () => {
    const found = implementersOf(['Launchpad']).map(([, name]) => name.toLowerCase())
    // What those of EVM chains are made with is none itself.
    expect(found.splice(found.indexOf('createevmlaunchpad'), 1)).toEqual(['createevmlaunchpad'])
    expect(found.toSorted()).toEqual(LAUNCHPADS.map((name) => `create${name}launchpad`))
    for (const name of LAUNCHPADS) expect(await textOf(`${name}.test.ts`)).toContain('launchpadContract(')
  })

  test.each(Object.entries(ALONE))('%s has the one adapter %s: a second needs a suite', (port, name) => {
    const found = implementersOf([port]).map(([, found]) => found)
    expect(found.filter((made) => !MAKERS.includes(made))).toEqual([name])
  })

  test('no port is left out: each has a suite here, or one adapter', async () => {
    // Those of a launchpad are capabilities of Launchpad, and those of the storage are repositories of Storage.
    const paths = ['src/ports/*.ts', 'src/ports/{outbound,pages}/*.ts'].flatMap((pattern) => [...new Glob(pattern).scanSync()])
    const ports = (await Promise.all(paths.map(async (path) => implementable(await Bun.file(path).text())))).flat()
    const known = [SUITES, ALONE, HANDED].flatMap((list) => Object.keys(list))
    expect(ports.filter((port) => !known.includes(port))).toEqual([])
    expect(Object.keys(HANDED).filter((name) => !ports.includes(name))).toEqual([])
    expect(ports.length).toBeGreaterThan(20)
    expect(implementable('export interface Planted {\n  readonly size: number\n  find(id: string): Promise<void>\n}')).toEqual(['Planted'])
    expect(implementable('export interface Value {\n  readonly size: number\n}')).toEqual([])
  })
})

/** Under which names a suite has these; every other interface has the names of the members that are one. */
const HELD_AS: Readonly<Record<string, readonly string[]>> = {
  Repos: ['storage', 'tx'],
  Storage: ['storage'],
  Launchpad: ['launchpad'],
  Launching: ['launchpad'],
  Addresses: ['launchpad'],
}

const METHOD = /^  (?:readonly )?(\w+)\??(?:<[^>(]*>)?(?:\(|: \([^\n]*=>)/gm

/** Methods of these ports, as `Port.method`, that the text calls on nothing that it has the port as. */
function uncalled(ports: string, text: string): { readonly methods: number; readonly missing: readonly string[] } {
  const members = [...ports.matchAll(/^  readonly (\w+)\??: (\w+)$/gm)]
  const methods = [...ports.matchAll(/^export interface (\w+)[^{]*\{\n([\s\S]*?)^\}/gm)].flatMap(([, port, body]) =>
    [...body!.matchAll(METHOD)].map(([, method]) => ({ port: port!, method: method! })),
  )
  const missing = methods.filter(({ port, method }) => {
    const holders = HELD_AS[port] ?? members.flatMap(([, name, type]) => (type === port ? [name!] : []))
    return !holders.some((holder) => new RegExp(`\\b${holder}[!?]*\\.${method}\\(`).test(text))
  })
  return { methods: methods.length, missing: missing.map(({ port, method }) => `${port}.${method}`) }
}

describe('a suite leaves no method of its port out', () => {
  const all = async (pattern: string) =>
    (await Promise.all([...new Glob(pattern).scanSync()].sort().map((path) => Bun.file(path).text()))).join('\n')

  test.each([
    ['storage', 160],
    ['launchpad', 25],
  ])('of src/ports/%s', async (folder, least) => {
    const { methods, missing } = uncalled(await all(`src/ports/${folder}/**/*.ts`), await all('test/contract/*.ts'))
    expect(missing).toEqual([])
    expect(methods).toBeGreaterThan(least)
  })

  test('one that is not called, or on another port alone, is found', () => {
    const ports = [
      'export interface PlantRepo {\n  find(id: string): Promise<void>\n  water<Kind>(kind: Kind): void\n}',
      'export interface Repos {\n  readonly plants: PlantRepo\n}',
      'export interface Storage extends Repos {\n  bytes(): number\n}',
    ].join('\n')
    expect(uncalled(ports, 'storage.plants.find(id); storage.stones.water(kind); list.bytes()')).toEqual({
      methods: 3,
      missing: ['PlantRepo.water', 'Storage.bytes'],
    })
    expect(uncalled(ports, 'plants!.find(id); tx.plants.water(kind); storage.bytes()').missing).toEqual([])
  })
})

describe('a port that tests answer for is stubbed in one place', () => {
  /** Texts that make a Web of their own by hand, but of the real one. */
  const byHand = (text: string): boolean => /: Web = \{|\bas Web\b|\bweb: \{(?! \.\.\.real\.web,)/.test(text)

  test('Web: what a test does not expect of it rejects', async () => {
    const texts = await Promise.all(ownFiles('test/**/*.ts').map(async (path) => [path, await Bun.file(path).text()] as const))
    const found = texts.filter(([path, text]) => byHand(text) && !path.endsWith('port-suites.test.ts')).map(([path]) => path)
    expect(found).toEqual([])
    expect(['const web: Web = {', 'page() as Web', '{ web: { get } }', 'web: stubWeb({ get })'].map(byHand)).toEqual([
      true,
      true,
      true,
      false,
    ])
    const web = stubWeb({ get: async () => ({ status: 204, contentType: null, bytes: new Uint8Array() }) })
    expect((await web.get('https://public.test/a', { bytesMax: 1, timeoutMs: 1 })).status).toBe(204)
    const post = web.post('https://public.test/b', { headers: {}, body: '', timeoutMs: 1, answerBytesMax: 1 })
    await expect(post).rejects.toThrow('no POST to https://public.test/b')
  })
})
