import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from './eventually.ts'

const PROGRAM = '/usr/sbin/pgbouncer'

/** Where Debian's package puts it. */
export const hasPgbouncer = (): boolean => existsSync(PROGRAM)

/** A PgBouncer on loopback in front of the server of a URL, which gives each transaction any of its few sessions. */
export async function startPgbouncer(server: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const to = new URL(server)
  const folder = await mkdtemp(join(tmpdir(), 'agent-launch-pooler-'))
  await chmod(folder, 0o755)
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => {} } })
  const { port } = probe
  probe.stop(true)
  await Bun.write(join(folder, 'users.txt'), `"${to.username}" ""\n`)
  await Bun.write(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${to.hostname} port=${to.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users.txt
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
`,
  )
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = Bun.spawn([PROGRAM, ...user, join(folder, 'pgbouncer.ini')], { stdout: 'ignore', stderr: 'ignore' })
  await eventually(async () => {
    const socket = await Bun.connect({ hostname: '127.0.0.1', port, socket: { data: () => {} } }).catch(() => null)
    socket?.end()
    return socket !== null
  })
  return {
    url: Object.assign(new URL(server), { hostname: '127.0.0.1', port: String(port) }).href,
    stop: async () => {
      child.kill('SIGKILL')
      await child.exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}
