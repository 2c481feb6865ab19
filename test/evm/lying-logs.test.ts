import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Hex, keccak256, numberToHex } from 'viem'
import { createClankerLaunchpad } from '../../src/adapters/launchpads/clanker/launchpad.ts'
import { createZoraLaunchpad } from '../../src/adapters/launchpads/zora/launchpad.ts'
import { type Mint, unixMs } from '../../src/domain/brands.ts'
import { readRemits } from '../../src/features/remits/read-remits.ts'
import { Secret } from '../../src/lib/secret.ts'
import type { Launchpad } from '../../src/ports/launchpad/launchpad.ts'
import type { JobRun } from '../../src/ports/scheduled-job.ts'
import { type Anvil, describeAnvil } from './support/anvil.ts'
import { clankerOptions } from './support/clanker-scene.ts'
import { createClankerService } from './support/clanker-service.ts'
import { ETH, newEvmWallet, zoraOptions } from './support/evm-scene.ts'
import { createEvmService, launcherOf } from './support/evm-service.ts'
import { type NodeCall, startLyingNode } from './support/lying-node.ts'

setDefaultTimeout(180_000)

const TURN: JobRun = { dueAtMs: unixMs(0), position: null, keepPosition: async () => {}, mayContinue: async () => true }
const HOUR_MS = 3_600_000

interface RawLog {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly transactionHash: Hex
  readonly blockNumber: Hex
  readonly logIndex: Hex
}

const later = (log: RawLog): RawLog => ({ ...log, logIndex: numberToHex(Number(log.logIndex) + 100) })
/** A log that says so much more than the real one, in each of its figures. */
const swollen = (log: RawLog): RawLog => {
  const words = log.data.slice(2).match(/.{64}/g) ?? []
  // Small words are the places and lengths of lists.
  const more = words.map((word) => (BigInt(`0x${word}`) < 4_096n ? word : (BigInt(`0x${word}`) * 3n).toString(16).padStart(64, '0')))
  return { ...log, data: `0x${more.join('')}` }
}

/** What a node says of logs that are others on its chain; with `delays`, nothing is believed until it tells the truth. */
const LIES: Readonly<Record<string, { readonly delays: boolean; tell(logs: readonly RawLog[], elsewhere: Hex): readonly object[] }>> = {
  'invents transactions': {
    delays: true,
    tell: (logs) => [...logs, ...logs.map((log) => ({ ...later(log), transactionHash: keccak256(log.transactionHash) }))],
  },
  'puts payments into a transaction that made none': {
    delays: false,
    tell: (logs, elsewhere) => [...logs, ...logs.map((log) => ({ ...later(log), transactionHash: elsewhere }))],
  },
  'says it twice': { delays: false, tell: (logs) => [...logs, ...logs] },
  'says it twice, at another place of the block': { delays: false, tell: (logs) => logs.flatMap((log) => [log, later(log)]) },
  'says it again of another block': { delays: false, tell: (logs) => logs.flatMap((log) => [log, { ...log, blockNumber: '0x1' }]) },
  'trebles the amounts': { delays: false, tell: (logs) => logs.map(swollen) },
  'adds the logs of another contract': {
    delays: false,
    tell: (logs) => logs.flatMap((log) => [{ ...swollen(later(log)), address: newEvmWallet() as string as Hex }, log]),
  },
  'turns their order round': { delays: false, tell: (logs) => logs.toReversed() },
  'leaves all out': { delays: true, tell: () => [] },
  'says that their blocks were undone': { delays: true, tell: (logs) => logs.map((log) => ({ ...log, removed: true })) },
}

const LAUNCHPADS = [
  {
    name: 'zora',
    create: (pad: (own: Launchpad, anvil: Anvil) => Launchpad) => createEvmService({ pad }),
    open: (anvil: Anvil, url: string) => createZoraLaunchpad({ ...zoraOptions(anvil), rpcUrls: [new Secret(url)] }),
    seats: {},
  },
  ...[3, 10].map((seats) => ({
    name: `clanker, a crew of ${seats}`,
    create: (pad: (own: Launchpad, anvil: Anvil) => Launchpad) => createClankerService({ pad }),
    open: (anvil: Anvil, url: string) => createClankerLaunchpad({ ...clankerOptions(anvil), rpcUrls: [new Secret(url)] }),
    seats: { seats },
  })),
]

for (const { name, create, open, seats } of LAUNCHPADS)
  describeAnvil(`decision "Remits of others’ cranks": a node that lies about logs, ${name}`, () => {
    let service: Awaited<ReturnType<typeof create>>
    let node: { stop(): unknown }
    const lie = { tell: null as ((call: NodeCall) => Promise<{ result: unknown } | null>) | null }
    beforeAll(async () => {
      service = await create((own, anvil) => {
        const liar = startLyingNode(anvil.url, (call) => lie.tell?.(call) ?? null)
        node = liar
        const { feeShare } = open(anvil, liar.url)
        return { ...own, feeShare: { ...own.feeShare!, listDistributions: feeShare!.listDistributions } }
      })
    })
    afterAll(async () => {
      await service.stop()
      await node.stop()
    })

    const heldOf = (wallet: string) => ('wethOf' in service ? service.wethOf(wallet) : service.weiOf(wallet))

    /** A coin of which a stranger paid out the fees twice, and what that gave to each wallet. */
    async function paidCoin() {
      const launcher = await service.person()
      const { body } = await service.post('/api/agent/launch', service.body(launcher, seats), launcher)
      const mint = body.mint as Mint
      const coin = (await service.app.deps.storage.coins.find(mint))!
      const wallets = coin.shareholders.map(({ wallet }) => wallet)
      const before = await Promise.all(wallets.map(heldOf))
      const signatures: string[] = []
      for (let round = 0; round < 2; round += 1) {
        await service.trade(mint, BigInt(round + 1) * ETH)
        const payer = launcherOf(service.launchpad, await service.person())
        const { prepared } = await service.launchpad.feeShare!.prepareDistribution(mint, payer, coin)
        await service.launchpad.advance(prepared!.transactions)
        await service.anvil.mine(3)
        signatures.push(prepared!.transactions[0]!.signature)
      }
      const after = await Promise.all(wallets.map(heldOf))
      return { coin, signatures, paid: new Map(wallets.map((wallet, index) => [wallet as string, after[index]! - before[index]!])) }
    }

    async function bookedOf(mint: string): Promise<Map<string, bigint>> {
      const booked = new Map<string, bigint>()
      for (const { wallet, amount } of (await service.get(`/api/remits?mint=${mint}&limit=200`)).body.remits)
        booked.set(wallet, (booked.get(wallet) ?? 0n) + BigInt(amount.amount))
      return booked
    }

    /** Two readings: of the node that lies, and of the same node when it does not. */
    async function readTwice({ coin, paid }: Awaited<ReturnType<typeof paidCoin>>, delays: boolean): Promise<void> {
      await readRemits(service.app.deps, TURN)
      expect(await bookedOf(coin.mint)).toEqual(delays ? new Map() : paid)
      lie.tell = null
      for (let again = 0; again < 2; again += 1) {
        await service.app.clock.advance(2 * HOUR_MS)
        await readRemits(service.app.deps, TURN)
        expect(await bookedOf(coin.mint)).toEqual(paid)
      }
    }

    test.each(Object.entries(LIES))(
      'which %s: no money that did not move is booked, and all that did in the end',
      async (_what, { delays, tell }) => {
        const made = await paidCoin()
        lie.tell = async ({ method, forward }) => {
          if (method !== 'eth_getLogs') return null
          return { result: tell((await forward()) as RawLog[], made.coin.signature as string as Hex) }
        }
        await readTwice(made, delays)
      },
    )

    test('which answers with the receipt of another payment: it is not booked under this one’s name', async () => {
      const made = await paidCoin()
      lie.tell = async ({ method, params }) => {
        if (method !== 'eth_getTransactionReceipt' || params[0] !== made.signatures[1]) return null
        return { result: await service.anvil.call('eth_getTransactionReceipt', made.signatures[0]) }
      }
      await readTwice(made, true)
    })
  })
