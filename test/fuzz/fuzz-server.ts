import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundledMain } from '../support/bundled-main.ts'
import { sha256Hex } from '../../src/lib/bytes.ts'
import { type LogWatch, watchLog } from './log-watch.ts'
import type { FuzzOptions } from './options.ts'
import { FUZZ_OPERATOR_KEY, FUZZ_OPS_KEY, personOf } from './people.ts'

const MAIN = await bundledMain()

/** The service in a process of its own, on a free port of loopback. */
export interface FuzzServer {
  readonly url: URL
  readonly pid: number
  readonly dataDir: string
  readonly log: LogWatch
  /** Resident memory in MiB; 0 where the machine does not say. */
  rssMb(): Promise<number>
  /** Seconds of processor that it has used. */
  cpuSeconds(): Promise<number>
  /** True while the process lives. */
  alive(): boolean
  /** SIGTERM; resolves to its exit code when everything is written. */
  stop(): Promise<number>
  /** Removes its files, unless the folder was given. */
  remove(): void
}

/** KOLs whose wallets the fuzzer holds, and the codes that they refer with. */
export const KOLS = [1, 2, 3].map((number) => ({
  handle: `fuzz_kol_${number}`,
  person: personOf(`kol ${number}`),
  code: `FUZZ${number}`,
}))

/** Who may approve dry-runs. */
export const APPROVERS = [1, 2, 3].map((number) => personOf(`approver ${number}`))

/** Fills the directory, starts the service and resolves when it listens. @throws Error when it ends before */
export async function startFuzzServer(
  options: FuzzOptions,
  databaseUrl: string | null,
  payments: Record<string, string>,
): Promise<FuzzServer> {
  const { executable, dataDir: given } = options
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'agent-launch-fuzz-'))
  mkdirSync(dataDir, { recursive: true })
  const command = executable === null ? [process.execPath, MAIN] : [executable]
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    LOG_FORMAT: 'json',
    OPERATOR_API_KEY: FUZZ_OPERATOR_KEY,
    OPS_KEY_HASHES: sha256Hex(FUZZ_OPS_KEY),
    APPROVER_WALLETS: APPROVERS.map(({ wallet }) => wallet).join(','),
    CRANK_PAYER_KEY: personOf('crank payer').secret,
    // Every request says where it comes from, so that no rate of one address hides the routes.
    TRUSTED_PROXIES: '127.0.0.1/32',
    // Every actor comes through a proxy, moves the clock, and has webhooks on this machine.
    SIMULATED_OPEN: '1',
    JOBS_ENABLED: '1',
    // So high that a few trades pay for a job in parts.
    PRICE_SOL_USD: '100000',
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    ...payments,
  }
  await fillDirectory(command, env, dataDir)

  const child = Bun.spawn([...command, 'serve'], { env, stdout: 'pipe', stderr: 'pipe' })
  const log = watchLog({ stdout: child.stdout, stderr: child.stderr })
  const url = await Promise.race([log.listening, child.exited.then((code) => code)])
  if (typeof url === 'number') throw new Error(`the service ended with ${url} before it listened:\n${log.tail().join('\n')}`)
  return {
    url: new URL(url),
    pid: child.pid,
    dataDir,
    log,
    rssMb: () => readRssMb(child.pid),
    cpuSeconds: () => readCpuSeconds(child.pid),
    alive: () => child.exitCode === null && child.signalCode === null,
    async stop() {
      child.kill('SIGTERM')
      const code = await child.exited
      await log.ended
      return code
    },
    remove: () => given ?? rmSync(dataDir, { recursive: true, force: true }),
  }
}

const COLUMNS = 'rank,handle,displayName,aliases,wallet,evmWallet,followers,narratives,roles,correlated,verified,optedOut'

async function fillDirectory(command: readonly string[], env: Record<string, string>, dataDir: string): Promise<void> {
  const file = join(dataDir, 'fuzz-kols.csv')
  const rows = KOLS.map(({ handle, person }, index) => `${9_001 + index},${handle},${handle},,${person.wallet},,1000,memes,kol,,true,false`)
  writeFileSync(file, `${COLUMNS}\n${rows.join('\n')}\n`)
  const commands = [['import', '--sample'], ['import', file], ...KOLS.map(({ handle, code }) => ['referral-code', handle, code])]
  for (const args of commands) {
    const child = Bun.spawn([...command, 'kols', ...args], { env, stdout: 'pipe', stderr: 'pipe' })
    const code = await child.exited
    if (code !== 0) throw new Error(`kols ${args[0]} ended with ${code}: ${await new Response(child.stderr).text()}`)
  }
}

/** The kernel counts in hundredths. */
async function readCpuSeconds(pid: number): Promise<number> {
  const text = await Bun.file(`/proc/${pid}/stat`)
    .text()
    .catch(() => '')
  const [user = 0, system = 0] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) / 100
}

async function readRssMb(pid: number): Promise<number> {
  const text = await Bun.file(`/proc/${pid}/status`)
    .text()
    .catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1_024
}
