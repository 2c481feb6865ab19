import { $, SQL } from 'bun'
import { rm } from 'node:fs/promises'
import { eventually } from './eventually.ts'

const SCRIPT = new URL('../../.ci/postgres', import.meta.url).pathname

/** A PostgreSQL of its own on loopback, which can be ended without notice. */
export interface OwnPostgres {
  /** Of the server that leads. */
  readonly url: string
  /** As after a loss of power: no session is told, and the log is replayed. Resolves when it takes sessions. */
  restart(): Promise<void>
  /** Resolves when a new standby has what the leader has, and every commit waits until it has that too. */
  addStandby(options?: { readonly hot: boolean }): Promise<{ readonly url: string }>
  /** Ends the leader without notice, and the newest standby leads. Resolves when it takes writes. */
  failOver(): Promise<void>
  stop(): Promise<void>
}

interface Server {
  readonly data: string
  readonly port: number
}

/** Starts one, as the gate does. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const text = await $`${SCRIPT}`.text()
  const url = /TEST_DATABASE_URL=(\S+)/.exec(text)?.[1]
  const [, programs, folder] = /STOP_POSTGRES='(.+)\/pg_ctl -D (\S+)\/data /.exec(text) ?? []
  if (url === undefined || folder === undefined) throw new Error(`.ci/postgres said: ${text}`)
  const run = async (command: string) => {
    // What a server inherits stays open as long as it runs, so nobody reads it.
    const child = Bun.spawn(['sh', '-c', `cd ${folder} && exec ${programs}/${command}`], {
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
    })
    if ((await child.exited) !== 0) throw new Error(`failed: ${command}`)
  }
  const control = ({ data }: Server, action: string) => run(`pg_ctl -D ${data} -m immediate -w -l ${folder}/server.log ${action}`)
  const urlOf = ({ port }: Server) => Object.assign(new URL(url), { port: String(port) }).href
  let leader: Server = { data: `${folder}/data`, port: Number(new URL(url).port) }
  let standby: Server | null = null
  let standbys = 0
  return {
    get url() {
      return urlOf(leader)
    },
    restart: () => control(leader, 'restart'),
    async addStandby({ hot } = { hot: true }) {
      const made = { data: `${folder}/standby-${++standbys}`, port: freePort() }
      const settings = `-c listen_addresses=127.0.0.1 -c port=${made.port} -c unix_socket_directories=${folder} -c fsync=off -c max_connections=200 -c hot_standby=${hot ? 'on' : 'off'}`
      await run(`pg_basebackup -h 127.0.0.1 -p ${leader.port} -U test -D ${made.data} -R -X stream --checkpoint=fast --no-sync`)
      // One that takes no sessions is never said to have started.
      await run(`pg_ctl -D ${made.data} ${hot ? '-w' : '-W'} -l ${folder}/server.log -o "${settings}" start`)
      await followed(urlOf(leader))
      standby = made
      return { url: urlOf(made) }
    },
    async failOver() {
      if (standby === null) throw new Error('no standby was added')
      const gone = leader
      await control(gone, 'stop')
      await control(standby, 'promote')
      leader = standby
      standby = null
      await rm(gone.data, { recursive: true })
    },
    async stop() {
      for (const server of [leader, standby]) if (server) await control(server, 'stop')
      await rm(folder, { recursive: true })
    },
  }
}

/** Resolves when commits of this leader wait for a standby. The setting is the leader's alone: a copy of it was made before. */
async function followed(leader: string): Promise<void> {
  const sql = new SQL(leader, { max: 1 })
  const stateIs = async (state: string) => (await sql`select 1 from pg_stat_replication where sync_state = ${state}`).length > 0
  try {
    await sql`alter system set synchronous_standby_names = '*'`
    await sql`select pg_reload_conf()`
    await eventually(() => stateIs('sync'), 60_000, 20)
  } finally {
    await sql.end()
  }
}

function freePort(): number {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => {} } })
  const { port } = probe
  probe.stop(true)
  return port
}
