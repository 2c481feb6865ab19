import { eventually } from '../support/eventually.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import type { WrongClock } from './wrong-clock.ts'

/**
 * A process of the service behind an address that stays. Where replicas share a database the next one runs beside it already, without
 * clients, so that one that is killed is followed at once and clients find somebody to answer.
 */
export interface Replica {
  readonly url: string
  /** Between clients and it. */
  readonly front: TcpProxy
  /** Between it and PostgreSQL; null without. */
  readonly back: TcpProxy | null
  /** Null where it cannot be moved. */
  readonly clock: WrongClock | null
  pid(): number
  /** Kills it with SIGKILL; resolves when the next process has its place. */
  kill(): Promise<void>
  /** Kills it and the next one; resolves when a new process listens. */
  killAll(): Promise<void>
  end(): Promise<void>
}

/** What a replica runs. */
interface Program {
  readonly executable: string
  readonly given: Record<string, string>
}

const NOBODY_LISTENS = 1
const STARTS_MAX = 40

/** Starts one of this executable with these variables, which reach its database through `back`, and whose time is that of the clock. */
export async function startReplica(
  { executable, given }: Program,
  back: TcpProxy | null = null,
  clock: WrongClock | null = null,
): Promise<Replica> {
  const start = () => startAgain(executable, { ...given, ...clock?.env })
  let running: ServerProcess | null = await start()
  let next: Promise<ServerProcess> | null = null
  const prepare = () => {
    next = start()
    // Whoever waits for it hears of it.
    next.catch(() => {})
  }
  const end = async (dying: ServerProcess) => {
    await dying.kill()
    clock?.forget(dying.pid)
  }
  if (back) prepare()
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
    clock,
    pid: () => running!.pid,
    async kill() {
      const dying = running!
      running = null
      await end(dying)
      running = await (next ?? start())
      if (back) prepare()
    },
    async killAll() {
      const dying = [running!, ...(next ? [await next] : [])]
      running = null
      next = null
      await Promise.all(dying.map(end))
      running = await start()
    },
    async end() {
      await front.close()
      if (running) await end(running)
      await next?.then(end, () => {})
      await back?.close()
      clock?.remove()
    },
  }
}

/** One that starts while the database is away, or while its port is taken, ends and is started again. @throws Error of the last start */
async function startAgain(executable: string, env: Record<string, string>): Promise<ServerProcess> {
  let starts = 0
  return eventually(
    async () => {
      starts += 1
      try {
        return await startServerProcess(env, executable)
      } catch (error) {
        if (starts >= STARTS_MAX) throw error
        return null
      }
    },
    600_000,
    200,
  )
}
