import type { LaunchpadFacts } from '../../../ports/launchpad/facts.ts'
import { SHAREHOLDERS_MAX } from './fee-share.ts'
import { SIGNATURE_LAMPORTS, TEXT_LIMITS } from './launch-cost.ts'

/** Facts about the simulated launchpad, without loading its code. */
export const simulatedFacts = ({ baseUrl }: { readonly baseUrl: string }): LaunchpadFacts => ({
  id: 'simulated',
  title: 'Simulated launchpad',
  cluster: 'simulated',
  chainId: 'simulated:1',
  // Named as Solana, although it has no nodes.
  upstream: 'solana',
  currency: 'SOL',
  payoutCurrency: 'SOL',
  walletField: 'wallet',
  walletOf: ({ wallet }) => wallet,
  shareholdersMax: SHAREHOLDERS_MAX,
  operations: ['first-buy', 'wire-fees', 'lock-holder-kol', 'crank', 'unsigned'],
  feeModel: 'As on pump: a creator fee of every trade, in simulated SOL, paid out to the shareholders of the split.',
  afterLock:
    'Once locked, neither the launcher nor this service can change the split; only the launchpad’s own team could still send the coin’s fees elsewhere.',
  creatorFeeFixedBy: 'its rate is the same for every coin, as pump’s schedule is for a coin that is traded against SOL',
  notices: [],
  unusedWalletRisk:
    'check with their owners. Such a wallet can still become a program after the lock, and then every distribution of this coin fails, for all and for good.',
  paysInTurn: false,
  graduates: true,
  clientHoldsMint: true,
  textLimits: TEXT_LIMITS,
  transactionFeeAtomic: SIGNATURE_LAMPORTS,
  coinUrl: (mint) => `${baseUrl}/api/simulated/${mint}`,
})
