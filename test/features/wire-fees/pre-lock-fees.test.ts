import { describe, expect, test } from 'bun:test'
import type { Launchpad } from '../../../src/ports/launchpad/launchpad.ts'
import { newPerson } from '../../support/test-app.ts'
import { createUpkeepScene, type UpkeepScene } from '../../support/upkeep-scene.ts'

describe('the fees before the lock of a sequential launch', () => {
  test('rules 2.7: preLockCreatorFeesLamports is what the chain says went to the creator between create and lock', async () => {
    let scene: UpkeepScene | null = null
    // Creates in one transaction, lets a stranger trade, and locks in the next: what the ladder's last path risks.
    const sequential = (pad: Launchpad): Launchpad => ({
      ...pad,
      async prepareLaunch(plan, launcher) {
        const created = await pad.prepareLaunch({ ...plan, shareholders: [] }, launcher)
        await pad.advance(created.transactions)
        await scene!.app.deps.simulation!.trade({
          mint: created.mint,
          wallet: newPerson().wallet,
          side: 'buy',
          lamports: (10n ** 9n) as never,
        })
        await scene!.app.clock.advance(800)
        const lock = await pad.feeShare!.prepareLock(created.mint, plan.shareholders, launcher)
        return { mint: created.mint, lockPath: 'sequential', transactions: [...created.transactions, ...lock.transactions] }
      },
    })
    scene = await createUpkeepScene({ pad: sequential })
    const { status, body } = await scene.call('POST', '/api/agent/launch', scene.app.launchBody())
    expect(status).toBe(201)
    expect(body).toMatchObject({ lockPath: 'sequential', feeShareLocked: true, feesLockedAtLaunch: false, createSlot: 1, lockSlot: 3 })
    // 30 bps of what 1 SOL, less its fees, brings the curve.
    expect(body.preLockCreatorFeesLamports).toBe('2962963')
  })

  test('rules 2.7: an atomic launch has no such figure', async () => {
    const { call, app } = await createUpkeepScene()
    expect((await call('POST', '/api/agent/launch', app.launchBody())).body).not.toHaveProperty('preLockCreatorFeesLamports')
  })
})
