/** A server of a database. */
interface PostgresServer {
  readonly host: string
  readonly port: number
}

/** Servers of one database, of which one takes writes, and which that was when it was last asked. */
export interface PostgresServers {
  /** The database's URL, at each of the servers. */
  readonly urls: readonly string[]
  /** The server that is entered. */
  current(): PostgresServer
  /** Another is entered from now on, unless one has taken the place of `left` already. */
  leave(left: PostgresServer): void
  /** The server of that index is entered. */
  enter(index: number): void
}

const LIST = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^@/?]+)(.*)$/
const USUAL_PORT = 5432

/** The servers of a URL that names several with commas between, as PostgreSQL's own clients take it; mostly it is one. */
export function postgresServers(url: string): PostgresServers {
  const [, before = '', list = '', after = ''] =
    LIST.exec(url.replace(/([?&])target_session_attrs=[^&]*&?/, '$1').replace(/[?&]$/, '')) ?? []
  const servers = list.split(',').map((address) => {
    const [, host = '', port] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(address) ?? []
    return { host: host.replace(/^\[|\]$/g, ''), port: port === undefined ? USUAL_PORT : Number(port) }
  })
  let entered = 0
  return {
    urls: list.includes(',') ? list.split(',').map((address) => `${before}${address}${after}`) : [url],
    current: () => servers[entered]!,
    leave: (left) => void (servers[entered] === left && (entered = (entered + 1) % servers.length)),
    enter: (index) => void (entered = index),
  }
}
