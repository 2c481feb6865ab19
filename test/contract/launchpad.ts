import { afterAll, beforeAll, describe } from 'bun:test'
import { buybackTests } from './launchpad-buyback.ts'
import { createdTests } from './launchpad-created.ts'
import { historyTests } from './launchpad-history.ts'
import { feeShareTests } from './launchpad-fee-share.ts'
import { type LaunchpadActions, launchpadActions, type LaunchpadHarness } from './launchpad-harness.ts'
import { launchingTests } from './launchpad-launching.ts'
import { rehearsalTests } from './launchpad-rehearsal.ts'
import { unsignedTests } from './launchpad-unsigned.ts'
import { upkeepTests } from './launchpad-upkeep.ts'

/** The suite that every launchpad must pass. @see ports/launchpad/launchpad.ts */
export function launchpadContract(name: string, createHarness: () => Promise<LaunchpadHarness>): void {
  describe(`launchpad contract: ${name}`, () => {
    let actions: LaunchpadActions
    beforeAll(async () => {
      actions = launchpadActions(await createHarness())
    })
    afterAll(() => actions.harness.close())
    launchingTests(() => actions)
    createdTests(() => actions)
    unsignedTests(() => actions)
    feeShareTests(() => actions)
    upkeepTests(() => actions)
    buybackTests(() => actions)
    historyTests(() => actions)
    rehearsalTests(() => actions)
  })
}
