import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { eventually } from '../support/eventually.ts'

/**
 * Stops a process where it does not hold the file of the simulated chain, which both replicas have: a chain does not stop with one of those
 * that use it.
 */
export async function freeze(pid: number, dataDir: string): Promise<number> {
  const chain = new Database(join(dataDir, 'simulated.db'), { readwrite: true })
  chain.run('PRAGMA busy_timeout = 0')
  const free = () => {
    try {
      chain.transaction(() => {}).immediate()
      return true
    } catch {
      return false
    }
  }
  try {
    return await eventually(() => {
      process.kill(pid, 'SIGSTOP')
      if (free()) return performance.now()
      process.kill(pid, 'SIGCONT')
      return null
    })
  } finally {
    chain.close()
  }
}
