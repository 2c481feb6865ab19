import { describeAnvil } from '../evm/support/anvil.ts'
import { createEvmHarness } from '../evm/support/evm-harness.ts'
import { createClankerScene } from '../evm/support/clanker-scene.ts'
import { launchpadContract } from './launchpad.ts'

describeAnvil('the contract on a real node', () => {
  launchpadContract('clanker', async () => createEvmHarness(await createClankerScene()))
})
