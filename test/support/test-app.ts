import { ZORA_FACTS } from '../../src/adapters/launchpads/zora/facts.ts'
import { createApp } from '../../src/app.ts'
import { newKeyPair } from './new-key-pair.ts'
import type { Mint, Wallet } from '../../src/domain/brands.ts'
import { toBase58, toBase64 } from '../../src/lib/bytes.ts'
import { type KeyPair, signDetached } from '../../src/lib/ed25519.ts'
import type { Deps } from '../../src/ports/deps.ts'
import type { Launchpad } from '../../src/ports/launchpad/launchpad.ts'
import { checkAnswer } from './check-answer.ts'
import { hiddenPaths } from './hidden-routes.ts'
import type { ManualClock } from './manual-clock.ts'
import { type Between, createTestDeps, type TestAppOptions } from './test-deps.ts'

export const OPERATOR_KEY = 'operator-key-of-the-tests'

/** A person or agent with a wallet. */
export interface Person {
  readonly wallet: Wallet
  /** Base58 of 64 bytes. */
  readonly secret: string
  readonly pair: KeyPair
}

export function newPerson(): Person {
  const pair = newKeyPair()
  return { pair, wallet: toBase58(pair.publicKey) as Wallet, secret: toBase58(pair.secretKey.reveal()) }
}

export interface Answer {
  readonly status: number
  readonly body: any
  readonly headers: Headers
}

export interface CallOptions {
  readonly key?: string | undefined
  readonly headers?: Record<string, string>
  /** The peer's address; 198.51.100.7 when not given. */
  readonly address?: string
}

export interface TestApp {
  readonly deps: Deps
  readonly clock: ManualClock
  readonly pad: Launchpad
  /** The adapters that a test may step into. */
  readonly between: Between
  /** Every line logged so far. */
  readonly logLines: string[]
  readonly approver: Person
  readonly launcher: Person
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  raw(request: Request, address?: string): Promise<Response>
  /** A claimed key's text. */
  claim(): Promise<string>
  /** A valid launch body with a picture and three crew wallets; members given replace its own, undefined ones vanish. */
  launchBody(changes?: Record<string, unknown>): Record<string, any>
  /** The wallet headers for a message. */
  signed(person: Person, message: (timestamp: string) => string): Record<string, string>
  close(): Promise<void>
}

/** 80 bytes with the structure of a PNG of 256 pixels square; its pixels are none. */
export const pngBytes = (seed = 0): Uint8Array => {
  const bytes = new Uint8Array(80).fill(seed)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  bytes.set([0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 0, 0, 0, 1, 0, 8, 2, 0, 0, 0], 8)
  bytes.set([0, 0, 0, 23, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c], 33)
  bytes.set([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82], 68)
  const view = new DataView(bytes.buffer)
  for (const [from, until] of [
    [12, 29],
    [37, 64],
  ] as const)
    view.setUint32(until, Bun.hash.crc32(bytes.subarray(from, until)))
  return bytes
}

/** What /openapi.json says and OAuth’s routes, of an app of its own that knows of the launchpads that any service knows of. */
async function readDocument({ payments, env }: TestAppOptions): Promise<unknown> {
  const disabled = [{ facts: ZORA_FACTS, reason: 'It is off.' }]
  const app = await createTestApp({ disabled, ...(payments ? { payments, ...(env ? { env } : {}) } : {}) })
  const answer = await createApp(app.deps)(new Request('http://launch.test/openapi.json'), '198.51.100.7')
  const document = (await answer.json()) as { readonly paths: object }
  await app.close()
  return { ...document, paths: { ...document.paths, ...hiddenPaths(app.deps) } }
}

/** Returns when the answer is one that /openapi.json has. @throws Error that says what the document lacks */
export const checkDocumented = (request: Request, response: Response, options: TestAppOptions = {}): Promise<void> =>
  checkAnswer(() => readDocument(options), request, response, options.payments ? 'paid' : 'keys alone')

/** The whole app in memory: SQLite, simulated launchpad, a clock moved by hand, counted ids, and no network. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const approver = newPerson()
  const launcher = newPerson()
  const env = { OPERATOR_API_KEY: OPERATOR_KEY, APPROVER_WALLETS: approver.wallet }
  const { deps, clock, pad, between, logLines, close } = await createTestDeps(options, env)
  // What a test sends together is under way together, however slow the machine is.
  const handle = createApp(deps, { inTurn: { most: 10_000, workMs: 60_000 }, ...options.intake })
  const raw = async (request: Request, address = '198.51.100.7') => {
    const response = await handle(request, address)
    await checkDocumented(request, response, options)
    return response
  }
  let claims = 0

  const app: TestApp = {
    deps,
    clock,
    pad,
    between,
    logLines,
    approver,
    launcher,
    raw,
    async call(method, path, body, { key, headers, address } = {}) {
      const request = new Request(`http://launch.test${path}`, {
        method,
        headers: {
          ...(key ? { 'x-svc-api-key': key } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
      })
      const response = await raw(request, address)
      const text = await response.text()
      const json = /json/.test(response.headers.get('content-type') ?? '')
      return { status: response.status, body: json ? JSON.parse(text) : text, headers: response.headers }
    },
    async claim() {
      claims += 1
      const { status, body } = await app.call('POST', '/api/agent/keys/claim', {}, { address: `203.0.113.${claims}` })
      if (status !== 201) throw new Error(`claim answered ${status}`)
      return body.key as string
    },
    launchBody: (changes = {}) => ({
      name: 'Night Market Frog',
      ticker: 'NMFROG',
      description: 'A frog that trades noodles at night.',
      imageBase64: toBase64(pngBytes()),
      crew: [
        { handle: '@one', wallet: CREW_WALLETS[0], share: 50 },
        { handle: '@two', wallet: CREW_WALLETS[1], share: 30, hireRole: 'raid' },
        { handle: '@three', wallet: CREW_WALLETS[2], share: 20, hireRole: 'chart' },
      ],
      launcherPubkey: launcher.wallet,
      ...changes,
    }),
    signed(person, message) {
      const timestamp = String(clock.nowMs())
      return {
        'x-svc-wallet': person.wallet,
        'x-svc-timestamp': timestamp,
        'x-svc-signature': toBase58(signDetached(new TextEncoder().encode(message(timestamp)), person.pair)),
      }
    },
    close,
  }
  return app
}

/** Ten fresh wallets for crews. */
export const CREW_WALLETS: readonly Wallet[] = Array.from({ length: 10 }, () => newPerson().wallet)

/** The mint of an answer, typed. */
export const mintOf = (answer: Answer): Mint => answer.body.mint as Mint
