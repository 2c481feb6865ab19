import { BASE_CHAIN_ID } from '../../domain/chain.ts'
import { type CrossCheck, when } from './cross-check.ts'

/**
 * What is of main networks is refused beside the test network of Base: coins that are worth nothing would stand beside others, and the
 * keys would ask a chain that they are not of.
 */
export const NETWORK_CHECK: CrossCheck = {
  name: 'main networks beside a test network',
  level: 'refuse',
  of: ['BASE_CHAIN_ID', 'X402_FACILITATOR_KEY', 'ACP_WALLET_KEY', 'ERC8004_KEY', 'SOLANA_RPC_URL'],
  wrong({ base, payments, acp, agents, solana }) {
    const real = {
      X402_FACILITATOR_KEY: payments.facilitatorKey !== null,
      ACP_WALLET_KEY: acp.walletKey !== null,
      ERC8004_KEY: agents.registrarKey !== null,
      SOLANA_RPC_URL: solana.rpcUrls.length > 0,
    }
    const named = Object.entries(real).flatMap(([name, isSet]) => (isSet ? [name] : []))
    return when(
      base.chainId !== BASE_CHAIN_ID && named.length > 0,
      `BASE_CHAIN_ID=${base.chainId} is a test network: unset ${named.join(', ')}`,
    )
  },
}
