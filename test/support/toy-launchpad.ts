import { TOY_CHAIN_ID } from './toy-chain.ts'
import { lamports } from '../../src/domain/brands.ts'
import type { LaunchpadEntry } from '../../src/adapters/launchpads/registry.ts'
import type { LaunchpadFacts } from '../../src/ports/launchpad/facts.ts'
import type { Launchpad } from '../../src/ports/launchpad/launchpad.ts'

/** A launchpad that somebody added: the simulated chain under a name, limits and terms of its own. */
export const toyLaunchpad = (simulated: Launchpad, changes: Partial<LaunchpadFacts> = {}): LaunchpadEntry => {
  const facts: LaunchpadFacts = {
    id: 'toy',
    title: 'Toy',
    cluster: 'simulated',
    chainId: TOY_CHAIN_ID,
    upstream: 'toy',
    currency: 'SOL',
    payoutCurrency: 'SOL',
    walletField: 'wallet',
    walletOf: ({ wallet }) => wallet,
    shareholdersMax: 5,
    operations: ['wire-fees', 'crank'],
    feeModel: 'Half a percent of every toy.',
    afterLock: 'Nobody can change who is paid by a toy.',
    creatorFeeFixedBy: 'every toy has the same',
    notices: ['Toys are sold without batteries.'],
    unusedWalletRisk:
      'check with their owners. Such a wallet can still become a program after the lock, and then every distribution of this coin fails, for all and for good.',
    paysInTurn: false,
    graduates: false,
    clientHoldsMint: true,
    textLimits: { nameBytesMax: 32, tickerBytesMax: 13, metadataUriBytesMax: 200 },
    transactionFeeAtomic: lamports(5_000),
    coinUrl: (mint) => `https://toys.example/${mint}`,
    ...changes,
  }
  // What it has not it leaves out: it has a fee share, or not even that.
  const load = async (): Promise<Launchpad> => {
    const { holders, markets, preLockFees, unsigned, buyback, feeShare, ...launching } = simulated
    return { ...launching, facts, ...(feeShare && facts.operations.includes('crank') ? { feeShare } : {}) }
  }
  return { facts, load }
}
