import { expect, setDefaultTimeout, test } from 'bun:test'
import { createZoraLaunchpad } from '../../src/adapters/launchpads/zora/launchpad.ts'
import { bps, lamports } from '../../src/domain/brands.ts'
import { Secret } from '../../src/lib/secret.ts'
import { eventually } from '../support/eventually.ts'
import { describeAnvil } from './support/anvil.ts'
import { ETH, newEvmKey, newEvmWallet, REFERRER, zoraOptions } from './support/evm-scene.ts'
import { createKillScene, type KillScene } from './support/kill-scene.ts'
import { olderLaunch } from './support/older-launch.ts'

// In full every step is killed at; the everyday run takes a sample that still hits before and after each transaction.
const FULL = process.env.CRASH_TEST === 'full'
const STRIDE = FULL ? 1 : 9
setDefaultTimeout(FULL ? 900_000 : 240_000)

const crew = [60, 40].map((share, index) => ({ handle: `k${index}`, wallet: newEvmWallet(), share }))

/** A coin that its launcher made elsewhere and left unlocked, with fees for one wallet. */
async function openCoin({ anvil }: KillScene) {
  const launcher = newEvmKey()
  await anvil.setBalance(launcher.wallet, ETH)
  const pad = createZoraLaunchpad(zoraOptions(anvil))
  const shareholders = [{ wallet: newEvmWallet(), bps: bps(10_000) }]
  const plan = { name: 'Elsewhere', ticker: 'ELSE', metadataUri: 'https://coins.example/m/1', initialBuyAtomic: lamports(0) }
  const { mint, transactions } = await olderLaunch(
    anvil,
    { ...plan, shareholders, atomicRequired: false },
    pad.parseLauncher(new Secret<string>(launcher.key)),
  )
  const open = transactions.filter(({ steps }) => !steps.includes('lock'))
  await eventually(async () => (await pad.advance(open)).every(({ status }) => status === 'landed'), 30_000)
  return { mint: mint as string, launcher, pad }
}

describeAnvil('kill -9 at every step of wire-fees on Base', () => {
  test('rules 3.2: after a restart the row goes on: the fees are locked once, to the crew that was asked for, by as few transactions as a call that lived', async () => {
    const scene = await createKillScene({ settings: { PLATFORM_REFERRER_WALLET: REFERRER }, prepareNode: async () => {} })
    /** How many of its transactions were in blocks when the process died. */
    const seen = new Set<number>()
    const ends: { killAt: number; sent: number }[] = []
    let kills = 0
    const work = scene.withBlocks(async () => {
      for (let killAt = 1; ; killAt += STRIDE) {
        const { mint, launcher, pad } = await openCoin(scene)
        const before = await scene.nonceOf(launcher.wallet)
        const call = {
          path: '/api/agent/wire-fees',
          body: { mint, platform: 'zora', mode: 'agent', crew },
          headers: { 'x-launcher-key': launcher.key },
        }
        const answered = await scene.askOrDie({ ...call, killAt })
        if (answered) expect(answered.status).toBe(201)
        else {
          kills += 1
          seen.add((await scene.nonceOf(launcher.wallet)) - before)
          // The same request joins the lock, makes the first one, or comes after it.
          const again = await scene.ask(call)
          expect([killAt, again.body.code ?? again.status]).toBeOneOf([
            [killAt, 201],
            [killAt, 'fee_share_already_locked'],
          ])
        }
        const { coin } = (await scene.ask({ path: `/api/coins/${mint}` })).body
        expect({ killAt, mint: coin.mint, locked: coin.feeShareLocked }).toEqual({ killAt, mint, locked: true })
        const { shareholders } = coin as { shareholders: { wallet: never; bps: number }[] }
        expect(shareholders.map(({ wallet }) => wallet as string)).toEqual([
          ...crew.map(({ wallet }) => wallet as string),
          launcher.wallet,
          shareholders.at(-1)!.wallet,
        ])
        // What the chain says, by a reader that knows nothing of the row.
        const record = { shareholders: shareholders as never, launcher: launcher.wallet }
        expect((await pad.readCoin(mint as never, record))!.feeShare).toMatchObject({ locked: true })
        const { coins } = (await scene.ask({ path: '/api/coins?limit=100' })).body
        expect(coins.filter((each: { mint: string }) => each.mint === mint)).toHaveLength(1)
        ends.push({ killAt, sent: (await scene.nonceOf(launcher.wallet)) - before })
        if (answered) break
      }
    })
    try {
      await work
    } finally {
      await scene.stop()
    }
    const sentAlive = ends.at(-1)!.sent
    expect(ends.filter(({ sent }) => sent !== sentAlive)).toEqual([])
    // It was killed before anything was sent, after all of it, and in full also in between.
    const counts = Array.from({ length: sentAlive + 1 }, (_, count) => count)
    expect([...seen]).toEqual(expect.arrayContaining(FULL ? counts : [0, sentAlive]))
    console.log(`wire-fees in ${sentAlive} transactions: killed ${kills} times${FULL ? '' : '; CRASH_TEST=full kills at every step'}`)
  })
})
