import { eventually } from '../support/eventually.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'

/** A process of the service that is started again each time it is killed, behind an address that stays. */
export interface Replica {
  readonly url: string
  /** Between clients and it. */
  readonly front: TcpProxy
  /** Between it and PostgreSQL; null without. */
  readonly back: TcpProxy | null
  pid(): number
  /** Kills it with SIGKILL; resolves when another process listens in its place. */
  kill(): Promise<void>
  end(): Promise<void>
}

const NOBODY_LISTENS = 1
const STARTS_MAX = 40

/** Starts one with these variables, and the database behind the proxy in the place of DATABASE_URL where there is one. */
export async function startReplica(env: Record<string, string>, back: TcpProxy | null): Promise<Replica> {
  let running: ServerProcess | null = await startAgain(env)
  const front = await startTcpProxy({
    host: '127.0.0.1',
    get port() {
      return running ? Number(new URL(running.url).port) : NOBODY_LISTENS
    },
  })
  return {
    url: `http://127.0.0.1:${front.port}`,
    front,
    back,
    pid: () => running!.pid,
    async kill() {
      const dying = running!
      running = null
      await dying.kill()
      running = await startAgain(env)
    },
    async end() {
      await front.close()
      await running?.kill()
      await back?.close()
    },
  }
}

/** One that starts while the database is away, or while its port is taken, ends and is started again. @throws Error of the last start */
async function startAgain(env: Record<string, string>): Promise<ServerProcess> {
  let starts = 0
  return eventually(
    async () => {
      starts += 1
      try {
        return await startServerProcess(env)
      } catch (error) {
        if (starts >= STARTS_MAX) throw error
        return null
      }
    },
    600_000,
    200,
  )
}
