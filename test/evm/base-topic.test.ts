import { expect, setDefaultTimeout, test } from 'bun:test'
import { jsonLines } from '../support/json-lines.ts'
import { missingPrograms, openWalkOf, walkTopic } from '../support/document-walk.ts'
import { describeAnvil } from './support/anvil.ts'
import { ETH, newEvmWallet } from './support/evm-scene.ts'
import { createEvmService } from './support/evm-service.ts'

setDefaultTimeout(60_000)

describeAnvil('decision "A topic": an agent that knows /llms.txt and the topic base', () => {
  test.skipIf(missingPrograms.length > 0)('plans, launches on Base, reads the coin and distributes its fees', async () => {
    const service = await createEvmService()
    const launcher = await service.person(10n * ETH)
    const wallet = newEvmWallet()
    const walk = openWalkOf(service.app)
    const [plan, launched, status, cranked] = jsonLines(
      await walkTopic(walk, 'base', { EVM_WALLET: wallet, EVM_LAUNCHER_KEY: launcher.key }),
    )
    expect(plan).toMatchObject({ dryRunId: expect.any(String), cost: { amount: expect.any(String), currency: 'ETH' } })
    expect([launched.feeShareLocked, status.feeShareLocked, cranked.code]).toEqual([true, true, null])
    expect((await service.get(`/api/coins/${launched.mint}`)).body.coin).toMatchObject({
      platform: 'zora',
      ticker: 'BSFROG',
      shareholders: expect.arrayContaining([expect.objectContaining({ wallet })]),
    })
    await walk.close()
    await service.stop()
  })
})
