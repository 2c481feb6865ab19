import { BASE_CHAIN_ID, BASE_NETWORKS, type BaseNetwork } from '../../domain/chain.ts'
import type { Finding } from '../../domain/operator/finding.ts'
import type { NodeReport } from '../../ports/node-watch.ts'

/** What to look at where a node of Base does not answer. */
export const ADDRESS_FIX = 'check BASE_RPC_URL, the provider’s key and its limits'

/** Whether each node answers, and for the network that the settings say. */
export const baseNodeFindings = (reports: readonly NodeReport[], chainId: BaseNetwork): Finding[] =>
  reports.map(({ node, host, status, chain }) => {
    const network = BASE_NETWORKS[chainId]
    const name = `${network} RPC address ${node} of ${reports.length} (${host})`
    if (status === 'proved') return { level: 'ok', text: `${name} is of ${network}` }
    if (status === 'unproved') return { level: 'fail', text: `${name} does not answer`, fix: ADDRESS_FIX }
    return {
      level: 'fail',
      text: `${name} is of chain ${chain}, and nothing it says is believed`,
      fix: `name nodes of ${mainOrTest(chainId)} (chain ${chainId}) alone in BASE_RPC_URL`,
    }
  })

/** The network in words that tell it from the other. */
export const mainOrTest = (chainId: BaseNetwork): string => (chainId === BASE_CHAIN_ID ? 'Base’s main network' : BASE_NETWORKS[chainId])
