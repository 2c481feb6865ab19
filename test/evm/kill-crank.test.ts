import { expect, setDefaultTimeout, test } from 'bun:test'
import { toBase64 } from '../../src/lib/bytes.ts'
import { eventually } from '../support/eventually.ts'
import { startKmsServer } from '../support/kms-server.ts'
import { newPerson, pngBytes } from '../support/test-app.ts'
import { type Anvil, describeAnvil } from './support/anvil.ts'
import { buyOnClanker, placeClanker, wethOf } from './support/clanker-scene.ts'
import { buyOnZora, ETH, newEvmKey, newEvmWallet, REFERRER } from './support/evm-scene.ts'
import { createKillScene, type KillScene } from './support/kill-scene.ts'

// In full every step is killed at; the everyday run takes a sample that still hits before and after the transaction.
const FULL = process.env.CRASH_TEST === 'full'
const STRIDE = FULL ? 1 : 11
setDefaultTimeout(FULL ? 900_000 : 240_000)

const BASE_WEI = 10n ** 7n
const TRADED_WEI = 3n * ETH + 123_456_789n

const crewOf = (shares: readonly number[]) =>
  shares.map((share, index) => ({ handle: `k${index}`, wallet: newPerson().wallet, evmWallet: newEvmWallet(), share }))

/** Who pays: the caller with a key of its own each time, or the operator with one in KMS. */
const CALLER = { payer: 'its caller' as const }
const KMS = { payer: 'a key in KMS' as const }

const ZORA = {
  ...CALLER,
  platform: 'zora',
  settings: { PLATFORM_REFERRER_WALLET: REFERRER },
  prepareNode: async () => {},
  buy: buyOnZora,
  heldOf: async (anvil: Anvil, wallet: string) => BigInt(await anvil.call<string>('eth_getBalance', wallet, 'latest')),
}
const ON_CLANKER = { ...CALLER, platform: 'clanker', settings: {}, prepareNode: placeClanker, buy: buyOnClanker, heldOf: wethOf }
const LAUNCHPADS = [
  { ...ZORA, wallets: 4, crew: crewOf([60, 40]) },
  { ...ZORA, ...KMS, wallets: 4, crew: crewOf([60, 40]) },
  { ...ZORA, wallets: 4, crew: crewOf([70, 30]), settings: { ...ZORA.settings, EVM_SPLIT: 'payment-splitter' } },
  { ...ON_CLANKER, wallets: 5, crew: crewOf([50, 30, 20]) },
  { ...ON_CLANKER, wallets: 12, crew: crewOf(Array.from({ length: 10 }, () => 10)) },
]

/** A coin that was launched and traded in, by wallets that nobody used before but the crew's and the treasury's. */
async function tradedCoin(scene: KillScene, { platform, crew, buy }: Pick<(typeof LAUNCHPADS)[number], 'platform' | 'crew' | 'buy'>) {
  const [launcher, trader] = [newEvmKey(), newEvmWallet()]
  await scene.anvil.setBalance(launcher.wallet, ETH)
  await scene.anvil.setBalance(trader, 10n * ETH)
  const body = {
    name: 'Paid out',
    ticker: 'PAID',
    platform,
    imageBase64: toBase64(pngBytes()),
    crew,
    launcherPubkey: launcher.wallet,
  }
  const launched = await scene.ask({ path: '/api/agent/launch', body, headers: { 'x-launcher-key': launcher.key } })
  expect(launched).toMatchObject({ status: 201, body: { feeShareLocked: true } })
  await buy(scene.anvil, trader, launched.body.mint, TRADED_WEI)
  return launched.body as { mint: string; shareholders: { wallet: string }[] }
}

/** What the record has for each wallet of the coin. */
async function remittedOf(scene: KillScene, mint: string): Promise<Map<string, bigint>> {
  const { remits } = (await scene.ask({ path: `/api/remits?mint=${mint}&limit=200` })).body
  const sums = new Map<string, bigint>()
  for (const { wallet, amount } of remits) sums.set(wallet, (sums.get(wallet) ?? 0n) + BigInt(amount.amount))
  return sums
}

describeAnvil('kill -9 at every step of a crank on Base', () => {
  test.each(LAUNCHPADS)(
    'rules 10.27: $platform with $wallets wallets, paid by $payer: after a restart the books are what the chain paid, to the wei; nobody is paid or counted twice',
    async (launchpad) => {
      const { platform, wallets, heldOf } = launchpad
      const kms = startKmsServer()
      const operator = launchpad.payer === KMS.payer ? kms.newWallet('secp256k1') : null
      const settings = {
        ...launchpad.settings,
        // Its day's budget covers a crank for each step that it is killed at.
        ...(operator && { ...kms.env, EVM_CRANK_PAYER_KEY: operator.setting, EVM_CRANK_DAILY_GWEI: '100000000' }),
      }
      const scene = await createKillScene({ ...launchpad, settings })
      const { anvil } = scene
      // The operator pays what is worth it: gas costs here what it does on Base.
      if (operator) scene.fee.wei = BASE_WEI
      if (operator) await anvil.setBalance(operator.wallet, ETH)
      /** Whether the payment was in a block when the process died. */
      const seen = new Set<number>()
      let kills = 0
      const books: { mint: string; paid: Map<string, bigint> }[] = []
      const work = scene.withBlocks(async () => {
        for (let killAt = 1; ; killAt += STRIDE) {
          const { mint, shareholders } = await tradedCoin(scene, launchpad)
          expect(shareholders).toHaveLength(wallets)
          const caller = newEvmKey()
          await anvil.setBalance(caller.wallet, ETH)
          const payer = operator ?? caller
          const sentBefore = await scene.nonceOf(payer.wallet)
          const balances = () => Promise.all(shareholders.map(({ wallet }) => heldOf(anvil, wallet)))
          const before = await balances()
          const crank = { path: '/api/agent/crank', body: { mint }, ...(operator ? {} : { headers: { 'x-launcher-key': caller.key } }) }
          const answered = await scene.askOrDie({ ...crank, killAt })
          if (!answered) {
            kills += 1
            seen.add((await scene.nonceOf(payer.wallet)) - sentBefore)
          }
          // The row goes on by itself meanwhile, or there is none; the retry joins it, or pays, or finds nothing left.
          const again = await scene.ask(crank)
          expect({ killAt, status: again.status }).toEqual({ killAt, status: 200 })
          await eventually(async () => (await remittedOf(scene, mint)).size === wallets)
          const after = await balances()
          const paid = new Map(shareholders.map(({ wallet }, index) => [wallet, after[index]! - before[index]!]))
          expect({ killAt, books: await remittedOf(scene, mint) }).toEqual({ killAt, books: paid })
          const { paid: total } = (await scene.ask({ path: `/api/coins/${mint}` })).body.coin
          expect(BigInt(total.amount)).toBe([...paid.values()].reduce((sum, one) => sum + one, 0n))
          expect([...paid.values()].every((one) => one > 0n)).toBe(true)
          expect({ killAt, sent: (await scene.nonceOf(payer.wallet)) - sentBefore }).toEqual({ killAt, sent: 1 })
          books.push({ mint, paid })
          if (answered) break
        }
        // The chain's own logs, read afterwards, add nothing.
        const { outcome } = (await scene.ask({ path: '/test/remits', body: {} })).body
        expect(outcome).toMatch(/^[1-9]\d* stretches read, 0 new remits, 0 failed$/)
        for (const { mint, paid } of books) expect(await remittedOf(scene, mint)).toEqual(paid)
      })
      try {
        await work
      } finally {
        await Promise.all([scene.stop(), kms.stop()])
      }
      // It was killed before anything was sent, and after it.
      expect([...seen].toSorted()).toEqual([0, 1])
      console.log(
        `${platform} with ${wallets} wallets, paid by ${launchpad.payer}: killed ${kills} times${FULL ? '' : '; CRASH_TEST=full kills at every step'}`,
      )
    },
  )
})
