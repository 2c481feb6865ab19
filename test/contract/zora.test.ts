import type { ZoraOptions } from '../../src/adapters/launchpads/zora/launchpad.ts'
import { describeAnvil } from '../evm/support/anvil.ts'
import { createEvmHarness } from '../evm/support/evm-harness.ts'
import { createEvmScene } from '../evm/support/evm-scene.ts'
import { olderLaunch } from '../evm/support/older-launch.ts'
import { launchpadContract } from './launchpad.ts'
import type { LaunchpadHarness } from './launchpad-harness.ts'

/** A real node, the stand-in of Zora's factory, and one of both kinds of split. */
async function createHarness(split: ZoraOptions['split']): Promise<LaunchpadHarness> {
  const scene = await createEvmScene({ split })
  return { ...(await createEvmHarness(scene)), prepareInParts: (plan, launcher) => olderLaunch(scene.anvil, plan, launcher) }
}

describeAnvil('the contract on a real node', () => {
  launchpadContract('zora, 0xSplits', () => createHarness('push-split'))
  launchpadContract('zora, PaymentSplitter', () => createHarness('payment-splitter'))
})
