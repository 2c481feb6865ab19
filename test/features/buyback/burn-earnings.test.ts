import { afterEach, describe, expect, test } from 'bun:test'
import { createBurnScene, type BurnScene } from '../../support/burn-scene.ts'

let scene: BurnScene
afterEach(() => scene.app.close())

describe('rules 10.36: a part of the earnings buys the coin and burns it', () => {
  test('fees are paid to the coin’s wallet, which buys and burns, and everyone is told who bought', async () => {
    scene = await createBurnScene()
    const nothing = await scene.pass()
    await scene.earn()
    const before = await scene.lamports()
    const outcome = await scene.pass()
    console.log(nothing, before, outcome, await scene.listed(), await scene.lamports(), await scene.app.deps.simulation!.inspect(scene.mint))
  })
})
