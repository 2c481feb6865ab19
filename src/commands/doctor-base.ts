import type { Config } from '../config.ts'
import { whyNoBase } from '../evm-config.ts'
import type { Finding } from './doctor.ts'

/** Whether coins are launched on Base, and what keeps them from it when somebody set out to; nothing where nobody did. Asks the nodes. */
export async function baseFindings({ evm, solanaRpcUrls }: Config): Promise<Finding[]> {
  const reason = whyNoBase(evm, solanaRpcUrls.length > 0)
  const begun = evm.platformReferrer !== null || evm.treasury !== null || evm.crankPayerKey !== null
  if (reason !== null) return begun ? [{ level: 'warn', text: `no launches on Base. ${reason}`, fix: 'set what is missing' }] : []
  const { createEvmRpc } = await import('../adapters/chain/evm-rpc.ts')
  const { BASE_CHAIN_ID, ZORA_FACTORY } = await import('../adapters/launchpads/zora/contracts.ts')
  try {
    const code = await createEvmRpc({ urls: evm.rpcUrls, chainId: BASE_CHAIN_ID }).code(ZORA_FACTORY)
    if (code !== '0x') return [{ level: 'ok', text: 'Base answers, and Zora is there' }]
    return [{ level: 'fail', text: 'Base answers, and Zora is not there', fix: 'name a node of Base’s main network in BASE_RPC_URL' }]
  } catch {
    return [{ level: 'fail', text: 'Base does not answer', fix: 'check BASE_RPC_URL, the provider’s key and its limits' }]
  }
}
