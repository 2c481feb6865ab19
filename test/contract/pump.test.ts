import { lamports, type Mint, type Wallet } from '../../src/domain/brands.ts'
import { describeChain } from '../chain/support/describe-chain.ts'
import { createPumpScene, freshWallet, fundedLauncher, SOL } from '../chain/support/pump-scene.ts'
import { createTraders } from '../chain/support/pump-trades.ts'
import { signTransaction } from '../chain/support/sign-transaction.ts'
import { signByPlace } from '../support/sign-by-place.ts'
import { launchpadContract } from './launchpad.ts'
import type { LaunchpadHarness } from './launchpad-harness.ts'

/** A blockhash lives 150 blocks, and a block is final after 32 more. */
const SLOTS_TO_EXPIRY = 150 + 32 + 1

/** The real programs behind the test node. */
async function createHarness(): Promise<LaunchpadHarness> {
  const scene = await createPumpScene()
  const { server, launchpad } = scene
  const traders = createTraders(scene)
  const graduated = new Set<Mint>()
  return {
    launchpad,
    treasury: freshWallet(),
    tradeLamports: lamports(SOL / 5n),
    fundedLauncher: async () => fundedLauncher(server, launchpad, 5n * SOL),
    poorLauncher: async () => fundedLauncher(server, launchpad, SOL / 1_000n),
    freshWallets: async (count) => Array.from({ length: count }, freshWallet),
    async trade(mint, amount) {
      if (graduated.has(mint)) await traders.buyInPool(mint)
      else await traders.buy(mint, 'v3', amount)
    },
    expireTransactions: async () => server.chain.advanceSlots(SLOTS_TO_EXPIRY),
    async graduate(mint) {
      await traders.graduate(mint)
      graduated.add(mint)
    },
    unpayable: [
      { wallet: '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P' as Wallet, status: 'executable' },
      { wallet: 'SysvarC1ock11111111111111111111111111111111' as Wallet, status: 'reserved' },
      { wallet: 'Feature111111111111111111111111111111111111' as Wallet, status: 'reserved' },
    ],
    unknownMint: freshWallet() as string as Mint,
    // The system program, and pump's global account.
    keyless: ['11111111111111111111111111111111', '4wTV1YmiEkRvAtNtsSGPtUrqRYQMe5SKy2uB4Jjaxnjf'],
    otherSpelling: null,
    newSigner: () => fundedLauncher(server, launchpad, 0n),
    sign: signByPlace(signTransaction),
    sendAlone: null,
    close: () => server.stop(),
  }
}

describeChain('the contract on the real programs', () => launchpadContract('pump', createHarness))
