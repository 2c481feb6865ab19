import { readConfig } from '../config.ts'
import { startServer } from './start-server.ts'

/** Serves until SIGTERM or SIGINT, then drains. */
export async function serve(): Promise<number> {
  const server = await startServer(readConfig(process.env, { terminal: process.stdout.isTTY }))
  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(name))
  })
  server.deps.log.info('told to stop', { signal })
  await server.stop()
  server.deps.log.info('stopped', { signal })
  return 0
}
