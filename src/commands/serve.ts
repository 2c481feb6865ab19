import { parseArgs } from 'node:util'
import { readConfig } from '../config/read-config.ts'
import { settingFindings } from './doctor/setting-findings.ts'
import { importSample } from './sample/import-sample.ts'
import { withSampleSettings } from './sample/sample-settings.ts'
import { freePort } from './free-port.ts'
import { print } from './print.ts'
import { refuseFailures } from './start-refused.ts'
import { startServer } from './start-server.ts'
import { isConnectionFault } from '../adapters/storage-faults.ts'
import { createSystemClock } from '../adapters/system-clock.ts'
import type { Environment } from '../config/environment.ts'

const OPTIONS = { memory: { type: 'boolean' }, port: { type: 'string' }, 'print-address': { type: 'boolean' } } as const

/** The sample directory is read so long after the service listens: what waited for it to start is answered by then. */
const SAMPLE_AFTER_MS = 100

/** Serves until SIGTERM or SIGINT, then drains. */
export async function serve(args: readonly string[], given: Environment): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS })
  const port = values.port ?? given.PORT?.trim()
  const env = withSampleSettings({
    ...given,
    ...(values.memory ? { DATABASE_URL: 'sqlite::memory:' } : {}),
    ...(port === undefined ? {} : { PORT: port === '0' ? String(freePort()) : port }),
  })
  const config = readConfig(env, { terminal: process.stdout.isTTY })
  const findings = settingFindings({ clock: createSystemClock() }, config, env)
  refuseFailures(findings)
  // Heard from before the service listens, so that one told to stop in its first moments drains too.
  const signalled = new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(name))
  })
  const server = await startServer({ env }, config, values['print-address'] ? { logOutput: process.stderr } : {})
  const { log, metrics } = server.deps
  // What ends the process otherwise is guardOutput's.
  process.on('uncaughtException', (error) => {
    if (!isConnectionFault(error)) return
    metrics.count('svc_connection_faults_total', {})
    log.error('a connection broke that nobody waited for', { error })
  })
  // It serves by now, and goes on without the sample: the next start tries again. Who waits for it to answer does not wait for this too.
  if (!values['print-address']) await server.deps.clock.sleep(SAMPLE_AFTER_MS)
  await importSample(server.deps).catch((error: unknown) => log.error('the sample directory was not imported', { error }))
  if (values['print-address']) print(server.url)
  for (const { level, text, fix } of findings) if (level === 'warn') server.deps.log.warn(text, { fix })
  const signal = await signalled
  server.deps.log.info('told to stop', { signal })
  await server.stop()
  server.deps.log.info('stopped', { signal })
  return 0
}
