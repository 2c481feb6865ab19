import { wei } from '../../domain/brands.ts'
import { BASE_CHAIN_ID } from '../../domain/chain.ts'
import { isHeldEvmAddress } from '../../lib/evm-address.ts'
import type { LaunchpadFacts } from '../../ports/launchpad/facts.ts'

/** Facts that every launchpad on Base shares. */
export const BASE_FACTS = {
  cluster: 'mainnet-beta',
  chainId: `eip155:${BASE_CHAIN_ID}`,
  upstream: 'base',
  currency: 'ETH',
  walletField: 'evmWallet',
  walletOf: ({ wallet, evmWallet }) => evmWallet ?? (isHeldEvmAddress(wallet) ? wallet : null),
  shareholdersMax: 20,
  paysInTurn: true,
  graduates: false,
  clientHoldsMint: false,
  textLimits: { nameBytesMax: 128, tickerBytesMax: 52, metadataUriBytesMax: 500 },
  // The minimum gas of any transaction, at a gas price that Base is rarely below.
  transactionFeeAtomic: wei(21_000n * 1_000_000n),
} as const satisfies Partial<LaunchpadFacts>
