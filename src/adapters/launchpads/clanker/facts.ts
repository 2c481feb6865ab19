import type { LaunchpadFacts } from '../../../ports/launchpad/facts.ts'
import { BASE_FACTS } from '../base-facts.ts'

/**
 * Facts about Clanker v4 on Base, without loading its code.
 * @see https://github.com/clanker-devco/v4-contracts, ClankerLpLockerFeeConversion and ClankerHookV2
 */
export const CLANKER_FACTS: LaunchpadFacts = {
  ...BASE_FACTS,
  id: 'clanker',
  title: 'Clanker v4 on Base',
  payoutCurrency: 'WETH',
  operations: ['crank', 'unsigned'],
  feeModel:
    'Of every trade 1% goes to the wallets of the split, in WETH (60% crew, 15% agent, 25% treasury, a referrer inside the treasury’s part). Clanker’s protocol takes 20% of that fee beside it: another 0.2% of the trade.',
  afterLock:
    'Nobody can change a locked split: every row of it belongs to an address without an owner, and the contract changes a row for its owner alone.',
  creatorFeeFixedBy: 'every coin of this service is made with 1%',
  notices: [
    'The wallets get WETH, the token that stands for ETH, and not ETH: whoever wants ETH unwraps it. More than seven wallets share through a split contract of 0xSplits, made in the same transaction and owned by nobody, which keeps one wei.',
    'Fees of sales come in the coin. Whoever collects them sells them for WETH in the coin’s own pool, with no least price.',
    'WETH of all the Clanker coins in which a wallet shares waits for it in one place, and any payout to it takes all of that.',
    'Coin and split are made in one transaction, and nobody can change the split, the picture or the texts afterwards: they belong to an address without an owner.',
    'Clanker itself calls version 5 the current one. This is version 4, whose factory may be closed to new coins any time; coins that exist go on.',
    'Trading opens a few blocks after the launch.',
  ],
  unusedWalletRisk:
    'check with their owners. WETH reaches every address, also one that nobody can use it from, and what was paid there is not paid again.',
  coinUrl: (mint) => `https://www.clanker.world/clanker/${mint}`,
}
