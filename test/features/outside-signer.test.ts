import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { crankAllCoins } from '../../src/features/crank/crank-all-coins.ts'
import { createBuybackScene } from '../support/buyback-scene.ts'
import { expectNothingHappened } from '../support/nothing-happened.ts'
import { HAS_SSH_AGENT, startSshAgent } from '../support/ssh-agent.ts'

setDefaultTimeout(60_000)

describe.skipIf(!HAS_SSH_AGENT)('decision "Signers": wallets whose keys an ssh-agent keeps', () => {
  test('they pay cranks and buybacks; while the agent is locked nothing is spent or noted, and then all goes on', async () => {
    await using agent = await startSshAgent()
    const [payer, buyer] = [agent.newWallet(), agent.newWallet()]
    const setting = (wallet: string) => `ssh-agent:${agent.socket}#${wallet}`
    const scene = await createBuybackScene({ env: { CRANK_PAYER_KEY: setting(payer), BUYBACK_KEY: setting(buyer) } })
    const { mint } = scene
    const held = async (wallet: string) => (await scene.app.deps.simulation!.wallet(wallet as typeof payer)).lamports
    const crank = () => scene.call('POST', '/api/agent/crank', { mint }, { headers: {} })
    await scene.buy(mint)
    const before = await held(payer)
    expect((await crank()).body.signature).toBeString()
    expect(before - (await held(payer))).toBe(5_000n)
    expect((await scene.runAt())?.state).toBe('executed')

    await scene.app.clock.advance(3_600_000)
    await scene.buy(mint)
    expect(await agent.setLocked(true)).toBe(true)
    const [payers, buyers] = [await held(payer), await held(buyer)]
    const refused = await expectNothingHappened(scene.app, crank)
    expect(refused).toMatchObject({ status: 503, body: { code: 'upstream_unavailable' } })
    expect(refused.body.detail).toContain(`the signer of ${payer}`)
    expect((await scene.run(crankAllCoins)).outcome).toBe('1 coins read, 0 paid out, 1 failed')
    expect(await scene.runAt()).toMatchObject({ state: 'skipped', failure: { code: 'upstream_unavailable' } })
    expect([await held(payer), await held(buyer)]).toEqual([payers, buyers])

    expect(await agent.setLocked(false)).toBe(true)
    expect((await crank()).body.signature).toBeString()
    await scene.app.clock.advance(3_600_000)
    expect((await scene.runAt())?.state).toBe('executed')
  })
})
