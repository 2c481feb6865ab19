import type { ServerState } from '../../adapters/storage/postgres/server-state.ts'
import type { Finding } from '../../domain/operator/finding.ts'

/** What a replica opens at most: ten, two to be asked whether it is ready, and one to hear of the others. */
const CONNECTIONS_OF_REPLICA = 13
const ENCODING = 'UTF8'

/** What is wrong with a server of PostgreSQL, one sentence each. */
export function serverFindings({ connectionsLeft, encoding, outdatedCollation, readOnly }: ServerState): Finding[] {
  const findings: Finding[] = []
  if (connectionsLeft !== null && connectionsLeft < CONNECTIONS_OF_REPLICA)
    findings.push({
      level: 'warn',
      text: `PostgreSQL has ${Math.max(0, connectionsLeft)} connections left, and a replica opens up to ${CONNECTIONS_OF_REPLICA}`,
      fix: 'raise max_connections (or the limit of the database or of its user), run fewer replicas, or put a pooler before it',
    })
  if (encoding !== ENCODING)
    findings.push({
      level: 'fail',
      text: `the database has the encoding ${encoding}, in which not every name can be written`,
      fix: `make one with CREATE DATABASE … ENCODING '${ENCODING}' TEMPLATE template0, and move what is in this one there`,
    })
  if (outdatedCollation !== null)
    findings.push({
      level: 'fail',
      text: `the indexes of the database are sorted by an older version of the collation ${outdatedCollation} than its server has, so that one may miss a row that is there`,
      fix: 'run REINDEX DATABASE on it, and then ALTER DATABASE … REFRESH COLLATION VERSION',
    })
  if (readOnly === 'standby')
    findings.push({
      level: 'fail',
      text: 'the server in DATABASE_URL is a standby, which takes no writes',
      fix: 'name the server that leads, or promote this one',
    })
  if (readOnly === 'setting')
    findings.push({
      level: 'fail',
      text: 'the database is read-only',
      fix: 'reset default_transaction_read_only of the server, of the database (ALTER DATABASE … RESET) or of its user (ALTER ROLE … RESET)',
    })
  return findings
}

/** A database without room: what is there can be read, and nothing is taken. */
export const FULL: Finding = {
  level: 'warn',
  text: 'the disk of PostgreSQL is full: nothing new is taken (`storage_full`)',
  fix: 'make room on the disk of its server',
}
