import { randomBytes } from 'node:crypto'
import { cpSync } from 'node:fs'
import { toBase58, toBase64 } from '../src/lib/bytes.ts'
import { newKeyPair } from '../src/lib/ed25519.ts'
import type { Subject } from './contestants.ts'
import { noisyPicture } from './noisy-picture.ts'
import { clientOf } from './requests.ts'
import { type RunningServer, startServer } from './running-server.ts'

/** A service in use: keys claimed, coins launched, some traded and paid out. Made over HTTP alone, so that every commit can be measured. */
export interface Scene {
  readonly subject: Subject
  /** Claimed keys, each with 5 launches an hour. */
  readonly keys: readonly string[]
  readonly mints: readonly string[]
  /** Starts the subject's executable on a copy of the scene's data. */
  start(): Promise<RunningServer>
}

export const COINS = 30
const KEYS = 1_000
/** Coins whose fees are paid out, so that the board and the proof have remits. */
const PAID = 10
const AT_ONCE = 16
const LAUNCHERS = 16

/** Wallets that launch, each with 10 SOL of the simulated chain. */
export const launcherSecrets = (): string[] => Array.from({ length: LAUNCHERS }, () => toBase58(newKeyPair(randomBytes).secretKey.reveal()))

const newWallet = () => toBase58(newKeyPair(randomBytes).publicKey)

/** A launch of eight crew members: the most that fits beside agent and treasury. */
export const launchBody = (name: string, picture: Uint8Array = noisyPicture(80), crew = newCrew()) => ({
  name,
  ticker: 'BENCH',
  description: 'A frog that trades noodles at night.',
  imageBase64: toBase64(picture),
  crew,
})

/** Eight people; making them costs more than a request. */
export const newCrew = () =>
  Array.from({ length: 8 }, (_, index) => ({ handle: `@member${index}`, wallet: newWallet(), share: index < 4 ? 13 : 12 }))

const ENV = {
  HOST: '127.0.0.1',
  PORT: '0',
  TRUSTED_PROXIES: '127.0.0.1/32',
  SIMULATED_OPEN: '1',
  LOG_LEVEL: 'info',
  LOG_FORMAT: 'json',
  BACKUP_CRON: 'off',
}

/** What making a scene needs of the run: who hears what goes on, and new empty folders. */
interface SceneDeps {
  say(line: string): void
  folder(): string
}

/** Makes a scene of the subject. */
export async function makeScene(bench: SceneDeps, subject: Subject): Promise<Scene> {
  bench.say(`${subject.name}: ${KEYS} keys, ${COINS} coins`)
  const dataDir = bench.folder()
  const serve = (folder: string) => startServer([subject.executable, 'serve'], { ...ENV, DATA_DIR: folder }, folder)
  const server = await serve(dataDir)
  const keys = await atOnce(KEYS, (n) => claim(server.url, n))
  const mints = await atOnce(COINS, (n) => launch(server.url, keys[n]!, n))
  for (let n = 0; n < PAID; n += 1) await payOut(server.url, keys[n]!, mints[n]!)
  await server.stop()
  return {
    subject,
    keys,
    mints,
    start: () => {
      const folder = bench.folder()
      cpSync(dataDir, folder, { recursive: true })
      return serve(folder)
    },
  }
}

async function post(url: string, n: number, path: string, headers: Record<string, string>, body: unknown): Promise<any> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': clientOf(n), 'x-forwarded-proto': 'https', ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

const claim = async (url: string, n: number): Promise<string> => (await post(url, n, '/api/agent/keys/claim', {}, { label: 'bench' })).key

async function launch(url: string, key: string, n: number): Promise<string> {
  const headers = { 'x-svc-api-key': key, 'x-launcher-key': toBase58(newKeyPair(randomBytes).secretKey.reveal()) }
  return (await post(url, n, '/api/agent/launch', headers, launchBody(`Night Market Frog ${n}`))).mint
}

async function payOut(url: string, key: string, mint: string): Promise<void> {
  await post(url, 0, `/api/simulated/${mint}/trades`, {}, { wallet: newWallet(), side: 'buy', sol: 2 })
  const launcher = toBase58(newKeyPair(randomBytes).secretKey.reveal())
  await post(url, 0, '/api/agent/crank', { 'x-svc-api-key': key, 'x-launcher-key': launcher }, { mint })
}

async function atOnce<Value>(count: number, work: (n: number) => Promise<Value>): Promise<Value[]> {
  const values: Value[] = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const n = next++
      values[n] = await work(n)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return values
}
