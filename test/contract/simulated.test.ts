import { bps, type Lamports, lamports, type Mint, type Wallet } from '../../src/domain/brands.ts'
import { BLOCKHASH_BLOCKS } from '../../src/adapters/chains/solana/blockhash-blocks.ts'
import { SLOT_MS } from '../../src/adapters/launchpads/simulated/simulated-chain.ts'
import { createSimulatedScene, newLauncher, newWallet } from '../support/simulated-scene.ts'
import { signByPlace } from '../support/sign-by-place.ts'
import { toyLaunchpad } from '../support/toy-launchpad.ts'
import { sign } from '../support/unsigned-calls.ts'
import { launchpadContract } from './launchpad.ts'
import type { LaunchpadHarness } from './launchpad-harness.ts'

const SOL = 1_000_000_000n

/** The simulated launchpad whose new wallets hold so much; with nothing, recipients are as unused as on a real chain. */
async function createHarness(newWalletLamports: bigint): Promise<LaunchpadHarness> {
  const scene = createSimulatedScene({ newWalletLamports: lamports(newWalletLamports) })
  const { launchpad, control, clock, db } = scene
  const funded = async (amount: bigint) => {
    const launcher = newLauncher()
    await control.airdrop(launcher.wallet, amount as Lamports)
    return launcher
  }
  return {
    launchpad,
    treasury: newWallet(),
    tradeLamports: lamports(SOL / 5n),
    fundedLauncher: () => funded(5n * SOL),
    async poorLauncher() {
      const launcher = await funded(1n)
      if (newWalletLamports === 0n) return launcher
      // Spends what every new wallet holds: the launch after that finds too little.
      const prepared = await launchpad.prepareLaunch(spendAll(newWalletLamports), launcher)
      await launchpad.advance(prepared.transactions)
      return launcher
    },
    freshWallets: async (count) => Array.from({ length: count }, newWallet),
    async trade(mint, amount) {
      const { wallet } = await funded(amount + SOL)
      await control.trade({ mint, wallet, side: 'buy', lamports: amount })
    },
    expireTransactions: () => clock.advance((BLOCKHASH_BLOCKS + 1) * SLOT_MS),
    async graduate(mint) {
      await control.graduate(mint)
      await clock.advance(2 * SLOT_MS)
    },
    unpayable: [
      { wallet: '11111111111111111111111111111111' as Wallet, status: 'executable' },
      { wallet: 'SysvarRent111111111111111111111111111111111' as Wallet, status: 'reserved' },
      { wallet: 'NativeLoader1111111111111111111111111111111' as Wallet, status: 'reserved' },
    ],
    unknownMint: newWallet() as string as Mint,
    // The system program, and an account that a program derives.
    keyless: ['11111111111111111111111111111111', '4wTV1YmiEkRvAtNtsSGPtUrqRYQMe5SKy2uB4Jjaxnjf'],
    otherSpelling: null,
    newSigner: newLauncher,
    sign: signByPlace(sign),
    sendAlone: null,
    close: async () => db.close(),
  }
}

const spendAll = (held: bigint) => ({
  name: 'Spender',
  ticker: 'SPEND',
  metadataUri: 'https://coins.example/m/1',
  initialBuyAtomic: lamports(held - SOL / 50n),
  shareholders: [{ wallet: newWallet(), bps: bps(10_000) }],
  atomicRequired: false,
})

launchpadContract('simulated, wallets funded', () => createHarness(10n * SOL))
launchpadContract('simulated, wallets never used', () => createHarness(0n))
// It holds less than the simulated one: what it has not is left out, and the limit of a lock is its chain's.
launchpadContract('a launchpad that somebody added', async () => {
  const harness = await createHarness(10n * SOL)
  const { shareholdersMax } = harness.launchpad.facts
  const launchpad = await toyLaunchpad(harness.launchpad, { shareholdersMax }).load()
  return { ...harness, launchpad, graduate: null, lockFails: { ticker: 'XLOCKFAIL' } }
})
