import type { Finding } from '../../domain/operator/finding.ts'
import type { Deps } from '../../ports/deps.ts'
import type { NodeReport } from '../../ports/node-watch.ts'
import { stateFindings } from './state-findings.ts'

/** What a running service knows of itself: its disk, its nodes, and what the database says. Asks no chain, and changes nothing. */
export const serviceFindings = async (deps: Pick<Deps, 'storage' | 'policy' | 'clock' | 'disk' | 'nodes'>): Promise<readonly Finding[]> => [
  diskFinding(deps),
  ...deps.nodes.list().map(nodeFinding),
  ...(await stateFindings(deps)),
]

function diskFinding({ disk, storage }: Pick<Deps, 'disk' | 'storage'>): Finding {
  const fix = 'make room: until there is, nothing new is begun'
  if (storage.isFull()) return { level: 'fail', text: 'the disk is full: nothing can be written', fix }
  const shortage = disk.shortage()
  return shortage === null ? { level: 'ok', text: 'there is room on the disk' } : { level: 'fail', text: shortage, fix }
}

function nodeFinding({ upstream, node, host, status, chain }: NodeReport): Finding {
  const name = `node ${node} of ${upstream} (${host})`
  if (status === 'proved') return { level: 'ok', text: `${name} is of the right chain` }
  if (status === 'unproved')
    return { level: 'warn', text: `${name} has not proved its chain yet`, fix: 'if it stays so, check its address and its limits' }
  return { level: 'fail', text: `${name} is of chain ${chain}, and nothing it says is believed`, fix: 'name a node of the right chain' }
}
