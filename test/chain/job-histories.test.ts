import { expect, setDefaultTimeout, test } from 'bun:test'
import { Keypair } from '@solana/web3.js'
import { parseSolanaLauncher } from '../../src/adapters/chains/solana/solana-launcher.ts'
import { DEVNET_GENESIS_HASH } from '../../src/adapters/chains/genesis-hashes.ts'
import { createDevnetRail } from '../../src/adapters/escrow/devnet-rail.ts'
import { DEVNET_CHAIN_ID } from '../../src/adapters/escrow/escrow-rails.ts'
import { keepLedger } from '../../src/features/ledger/keep-ledger.ts'
import { Secret } from '../../src/lib/secret.ts'
import { BOOKS, jobParts, sayBooks } from '../support/books.ts'
import { historiesWeb, playJobHistories } from '../support/job-histories.ts'
import { createJobsScene } from '../support/jobs-scene.ts'
import { machineTime } from '../support/machine-time.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { newPerson } from '../support/test-app.ts'
import { startChainServer } from './support/chain-server.ts'
import { describeChain } from './support/describe-chain.ts'
import { type Fault, startFaultProxy } from './support/fault-proxy.ts'
import { SOL } from './support/pump-scene.ts'
import { sendLamports } from './support/send-lamports.ts'

// Ten thousand take an hour.
setDefaultTimeout(36_000_000)

const FUNDS = 1_000n * SOL
/** A blockhash lives 150 blocks, and a block is final after 32 more. */
const SLOTS_TO_EXPIRY = 150 + 32 + 1
const FAULTS: readonly (readonly [string, Fault])[] = [
  ['sendTransaction', { kind: 'drop-after-forward' }],
  ['sendTransaction', { kind: 'status', status: 503 }],
  ['getSignatureStatuses', { kind: 'garbage' }],
  ['getSignaturesForAddress', { kind: 'status', status: 503 }],
  ['getTransaction', { kind: 'wrong-json' }],
  ['getLatestBlockhash', { kind: 'wrong-json' }],
  ['*', { kind: 'status', status: 503 }],
]

describeChain('rules 3.3, 10.35: random histories of jobs, paid on a chain', () => {
  test.each(jobParts(BOOKS.jobsOnChain))(
    'of %i jobs by seed %i the ledger of the wallet that pays is what the chain has, to the lamport, and money by strangers and by hand stands as such',
    async (count, seed) => {
      const random = createSeededRandom(seed)
      const server = startChainServer({ genesisHash: DEVNET_GENESIS_HASH })
      const proxy = await startFaultProxy(server.url)
      const [payer, stranger] = [newPerson(), Keypair.generate()]
      for (const wallet of [payer.wallet, stranger.publicKey.toBase58()]) server.chain.airdrop(wallet, FUNDS)
      const launcher = parseSolanaLauncher(new Secret(payer.secret))
      const rail = createDevnetRail({ rpcUrl: new Secret(proxy.url), payer: launcher, time: machineTime })
      const scene = await createJobsScene({ web: historiesWeb, rails: { [DEVNET_CHAIN_ID]: async () => rail } })
      scene.price = { usd: 40_000, stale: false }

      const owner = Keypair.fromSecretKey(launcher.secret.reveal())
      const byHand = new Map<string, bigint>()
      const moveByHand = async () => {
        const lamports = BigInt(1_000_000 + random.below(10_000_000))
        const strangerPays = random.below(2) === 0
        const gift = random.below(2) === 0
        const [from, to] = gift ? [stranger, owner] : [owner, stranger]
        const feePayer = strangerPays ? stranger : from
        byHand.set(await sendLamports(server.url, { from, to: to.publicKey.toBase58(), lamports, feePayer }), gift ? lamports : -lamports)
      }
      const weather = async () => {
        const kind = random.below(60)
        if (kind < 2) {
          const [method, fault] = random.pick(FAULTS)
          proxy.fail(method, fault, 1 + random.below(3))
        }
        if (kind === 5) server.chain.hold()
        if (kind === 6) server.chain.advanceSlots(SLOTS_TO_EXPIRY)
        if (kind === 7) server.chain.dropNext()
        if (kind > 7 && kind < 12) server.chain.release()
        if (kind === 12) await moveByHand()
        if (kind === 13) await scene.run(keepLedger).catch((error: unknown) => expect(String(error)).toContain('was not read'))
      }
      const heal = () => {
        proxy.heal()
        server.chain.release()
        server.chain.advanceSlots(SLOTS_TO_EXPIRY)
      }
      const landed = () => {
        const own = [...server.chain.ledger.values()].filter(({ keys, err }) => keys.all[0] === payer.wallet && err === null)
        return new Map(
          own.flatMap(({ wire: { signature }, preBalances: [before], postBalances: [after], feeLamports }) =>
            byHand.has(signature) ? [] : [[signature, before! - after! - feeLamports] as const],
          ),
        )
      }
      const chain = { landed, weather, heal }
      const figures = await playJobHistories({ scene, chain, random, count })
      await scene.run(keepLedger)

      const held = BigInt(server.chain.svm.getBalance(payer.wallet as never)!)
      const { inAtomic, outAtomic, heldAtomic } = (await scene.app.deps.storage.ledger.findWallet(DEVNET_CHAIN_ID, payer.wallet))!
      expect([inAtomic - outAtomic, heldAtomic]).toEqual([held, held])
      const days = await scene.app.deps.storage.ledger.listDays({ chainId: DEVNET_CHAIN_ID, wallet: payer.wallet })
      const of = (account: string, side: 'inAtomic' | 'outAtomic') =>
        days.filter((day) => day.account === account).reduce((sum, day) => sum + day[side], 0n)
      const sumByHand = (isMeant: (lamports: bigint) => boolean) =>
        [...byHand]
          .filter(([signature, lamports]) => server.chain.ledger.has(signature) && isMeant(lamports))
          .reduce((sum, [, lamports]) => sum + lamports, 0n)
      const [came, left] = [sumByHand((lamports) => lamports > 0n), -sumByHand((lamports) => lamports < 0n)]
      const feesPaid = [...server.chain.ledger.values()].filter(({ keys }) => keys.all[0] === payer.wallet)
      expect({
        opening: of('opening', 'inAtomic'),
        payouts: of('escrow:payout', 'outAtomic'),
        received: of('received', 'inAtomic'),
        unexplained: of('unexplained', 'outAtomic'),
        fees: of('fee:network', 'outAtomic'),
      }).toEqual({
        opening: FUNDS,
        payouts: figures.paidOnChainAtomic,
        received: came,
        unexplained: left,
        fees: feesPaid.reduce((sum, { feeLamports }) => sum + feeLamports, 0n),
      })
      sayBooks('jobs on a chain', { seed, ...figures, came, left, byHand: byHand.size, transactions: server.chain.ledger.size, held })
      await scene.close()
      await proxy.stop()
      await server.stop()
    },
  )
})
