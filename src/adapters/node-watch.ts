import type { Logger } from '../lib/logger.ts'
import type { Metrics } from '../ports/metrics.ts'
import type { NodeReport, NodeWatch } from '../ports/node-watch.ts'

/** Keeps the last report of every node in memory, one entry per configured URL, and reports each change to log and metrics. */
export function createNodeWatch({ log, metrics }: { readonly log: () => Logger; readonly metrics: Metrics }): NodeWatch {
  const reports = new Map<string, NodeReport>()
  return {
    record(report) {
      const { upstream, node, host, status, chain } = report
      const labels = { upstream, node: String(node) }
      const before = reports.get(`${upstream} ${node}`)?.status
      reports.set(`${upstream} ${node}`, report)
      metrics.set('svc_rpc_node_proved', labels, status === 'proved' ? 1 : 0)
      if (status === 'wrong') log().error('a node is of another chain and is left out', { ...labels, host, chain: chain ?? 'unknown' })
      else if (before === 'wrong') log().info('a node is of the right chain again', { ...labels, host })
    },
    list: () => [...reports.values()],
  }
}
