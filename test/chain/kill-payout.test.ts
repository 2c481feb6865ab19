import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claimMessage } from '../../src/features/jobs/claim-job.ts'
import { submitMessage } from '../../src/features/jobs/submit-job.ts'
import { toBase58, toBase64 } from '../../src/lib/bytes.ts'
import { signDetached } from '../../src/lib/ed25519.ts'
import { type CrashServer, spawnCrashServer, callAsOperator as call } from '../crash/spawn-crash-server.ts'
import { eventually } from '../support/eventually.ts'
import { KEEPERS, type KeyKeeper } from '../support/key-keepers.ts'
import { newPerson, OPERATOR_KEY, type Person, pngBytes } from '../support/test-app.ts'
import { type ChainServer, startChainServer } from './support/chain-server.ts'
import { describeChain } from './support/describe-chain.ts'
import { SOL } from './support/pump-scene.ts'
import { crewOf } from './support/service-scene.ts'

const DEVNET_GENESIS_HASH = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'
/** Every step of an acceptance with its payout: before and after each call to storage and rail. */
const STEPS = Array.from({ length: 26 }, (_, index) => index + 1)
const FULL = process.env.CRASH_TEST === 'full'
/** 10 dollars at 10,000 dollars a SOL. */
const PAY = 1_000_000n

describeChain.each(KEEPERS)('rules 3.3: kill -9 between signing, sending and recording a payout by a key $name', (kind) => {
  const at = KEEPERS.indexOf(kind)
  const killAts = FULL ? STEPS : STEPS.filter((step) => (at === 0 ? step % 4 === 1 : step % 6 === 1 + at))
  const folder = mkdtempSync(join(tmpdir(), 'kill-payout-'))
  const payer = newPerson()
  let server: ChainServer
  let keeper: KeyKeeper
  let escrowKey: string
  let advancedMs = 0

  beforeAll(async () => {
    keeper = await kind.start()
    escrowKey = await keeper.keep(payer)
    server = startChainServer({ genesisHash: DEVNET_GENESIS_HASH })
    server.chain.airdrop(payer.wallet, 10n * SOL)
  })
  afterAll(async () => {
    await Promise.all([server.stop(), keeper.stop()])
    rmSync(folder, { recursive: true, force: true })
  })

  const spawn = () =>
    spawnCrashServer({
      ...keeper.env,
      DATA_DIR: folder,
      OPERATOR_API_KEY: OPERATOR_KEY,
      JOBS_ENABLED: '1',
      JOBS_ESCROW_KEY: escrowKey,
      JOBS_DEVNET_RPC_URL: server.url,
      PRICE_SOL_USD: '10000',
    })

  const signed = (person: Person, message: (timestamp: string) => string) => {
    const timestamp = String(Date.now() + advancedMs)
    return {
      'x-svc-wallet': person.wallet,
      'x-svc-timestamp': timestamp,
      'x-svc-signature': toBase58(signDetached(new TextEncoder().encode(message(timestamp)), person.pair)),
    }
  }
  const passMinute = async (service: CrashServer) => {
    await call(service, 'POST', '/api/simulated/clock', { advanceMs: 61_000 })
    advancedMs += 61_000
  }
  const heldBy = ({ wallet }: Person) => BigInt(server.chain.svm.getBalance(wallet as never) ?? 0n)

  async function coinWithFees(service: CrashServer): Promise<string> {
    const launcher = newPerson()
    const body = {
      name: 'Night Market Frog',
      ticker: 'NMFROG',
      imageBase64: toBase64(pngBytes()),
      crew: crewOf(3),
      launcherPubkey: launcher.wallet,
    }
    const { mint } = await call(service, 'POST', '/api/agent/launch', body, { 'x-launcher-key': launcher.secret })
    for (let buys = 0; buys < 6; buys += 1)
      await call(service, 'POST', `/api/simulated/${mint}/trades`, { wallet: newPerson().wallet, side: 'buy', sol: 9 })
    return mint as string
  }

  async function submittedJob(service: CrashServer, mint: string, worker: Person): Promise<string> {
    const order = { mint, template: 'x-upkeep', chainId: 'solana:devnet', asset: 'SOL', budget: 10 }
    const { id } = (await call(service, 'POST', '/api/jobs/coin', order)).job
    await call(
      service,
      'POST',
      `/api/jobs/${id}/claim`,
      undefined,
      signed(worker, (at) => claimMessage(id, at)),
    )
    const urls = ['https://work.test/page']
    await call(
      service,
      'POST',
      `/api/jobs/${id}/submit`,
      { urls },
      signed(worker, (at) => submitMessage(id, at)),
    )
    return id as string
  }

  test(
    'after a restart the work is paid, once',
    async () => {
      let service = await spawn()
      const mint = await coinWithFees(service)
      let kills = 0
      for (const killAt of killAts) {
        const worker = newPerson()
        const id = await submittedJob(service, mint, worker)
        const verify = () => call(service, 'POST', `/api/jobs/${id}/verify`, { approve: true }, { 'x-test-kill-at': String(killAt) })
        if (!(await verify().catch(() => null))) {
          await service.child.exited
          kills += 1
          service = await spawn()
        }
        const job = async () => (await call(service, 'GET', `/api/jobs/${id}`)).job
        // Died before the decision was kept: the owner sends it again.
        if ((await job()).state === 'submitted') await call(service, 'POST', `/api/jobs/${id}/verify`, { approve: true })
        await eventually(async () => (await job()).state === 'paid' || passMinute(service).then(() => false), 60_000, 50)
        expect({ killAt, state: (await job()).state, held: heldBy(worker) }).toEqual({ killAt, state: 'paid', held: PAY })
      }
      const transfers = [...server.chain.ledger.values()].filter(({ keys }) => keys.all[0] === payer.wallet)
      expect(transfers.length).toBe(killAts.length)
      service.child.kill('SIGKILL')
      await service.child.exited
      console.log(`killed ${kills} times in payouts by a key ${kind.name}${FULL ? '' : '; CRASH_TEST=full kills at every step'}`)
      expect(kills).toBeGreaterThanOrEqual(4)
    },
    { timeout: 300_000 },
  )
})
