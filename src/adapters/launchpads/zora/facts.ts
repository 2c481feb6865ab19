import type { LaunchpadFacts } from '../../../ports/launchpad/facts.ts'
import { BASE_FACTS } from '../base-facts.ts'

/** Facts about Zora on Base, without loading its code. @see https://docs.zora.co/coins/contracts/rewards */
export const ZORA_FACTS: LaunchpadFacts = {
  ...BASE_FACTS,
  id: 'zora',
  title: 'Zora on Base',
  payoutCurrency: 'ETH',
  operations: ['wire-fees', 'crank', 'unsigned'],
  feeModel:
    'Of every trade 0.50% goes to the split of the coin (60% crew, 15% agent, 25% treasury, a referrer inside the treasury’s part) and 0.20% to the platform referrer, outside the split. Zora and its liquidity take 0.30%.',
  afterLock:
    'Nobody can change a locked split: the coin has no owner any more who could name another receiver, and the split contract never had one.',
  creatorFeeFixedBy: '0.50% of a trade are the rule of its contracts for every coin',
  notices: [
    'In the first 10 seconds after the launch Zora takes a fee that falls from 99% to 1% of a trade: the rewards of those seconds are higher than 0.50%.',
    'The coin opens at 0.0139 ETH for its whole supply, whatever ETH costs in dollars: after the first 10 seconds 0.01 ETH buys about 3% of it, 0.1 ETH about 6%, 1 ETH about 26%.',
    'Zora also sends 10,000,000 coins (1% of the supply) to the split at launch: the launch hands them to the shareholders by the same shares.',
  ],
  unusedWalletRisk:
    'check with their owners. Such a wallet can still become a contract that takes no payment after the lock, and then its part of every distribution waits elsewhere.',
  coinUrl: (mint) => `https://zora.co/coin/base:${mint.toLowerCase()}`,
}
