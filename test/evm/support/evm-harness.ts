import { bytesToHex } from 'viem'
import { lamports, type Mint, type Wallet } from '../../../src/domain/brands.ts'
import { fromBase64 } from '../../../src/lib/bytes.ts'
import { Secret } from '../../../src/lib/secret.ts'
import type { Launcher } from '../../../src/ports/launchpad/launcher.ts'
import type { LaunchpadHarness } from '../../contract/launchpad-harness.ts'
import { placeRefuser } from './anvil.ts'
import { ETH, type EvmScene, newEvmKey, newEvmWallet, onMovingChain } from './evm-scene.ts'
import { signEvm } from './sign-evm.ts'

/** What the contract of launchpads needs of one on a real node. */
export async function createEvmHarness(scene: EvmScene): Promise<LaunchpadHarness> {
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
    // What was signed is dead once a block shows another transaction with its number, and nothing else ends it.
    async expireTransactions() {
      for (const { wallet } of launchers) {
        const before = await scene.weiOf(wallet)
        for (let index = 0; index < 3; index += 1) await anvil.sendAs(wallet, { to: wallet })
        // What that cost is not the launchpad's.
        await anvil.setBalance(wallet, before)
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
    // The zero address and a precompile.
    keyless: ['0x0000000000000000000000000000000000000000', '0x0000000000000000000000000000000000000001'],
    otherSpelling: (wallet) => wallet.toLowerCase(),
    newSigner: () => scene.launchpad.parseLauncher(new Secret<string>(newEvmKey().key)),
    sign: signEvm,
    sendAlone: (signedBase64) => anvil.call('eth_sendRawTransaction', bytesToHex(fromBase64(signedBase64)!)),
    close: () => anvil.stop(),
  }
}
