import { createSystemClock } from '../adapters/system-clock.ts'
import { createSystemTimers } from '../adapters/system-timers.ts'
import { createApp } from '../app.ts'
import { importSample } from '../commands/sample/import-sample.ts'
import { samplePair, withSampleSettings } from '../commands/sample/sample-settings.ts'
import { compose } from '../compose.ts'
import type { Environment } from '../config/environment.ts'
import { readConfig } from '../config/read-config.ts'
import { unixMs } from '../domain/brands.ts'
import { approvalMessage } from '../features/dry-run/approve-dry-run.ts'
import { toBase58 } from '../lib/bytes.ts'
import { newKeyPair, signDetached } from '../lib/ed25519.ts'
import { createLogger } from '../lib/logger.ts'
import { quietTurns } from '../lib/yield-to-event-loop.ts'
import { startSchedule } from '../scheduler/schedule.ts'
import { startWebhookLoop } from '../scheduler/webhook-loop.ts'

/** A whole service in this process: database in memory, simulated chain, and a clock that stands until `advance` moves it. */
export interface TestService {
  /** Answers as the service does over HTTP; `path` begins with a slash. Works without `this`, as a `fetch` for clients. */
  fetch(path: string | URL | Request, init?: RequestInit): Promise<Response>
  /** The service's time, in milliseconds since 1970; 2026 has just begun when it starts. */
  nowMs(): number
  /** Moves its clock on by `ms` at once; resolves when everything that became due (cranks, buybacks, expiries) has had its turn. */
  advance(ms: number): Promise<void>
  /** Approves a plan as the sample approver, as a person does with a wallet. */
  approve(dryRunId: string): Promise<Response>
  /** A wallet that nobody else has, with what a launch takes: its address, and its secret for `x-launcher-key`. */
  newWallet(): { readonly address: string; readonly secret: string }
  /** Ends what runs; `await using` does it too. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** The key of the operator's routes, unless the settings name another. */
const OPERATOR_KEY = 'operator-key-of-this-test'
const ADDRESS = '127.0.0.1'

/** When the service's time begins: always the same, so that what happens at a time of day does not depend on when a test runs. */
const START_MS = unixMs(Date.UTC(2026, 0, 1))

/**
 * Starts a service for one test; `settings` are those of `agent-launch settings`. It listens nowhere, and writes nothing to disk.
 * @throws ConfigError that names every bad setting
 */
export async function startTestService(settings: Environment = {}): Promise<TestService> {
  const env = withSampleSettings({ OPERATOR_API_KEY: OPERATOR_KEY, BASE_URL: 'http://launch.test', ALLOW_PLAIN_HTTP: '1', ...settings })
  const config = readConfig({ ...env, DATABASE_URL: 'sqlite::memory:' })
  const machine = createSystemClock()
  // Who sleeps wakes when the simulated clock, which is laid over this one, is moved.
  const clock = { ...machine, nowMs: () => START_MS, sleep: (ms: number) => (ms > 0 ? new Promise<void>(() => {}) : Promise.resolve()) }
  const log = createLogger({ level: 'error', nowMs: clock.nowMs, write: (line) => process.stderr.write(`${line}\n`) })
  const { deps, close } = await compose(config, { log, time: { clock, timers: createSystemTimers() } })
  await importSample(deps)
  const handle = createApp(deps)
  const running = [startSchedule(deps), startWebhookLoop(deps)]
  const answer: TestService['fetch'] = async (path, init) =>
    handle(new Request(typeof path === 'string' ? new URL(path, config.server.baseUrl) : path, init), ADDRESS)
  const end = async () => {
    await Promise.all(running.map((work) => work.stop()))
    await close()
  }
  return {
    fetch: answer,
    nowMs: deps.clock.nowMs,
    async advance(ms) {
      await quietTurns()
      deps.simulation!.advanceClock(ms)
      await quietTurns()
    },
    approve(dryRunId) {
      const approver = samplePair('approver')
      const timestamp = String(deps.clock.nowMs())
      const text = new TextEncoder().encode(approvalMessage(dryRunId, timestamp))
      const headers = {
        'x-svc-wallet': toBase58(approver.publicKey),
        'x-svc-timestamp': timestamp,
        'x-svc-signature': toBase58(signDetached(text, approver)),
      }
      return answer(`/api/agent/launch/dry-run/${dryRunId}/approve`, { method: 'POST', headers })
    },
    newWallet() {
      const { publicKey, secretKey } = newKeyPair(deps.ids.bytes)
      return { address: toBase58(publicKey), secret: toBase58(secretKey.reveal()) }
    },
    close: end,
    [Symbol.asyncDispose]: end,
  }
}
