import { readConfig } from '../config/read-config.ts'
import { settingFindings } from './doctor/setting-findings.ts'
import { importSample } from './sample/import-sample.ts'
import { withSampleSettings } from './sample/sample-settings.ts'
import { refuseFailures } from './start-refused.ts'
import { startServer } from './start-server.ts'
import { isConnectionFault } from '../adapters/storage-faults.ts'
import { createSystemClock } from '../adapters/system-clock.ts'
import type { Environment } from '../config/environment.ts'

/** Serves until SIGTERM or SIGINT, then drains. */
export async function serve(_args: readonly string[], given: Environment): Promise<number> {
  const env = withSampleSettings(given)
  const config = readConfig(env, { terminal: process.stdout.isTTY })
  const findings = settingFindings({ clock: createSystemClock() }, config, env)
  refuseFailures(findings)
  // Heard from before the service listens, so that one told to stop in its first moments drains too.
  const signalled = new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(name))
  })
  const server = await startServer({ env }, config)
  const { log, metrics } = server.deps
  // What ends the process otherwise is guardOutput's.
  process.on('uncaughtException', (error) => {
    if (!isConnectionFault(error)) return
    metrics.count('svc_connection_faults_total', {})
    log.error('a connection broke that nobody waited for', { error })
  })
  // It serves by now, and goes on without the sample: the next start tries again.
  await importSample(server.deps).catch((error: unknown) => log.error('the sample directory was not imported', { error }))
  for (const { level, text, fix } of findings) if (level === 'warn') server.deps.log.warn(text, { fix })
  const signal = await signalled
  server.deps.log.info('told to stop', { signal })
  await server.stop()
  server.deps.log.info('stopped', { signal })
  return 0
}
