import { expect, setDefaultTimeout, test } from 'bun:test'
import { ZORA_FACTORY } from '../../src/adapters/launchpads/zora/contracts.ts'
import { toBase64 } from '../../src/lib/bytes.ts'
import { type CrashServer, spawnCrashServer } from '../crash/spawn-crash-server.ts'
import { eventually } from '../support/eventually.ts'
import { temporaryDataDir } from '../support/server-process.ts'
import { newPerson, OPERATOR_KEY, pngBytes } from '../support/test-app.ts'
import { type Anvil, describeAnvil, startAnvil } from './support/anvil.ts'
import { bidOf, mineAt } from './support/base-fee.ts'
import { CLANKER, placeClanker } from './support/clanker-scene.ts'
import { ETH, newEvmKey, newEvmWallet, REFERRER } from './support/evm-scene.ts'
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

const BLOCK_EVERY_MS = 60
const GWEI = 10n ** 9n

/** The base fee while launches are signed, and what it rises to with the first one that is sent: more than the first bid can pay. */
const [LOW_WEI, RISEN_WEI] = [GWEI, 6n * GWEI]

/** Makes blocks of this node, each at the base fee of `fee` when its turn comes: one after the other, whoever asks. */
function createMiner(anvil: Anvil, fee: { readonly wei: bigint }): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return () => (last = last.then(() => mineAt(anvil, fee.wei)))
}

/** The node's blocks come by themselves while the work runs. */
async function withBlocks<Result>(mine: () => Promise<void>, work: () => Promise<Result>): Promise<Result> {
  let over = false
  const blocks = eventually(() => mine().then(() => over), Infinity, BLOCK_EVERY_MS)
  try {
    return await work()
  } finally {
    over = true
    await blocks
  }
}

/** What each launchpad needs beside the node, and its factory, which tells of each coin. */
const ZORA = {
  platform: 'zora',
  factory: ZORA_FACTORY,
  settings: { PLATFORM_REFERRER_WALLET: REFERRER },
  prepareNode: async () => {},
} as const
const ON_CLANKER = { platform: 'clanker', factory: CLANKER.factory, settings: {}, prepareNode: placeClanker } as const
const LAUNCHPADS = [
  { ...ZORA, wallets: 3, crew: ONE, fee: 'steady' },
  { ...ZORA, wallets: 4, crew: TWO, fee: 'steady' },
  { ...ZORA, wallets: 18, crew: SIXTEEN, fee: 'rising' },
  { ...ON_CLANKER, wallets: 3, crew: ONE, fee: 'steady' },
  { ...ON_CLANKER, wallets: 5, crew: THREE, fee: 'steady' },
  { ...ON_CLANKER, wallets: 7, crew: FIVE, fee: 'steady' },
  { ...ON_CLANKER, wallets: 12, crew: TEN, fee: 'steady' },
  { ...ON_CLANKER, wallets: 12, crew: TEN, fee: 'rising' },
] as const

describeAnvil('kill -9 at every step of a launch on Base', () => {
  test.each(LAUNCHPADS)(
    'rules 10.13: $platform with $wallets wallets, the base fee $fee: after a restart the row goes on, and the retry with the same key finds the one coin, locked',
    async ({ platform, wallets, crew, factory, settings, prepareNode, fee }) => {
      const anvil = await startAnvil()
      await prepareNode(anvil)
      const base = { wei: LOW_WEI }
      const mine = createMiner(anvil, base)
      const node = startLyingNode(anvil.url, async ({ method }) => {
        if (method !== 'eth_sendRawTransaction' || fee === 'steady') return null
        base.wei = RISEN_WEI
        await mine()
        return null
      })
      const { dataDir, remove } = temporaryDataDir()
      const start = () =>
        spawnCrashServer({
          DATA_DIR: dataDir,
          OPERATOR_API_KEY: OPERATOR_KEY,
          // Nothing asks it: pump is not even loaded.
          SOLANA_RPC_URL: 'http://127.0.0.1:9',
          TREASURY_WALLET: newPerson().wallet,
          BASE_RPC_URL: node.url,
          ...settings,
          EVM_TREASURY_WALLET: newEvmKey().wallet,
        })
      let server: CrashServer = await start()
      const send = async (launcher: { key: string; wallet: string }, number: number, killAt = 0) => {
        const response = await fetch(`${server.url}/api/agent/launch`, {
          method: 'POST',
          headers: {
            'x-svc-api-key': OPERATOR_KEY,
            'content-type': 'application/json',
            'x-launcher-key': launcher.key,
            'x-idempotency-key': `launch-${number}`,
            'x-test-kill-at': String(killAt),
          },
          body: JSON.stringify({
            name: `Killed ${number}`,
            ticker: 'KILL',
            platform,
            imageBase64: toBase64(pngBytes()),
            crew,
            launcherPubkey: launcher.wallet,
          }),
          keepalive: false,
        })
        return { status: response.status, body: (await response.json()) as Record<string, any> }
      }
      const nonceOf = async (wallet: string) => Number(await anvil.call<string>('eth_getTransactionCount', wallet, 'latest'))
      /** How far the launch was when the process died: what of it is in blocks. */
      const seen = new Set<number>()
      let kills = 0
      const all = withBlocks(mine, async () => {
        for (let killAt = 1; ; killAt += STRIDE) {
          base.wei = LOW_WEI
          await mine()
          const launcher = newEvmKey()
          await anvil.setBalance(launcher.wallet, ETH)
          const answered = await send(launcher, killAt, killAt).catch(() => null)
          if (answered) {
            // Past its last step: this one lived.
            expect(answered.status).toBe(201)
            break
          }
          await server.child.exited
          kills += 1
          seen.add(await nonceOf(launcher.wallet))
          server = await start()
          // The row goes on by itself meanwhile; until it is finished the key is in use.
          let retried = await send(launcher, killAt)
          await eventually(async () => {
            if (retried.body.code === 'idempotency_in_progress') retried = await send(launcher, killAt)
            return retried.body.code !== 'idempotency_in_progress'
          }, 180_000)
          expect({ killAt, status: retried.status, code: retried.body.code }).toEqual({ killAt, status: 201, code: undefined })
          expect(retried.body).toMatchObject({ feeShareLocked: true, platform })
          expect(retried.body.shareholders).toHaveLength(wallets)
          expect((await send(launcher, killAt)).body.mint).toBe(retried.body.mint)
          expect(await nonceOf(launcher.wallet)).toBe(1)
          expect(retried.body).toMatchObject({ lockPath: 'atomic-evm', lockSlot: retried.body.createSlot })
          if (fee === 'rising') expect(await bidOf(anvil, retried.body.signature)).toBeGreaterThan(RISEN_WEI)
          const made = await anvil.call<{ data: string }[]>('eth_getLogs', {
            address: factory,
            fromBlock: '0x0',
          })
          const own = made.filter(({ data }) => data.includes(Buffer.from(`Killed ${killAt}`).toString('hex').padEnd(64, '0')))
          expect({ killAt, coins: own.length }).toEqual({ killAt, coins: 1 })
        }
      })
      try {
        await all
      } finally {
        server.child.kill('SIGKILL')
        await server.child.exited
        await node.stop()
        await anvil.stop()
        remove()
      }
      // It was killed before anything was sent, and after it.
      expect([...seen].toSorted()).toEqual([0, 1])
      console.log(
        `${platform} with ${wallets} wallets, fee ${fee}: killed ${kills} times${FULL ? '' : '; CRASH_TEST=full kills at every step'}`,
      )
    },
  )
})
