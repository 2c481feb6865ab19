import { lamports } from '../../../domain/brands.ts'
import type { LaunchpadFacts } from '../../../ports/launchpad/facts.ts'

/** @see https://github.com/ChainAgnostic/namespaces solana/caip2: the genesis hash of mainnet-beta, cut to 32 characters */
const MAINNET_CHAIN_ID = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** Facts about pump, without loading its code. */
export const PUMP_FACTS: LaunchpadFacts = {
  id: 'pump',
  title: 'pump',
  cluster: 'mainnet-beta',
  chainId: MAINNET_CHAIN_ID,
  upstream: 'solana',
  currency: 'SOL',
  payoutCurrency: 'SOL',
  walletField: 'wallet',
  walletOf: ({ wallet }) => wallet,
  // pump_fees error 6011 TooManyShareholders.
  shareholdersMax: 10,
  operations: ['first-buy', 'wire-fees', 'lock-holder-kol', 'crank', 'unsigned'],
  feeModel: 'pump’s creator fee of every trade, in SOL, paid out to the shareholders of the split and to nobody else.',
  // pump's public text on holder rewards, "Community takeovers", and the program's `admin_cto`.
  afterLock:
    'Neither the launcher, nor this service, nor a stranger can change a locked split. pump’s own team still can: in what it calls a community takeover it may hand the creator fees of any coin to another wallet, or for good to those who hold the coin. This service looks for that every five minutes, and says so on the coin’s page.',
  creatorFeeFixedBy: 'pump takes the rate of its own schedule for a coin that is traded against SOL, and ignores any other',
  notices: [],
  unusedWalletRisk:
    'check with their owners. Such a wallet can still become a program after the lock, and then every distribution of this coin fails, for all and for good.',
  paysInTurn: false,
  graduates: true,
  clientHoldsMint: true,
  textLimits: { nameBytesMax: 32, tickerBytesMax: 13, metadataUriBytesMax: 200 },
  // Solana's fee for one signature; priority fees are added.
  transactionFeeAtomic: lamports(5_000),
  coinUrl: (mint) => `https://pump.fun/coin/${mint}`,
}
