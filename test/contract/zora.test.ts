import { numberToHex } from 'viem'
import { lamports, type Mint, type Wallet } from '../../src/domain/brands.ts'
import type { Launcher } from '../../src/ports/launchpad.ts'
import type { ZoraOptions } from '../../src/adapters/launchpads/zora.ts'
import { describeAnvil, placeRefuser } from '../evm/support/anvil.ts'
import { createEvmScene, ETH, newEvmWallet, onMovingChain } from '../evm/support/evm-scene.ts'
import { launchpadContract } from './launchpad.ts'
import type { LaunchpadHarness } from './launchpad-harness.ts'

/** A real node, the stand-in of Zora's factory, and one of both kinds of split. */
async function createHarness(split: ZoraOptions['split']): Promise<LaunchpadHarness> {
  const scene = await createEvmScene({ split })
  const { anvil } = scene
  const launchers: Launcher[] = []
  const refuser = newEvmWallet()
  await placeRefuser(anvil, refuser)
  return {
    launchpad: onMovingChain(scene),
    treasury: newEvmWallet(),
    tradeLamports: lamports(ETH / 5n),
    async fundedLauncher() {
      const launcher = await scene.fundedLauncher()
      launchers.push(launcher)
      return launcher
    },
    poorLauncher: () => scene.fundedLauncher(1_000n),
    freshWallets: async (count) => Array.from({ length: count }, newEvmWallet),
    trade: scene.trade,
    // What was signed is dead once its number is used, and nothing else ends it.
    async expireTransactions() {
      for (const { wallet } of launchers) {
        const used = Number(await anvil.call<string>('eth_getTransactionCount', wallet, 'latest'))
        await anvil.call('anvil_setNonce', wallet, numberToHex(used + 10))
      }
      await anvil.mine(3)
    },
    graduate: null,
    unpayable: [
      { wallet: refuser, status: 'refusing' },
      { wallet: '0x4200000000000000000000000000000000000016' as Wallet, status: 'reserved' },
      { wallet: '0x0000000000000000000000000000000000000000' as Wallet, status: 'invalid' },
    ],
    unknownMint: newEvmWallet() as string as Mint,
    close: () => anvil.stop(),
  }
}

describeAnvil('the contract on a real node', () => {
  launchpadContract('zora, 0xSplits', () => createHarness('push-split'))
  launchpadContract('zora, PaymentSplitter', () => createHarness('payment-splitter'))
})
