import { createApp } from '../app.ts'
import { startClient } from '../adapters/outbound/start-client.ts'
import { type Composed, compose, type ComposeOptions } from '../compose.ts'
import type { Config } from '../config/config.ts'
import { agreedSettingsOf } from '../config/checks/agreed-settings.ts'
import { tlsFilesOf } from '../config/tls-files.ts'
import { startSchedule } from '../scheduler/schedule.ts'
import { startWebhookLoop } from '../scheduler/webhook-loop.ts'
import { resumeOperations } from '../features/operations/resume-operations.ts'
import { agreementFindings } from './doctor/agreement-findings.ts'
import { dataFindings } from './doctor/storage-findings.ts'
import { refuseFailures } from './start-refused.ts'
import { lockData } from '../lock-data.ts'
import type { DataLock } from '../adapters/lock-file.ts'
import { readTlsPair, type TlsFiles, watchTlsFiles } from '../adapters/tls-files.ts'
import { listen, type Listener } from '../http/listen.ts'
import { loadCurve } from '../lib/ed25519.ts'
import { unixMs } from '../domain/brands.ts'
import type { Deps } from '../ports/deps.ts'
import type { TlsPair } from '../ports/machine/tls-pair.ts'
import { createSystemClock } from '../adapters/system-clock.ts'
import type { Environment } from '../config/environment.ts'

const STOP_MS = 30_000
/** Requests that wait for a chain are answered by then, before the last connection is closed. */
const ANSWER_MS = 20_000

/** Delay of the first work, so that callers waiting for the start are answered first. */
const CURVE_MS = 20

/** A running server. */
export interface RunningServer {
  readonly url: string
  readonly deps: Deps
  /** Reports unready at /readyz, lets load balancers notice, answers every pending request (within 30 s), and closes every file. */
  stop(): Promise<void>
}

/**
 * Composes and starts a server, once this process has the data's lock. Work that a previous process left unfinished is resumed first;
 * that is safe, since no other process serves the data.
 * `env` is what a failure of the database is explained by.
 * @throws LockedByAnother | StartRefused, and then nothing was changed
 */
export async function startServer(
  { env }: { readonly env: Environment },
  config: Config,
  options: ComposeOptions = {},
): Promise<RunningServer> {
  const clock = createSystemClock()
  const held = lockData({ clock }, config.data, 'serve', 'serve')
  let composed: Composed | null = null
  try {
    const findings = await dataFindings({ clock, env }, config)
    refuseFailures(findings)
    composed = await compose(config, options)
    await agree(composed.deps, config)
    for (const { level, text, fix } of findings) if (level === 'warn') composed.deps.log.warn(text, { fix })
    const server = await startComposed(composed, config)
    tellWhoServes(composed.deps, held, server.url)
    return {
      ...server,
      stop: async () => {
        await server.stop()
        held.release()
      },
    }
  } catch (error) {
    await composed?.close()
    held.release()
    throw error
  }
}

/** Of replicas that start at once on a new database, one decides what all have to have set. @throws StartRefused for another */
async function agree({ storage }: Pick<Deps, 'storage'>, config: Config): Promise<void> {
  if (storage.exclusive) return
  const own = agreedSettingsOf(config)
  refuseFailures(agreementFindings(own, await storage.agreedSettings.agree(own)))
}

/** Where it cannot be written, others are not told where the service listens; it serves all the same. */
function tellWhoServes({ log }: Pick<Deps, 'log'>, held: DataLock, url: string): void {
  try {
    held.announce(url)
  } catch (error) {
    log.warn('who serves the data could not be written beside it', { error })
  }
}

async function startComposed(composed: Composed, config: Config): Promise<RunningServer> {
  const { deps } = composed
  if (deps.storage.exclusive) {
    await deps.storage.idempotency.releaseOrphans()
    await deps.storage.payments.releaseLeases()
  }
  const files = tlsFilesOf(config.server)
  const pair = files && readTlsPair(files)
  const server = listen(deps, createApp(deps), config.server, pair)
  const unwatch = files && pair ? renewing(server, deps, files, pair) : () => {}
  void startClient().then(() => deps.timers.after(CURVE_MS, loadCurve, { idle: true }))
  const schedule = startSchedule(deps)
  const webhooks = startWebhookLoop(deps)
  // Not awaited: a chain that does not answer must not keep the service from starting.
  void resumeOperations(deps, { all: deps.storage.exclusive }).catch((error: unknown) =>
    deps.log.error('start-up settlement failed', { error }),
  )
  deps.log.info('listening', { url: server.url, cluster: deps.policy.cluster, commit: deps.policy.buildCommit })
  return {
    url: server.url,
    deps,
    stop: async () => {
      unwatch()
      composed.announceStop(unixMs(deps.clock.nowMs() + ANSWER_MS))
      await Promise.all([server.stop(STOP_MS), ...[schedule, webhooks].map((work) => atMost(deps, STOP_MS, work.stop()))])
      await composed.close()
    },
  }
}

/** Reloads certificates when they are renewed. */
const renewing = (server: Listener, { log, timers }: Pick<Deps, 'log' | 'timers'>, files: TlsFiles, pair: TlsPair) =>
  watchTlsFiles({ timers }, files, pair, {
    renewed: async (next) => {
      await server.renew(next)
      log.info('new certificate in use')
    },
    failed: (error) => log.error('new certificate not taken: the one before stays in use', { error }),
  })

/** Waits for `work` up to a limit: a chain that does not answer must not keep the service from stopping. */
async function atMost({ timers }: Pick<Deps, 'timers'>, ms: number, work: Promise<void>): Promise<void> {
  const { promise: deadline, resolve } = Promise.withResolvers<void>()
  const endTimer = timers.after(ms, resolve)
  await Promise.race([work, deadline])
  endTimer()
}
