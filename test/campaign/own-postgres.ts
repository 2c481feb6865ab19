import { $ } from 'bun'

const SCRIPT = new URL('../../.ci/postgres', import.meta.url).pathname

/** A PostgreSQL of its own on loopback, which can be ended without notice. */
export interface OwnPostgres {
  readonly url: string
  /** As after a loss of power: no session is told, and the log is replayed. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Starts one, as the gate does. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const text = await $`${SCRIPT}`.text()
  const url = /TEST_DATABASE_URL=(\S+)/.exec(text)?.[1]
  const stop = /STOP_POSTGRES='([^']+)'/.exec(text)?.[1]
  if (url === undefined || stop === undefined) throw new Error(`.ci/postgres said: ${text}`)
  // What the server inherits stays open as long as it runs, so nobody reads it.
  const run = async (command: string) => {
    const child = Bun.spawn(['sh', '-c', command], { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' })
    if ((await child.exited) !== 0) throw new Error(`failed: ${command}`)
  }
  return { url, restart: () => run(stop.replace(/ stop$/, ' -w restart')), stop: () => run(stop) }
}
