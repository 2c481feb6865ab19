import { expect, setDefaultTimeout, test } from 'bun:test'
import { ZORA_FACTORY } from '../../src/adapters/launchpads/zora/contracts.ts'
import type { Wallet } from '../../src/domain/brands.ts'
import { NO_BOUNDS } from '../../src/domain/keys/key-bounds.ts'
import { LIMITS } from '../../src/domain/limits.ts'
import { makeKey } from '../../src/features/keys/mint-key.ts'
import { findReferral } from '../../src/features/referrals/find-referral.ts'
import type { Deps } from '../../src/ports/deps.ts'
import { toBase64 } from '../../src/lib/bytes.ts'
import { eventually } from '../support/eventually.ts'
import { makeKol } from '../support/make-kol.ts'
import { newPerson, pngBytes } from '../support/test-app.ts'
import { describeAnvil } from './support/anvil.ts'
import { bidOf } from './support/base-fee.ts'
import { CLANKER, placeClanker } from './support/clanker-scene.ts'
import { ETH, newEvmKey, newEvmWallet, REFERRER } from './support/evm-scene.ts'
import { createKillScene } from './support/kill-scene.ts'
import { startLyingNode } from './support/lying-node.ts'

// In full every step is killed at; the everyday run takes a sample that still hits before and after the transaction.
const FULL = process.env.CRASH_TEST === 'full'
const STRIDE = FULL ? 1 : 7
setDefaultTimeout(FULL ? 900_000 : 240_000)

const crewOf = (shares: readonly number[]) =>
  shares.map((share, index) => ({ handle: `k${index}`, wallet: newPerson().wallet, evmWallet: newEvmWallet(), share }))

const [ONE, TWO] = [crewOf([100]), crewOf([60, 40])]
const [THREE, FIVE] = [crewOf([50, 30, 20]), crewOf([30, 25, 20, 15, 10])]
const [TEN, SIXTEEN] = [crewOf(Array.from({ length: 10 }, () => 10)), crewOf([10, ...Array.from({ length: 15 }, () => 6)])]

const GWEI = 10n ** 9n

/** The base fee while launches are signed, and what it rises to with the first one that is sent: more than the first bid can pay. */
const [LOW_WEI, RISEN_WEI] = [GWEI, 6n * GWEI]

/** What each launchpad needs beside the node, and its factory, which tells of each coin. */
const ZORA = {
  platform: 'zora',
  factory: ZORA_FACTORY,
  settings: { PLATFORM_REFERRER_WALLET: REFERRER },
  prepareNode: async () => {},
  referred: false,
} as const
const ON_CLANKER = { platform: 'clanker', factory: CLANKER.factory, settings: {}, prepareNode: placeClanker, referred: false } as const
const LAUNCHPADS = [
  { ...ZORA, wallets: 3, crew: ONE, fee: 'steady' },
  { ...ZORA, wallets: 4, crew: TWO, fee: 'steady' },
  { ...ZORA, wallets: 6, crew: THREE, fee: 'steady', referred: true },
  { ...ZORA, wallets: 18, crew: SIXTEEN, fee: 'rising' },
  { ...ZORA, wallets: 19, crew: SIXTEEN, fee: 'rising', referred: true },
  { ...ON_CLANKER, wallets: 3, crew: ONE, fee: 'steady' },
  { ...ON_CLANKER, wallets: 5, crew: THREE, fee: 'steady' },
  { ...ON_CLANKER, wallets: 7, crew: FIVE, fee: 'steady' },
  { ...ON_CLANKER, wallets: 12, crew: TEN, fee: 'steady' },
  { ...ON_CLANKER, wallets: 12, crew: TEN, fee: 'rising' },
] as const

/** Keys whose coins pay this wallet a part of the treasury's; each launches as many coins as a key may in an hour. */
async function keysOfReferred(deps: Deps, referrer: Wallet): Promise<string[]> {
  const { kols, keys } = deps.storage
  await kols.upsert([{ ...makeKol({ handle: 'frog', wallet: newPerson().wallet, evmWallet: referrer }), optedOut: false }])
  await kols.setReferralCode('frog', 'FROG')
  const rights = { launchesPerHour: LIMITS.launchesPerHourMax, requireApproval: false, ops: false, bounds: NO_BOUNDS }
  const referral = await findReferral(deps, 'FROG')
  const minted = Array.from({ length: 3 }, () => makeKey(deps, { label: 'referred', agentName: null, model: null, referral, ...rights }))
  for (const { key, hash } of minted) await keys.insert(key, { hash, claimAddress: null, claimSite: null })
  return minted.map(({ text }) => text.reveal())
}

describeAnvil('kill -9 at every step of a launch on Base', () => {
  test.each(LAUNCHPADS)(
    'rules 10.13: $platform with $wallets wallets, a referrer $referred, the base fee $fee: after a restart the row goes on, and the retry with the same key finds the one coin, locked',
    async ({ platform, wallets, crew, factory, settings, prepareNode, referred, fee }) => {
      const referrer = newEvmWallet()
      let referredKeys: readonly string[] = []
      const scene = await createKillScene({
        settings,
        prepareNode,
        between: ({ anvil, fee: base, mine }) =>
          startLyingNode(anvil.url, async ({ method }) => {
            if (method !== 'eth_sendRawTransaction' || fee === 'steady') return null
            base.wei = RISEN_WEI
            await mine()
            return null
          }),
        seed: async (deps) => void (referredKeys = await keysOfReferred(deps, referrer)),
      })
      const { anvil } = scene
      const call = (launcher: { key: string; wallet: string }, number: number) => ({
        path: '/api/agent/launch',
        headers: {
          ...(referred && { 'x-svc-api-key': referredKeys[Math.floor(kills / LIMITS.launchesPerHourMax)]! }),
          'x-launcher-key': launcher.key,
          'x-idempotency-key': `launch-${number}`,
        },
        body: {
          name: `Killed ${number}`,
          ticker: 'KILL',
          platform,
          imageBase64: toBase64(pngBytes()),
          crew,
          launcherPubkey: launcher.wallet,
        },
      })
      /** How far the launch was when the process died: what of it is in blocks. */
      const seen = new Set<number>()
      let kills = 0
      const work = scene.withBlocks(async () => {
        for (let killAt = 1; ; killAt += STRIDE) {
          scene.fee.wei = LOW_WEI
          await scene.mine()
          const launcher = newEvmKey()
          await anvil.setBalance(launcher.wallet, ETH)
          const launch = call(launcher, killAt)
          const answered = await scene.askOrDie({ ...launch, killAt })
          if (answered) {
            // Past its last step: this one lived.
            expect(answered.status).toBe(201)
            break
          }
          kills += 1
          seen.add(await scene.nonceOf(launcher.wallet))
          // The row goes on by itself meanwhile; until it is finished the key is in use.
          let retried = await scene.ask(launch)
          await eventually(async () => {
            if (retried.body.code === 'idempotency_in_progress') retried = await scene.ask(launch)
            return retried.body.code !== 'idempotency_in_progress'
          }, 180_000)
          expect({ killAt, status: retried.status, code: retried.body.code }).toEqual({ killAt, status: 201, code: undefined })
          expect(retried.body).toMatchObject({ feeShareLocked: true, platform })
          expect(retried.body.shareholders).toHaveLength(wallets)
          const referrers = retried.body.shareholders.filter(({ role }: { role: string }) => role === 'referrer')
          expect(referrers).toMatchObject(referred ? [{ wallet: referrer, bps: 500 }] : [])
          expect((await scene.ask(launch)).body.mint).toBe(retried.body.mint)
          expect(await scene.nonceOf(launcher.wallet)).toBe(1)
          expect(retried.body).toMatchObject({ lockPath: 'atomic-evm', lockSlot: retried.body.createSlot })
          if (fee === 'rising') expect(await bidOf(anvil, retried.body.signature)).toBeGreaterThan(RISEN_WEI)
          const made = await anvil.call<{ data: string }[]>('eth_getLogs', { address: factory, fromBlock: '0x0' })
          const own = made.filter(({ data }) => data.includes(Buffer.from(`Killed ${killAt}`).toString('hex').padEnd(64, '0')))
          expect({ killAt, coins: own.length }).toEqual({ killAt, coins: 1 })
        }
      })
      try {
        await work
      } finally {
        await scene.stop()
      }
      // It was killed before anything was sent, and after it.
      expect([...seen].toSorted()).toEqual([0, 1])
      console.log(
        `${platform} with ${wallets} wallets, fee ${fee}: killed ${kills} times${FULL ? '' : '; CRASH_TEST=full kills at every step'}`,
      )
    },
  )
})
