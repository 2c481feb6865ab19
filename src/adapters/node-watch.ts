import type { Logger } from '../lib/logger.ts'
import type { Metrics } from '../ports/metrics.ts'
import type { NodeReport, NodeWatch } from '../ports/node-watch.ts'

/** Keeps the last report of every node in memory, one entry a configured address, and tells log and metrics of each change. */
export function createNodeWatch({ log, metrics }: { readonly log: () => Logger; readonly metrics: Metrics }): NodeWatch {
  const reports = new Map<string, NodeReport>()
  return {
    record(report) {
      const { upstream, node, host, standing, chain } = report
      const labels = { upstream, node: String(node) }
      const before = reports.get(`${upstream} ${node}`)?.standing
      reports.set(`${upstream} ${node}`, report)
      metrics.set('svc_rpc_node_proved', labels, standing === 'proved' ? 1 : 0)
      if (standing === 'wrong') log().error('a node is of another chain and is left out', { ...labels, host, chain: chain ?? 'unknown' })
      else if (before === 'wrong') log().info('a node is of the right chain again', { ...labels, host })
    },
    list: () => [...reports.values()],
  }
}
