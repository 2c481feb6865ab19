import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createDevnetRail } from '../../src/adapters/escrow/devnet-rail.ts'
import { DEVNET_CHAIN_ID } from '../../src/adapters/escrow/escrow-rails.ts'
import { parseSolanaLauncher } from '../../src/adapters/chains/solana/solana-launcher.ts'
import { jobFindings } from '../../src/commands/doctor/job-findings.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { type JobId, lamports } from '../../src/domain/brands.ts'
import { keepLedger } from '../../src/features/ledger/keep-ledger.ts'
import { sweepJobs } from '../../src/features/jobs/sweep-jobs.ts'
import { Secret } from '../../src/lib/secret.ts'
import { expectRefusal } from '../support/app-error.ts'
import { createJobsScene, type JobsScene } from '../support/jobs-scene.ts'
import { newPerson, type Person } from '../support/test-app.ts'
import { type ChainServer, startChainServer } from './support/chain-server.ts'
import { describeChain } from './support/describe-chain.ts'
import { type Fault, type FaultProxy, startFaultProxy } from './support/fault-proxy.ts'
import { SOL } from './support/pump-scene.ts'
import { machineTime } from '../support/machine-time.ts'

const DEVNET_GENESIS_HASH = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'
const MAINNET_GENESIS_HASH = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
const TESTNET_GENESIS_HASH = '4uhcVJyU9pJkvQyS88uRDiswHScCQY3xQBtBLaBFhqEC'
/** A blockhash lives 150 blocks, and a block is final after 32 more. */
const SLOTS_TO_EXPIRY = 150 + 32 + 1
/** A node that answers gets all the time it wants; one that hangs is given up soon. */
const [TIMEOUT_MS, HANG_TIMEOUT_MS] = [30_000, 1_000]
/** 20 dollars at 10,000 dollars a SOL. */
const PAY = 2_000_000n

describeChain('decision "Rails": jobs on the devnet rail', () => {
  let server: ChainServer
  let proxy: FaultProxy
  let scene: JobsScene
  let payer: Person

  const begin = async (genesisHash = DEVNET_GENESIS_HASH, funds = SOL, timeoutMs = TIMEOUT_MS) => {
    server = startChainServer({ genesisHash })
    proxy = await startFaultProxy(server.url)
    payer = newPerson()
    server.chain.airdrop(payer.wallet, funds)
    const options = {
      rpcUrl: new Secret(proxy.url),
      payer: parseSolanaLauncher(new Secret(payer.secret)),
      timeoutMs,
      time: machineTime,
    }
    scene = await createJobsScene({ rails: { [DEVNET_CHAIN_ID]: async () => createDevnetRail(options) } })
  }
  const end = async () => {
    await scene.close()
    await proxy.stop()
    await server.stop()
  }
  beforeEach(() => begin())
  afterEach(end)

  const submitted = async (): Promise<JobId> => {
    const id = await scene.open({ chainId: DEVNET_CHAIN_ID, budget: 200 })
    await scene.claim(id)
    await scene.submit(id)
    return id
  }
  const accept = async (id: string) => (await scene.verify(id, { approve: true })).body.job
  const held = () => BigInt(server.chain.svm.getBalance(scene.worker.wallet as never) ?? 0n)
  const sent = () => [...server.chain.ledger.values()].filter(({ keys, err }) => keys.all[0] === payer.wallet && err === null).length
  /** Lets the clock look after jobs until this one is paid; chain time passes by the status polls of a minute. */
  const untilPaid = async (id: string) => {
    for (let round = 0; round < 20 && (await scene.stateOf(id)) !== 'paid'; round += 1) {
      await scene.app.clock.advance(61_000)
      await scene.run(sweepJobs)
    }
    expect(await scene.stateOf(id)).toBe('paid')
  }
  const detail = async (id: string) => (await scene.app.call('GET', `/api/jobs/${id}`)).body

  test('accepted work is paid by one transfer that anyone can look up, to the lamport', async () => {
    const id = await submitted()
    expect((await accept(id)).state).toBe('paying')
    await untilPaid(id)
    expect([held(), sent()]).toEqual([PAY, 1])
    const { payoutSignature, escrow } = await detail(id)
    expect(server.chain.ledger.has(payoutSignature)).toBe(true)
    expect(escrow[1]).toMatchObject({ kind: 'pay', to: `worker:${scene.worker.wallet}`, lamports: String(PAY) })
    expect(BigInt(server.chain.svm.getBalance(payer.wallet as never)!)).toBe(SOL - PAY - 5_000n)
    expect(scene.app.logLines.join()).not.toContain(payer.secret)
  })

  test('rules 10.35: payouts are in the ledger, each with its id, and come to what the chain says that the wallet holds', async () => {
    const ids = [await submitted(), await submitted()]
    for (const id of ids) {
      await accept(id)
      await untilPaid(id)
    }
    // A node that is slow for once is asked again at the next run of the job.
    for (let run = 0; run < 10 && !(await scene.run(keepLedger).catch(() => null)); run += 1);
    const { rows } = await scene.app.deps.storage.ledger.list({ limit: 100, cursor: null }, { chainId: DEVNET_CHAIN_ID })
    const paid = rows.filter(({ account }) => account === 'escrow:payout')
    expect(paid.map(({ wallet, amountAtomic, sent: by }) => [wallet, amountAtomic, by?.kind])).toEqual([
      [payer.wallet, lamports(PAY), 'payout'],
      [payer.wallet, lamports(PAY), 'payout'],
    ])
    expect(new Set(paid.map(({ sent: by }) => by?.reference)).size).toBe(2)
    const { inAtomic, outAtomic, heldAtomic } = (await scene.app.deps.storage.ledger.findWallet(DEVNET_CHAIN_ID, payer.wallet))!
    expect([inAtomic - outAtomic, heldAtomic]).toEqual([heldAtomic!, lamports(SOL - 2n * PAY - 10_000n)])
  })

  test('decision "Jobs in parts": each part is a transfer of its own to an account of its own, and none is found as another’s', async () => {
    const id = await scene.open({ chainId: DEVNET_CHAIN_ID, template: 'x-upkeep', budget: 800 })
    await scene.claim(id)
    const signatures: string[] = []
    for (const part of [1, 2, 3, 4]) {
      await scene.submit(id, ['https://public.test/page'], scene.worker, part)
      await Promise.all(Array.from({ length: 3 }, () => scene.verify(id, { part, approve: true })))
      for (let round = 0; round < 20 && ['verified', 'paying'].includes(await scene.stateOf(id)); round += 1) {
        await scene.app.clock.advance(61_000)
        await Promise.all([scene.run(sweepJobs), scene.run(sweepJobs)])
      }
      signatures.push((await detail(id)).payoutSignature)
      expect([await scene.stateOf(id), held(), sent()]).toEqual([part < 4 ? 'claimed' : 'paid', BigInt(part) * PAY, part])
    }
    expect(new Set(signatures).size).toBe(4)
    const references = signatures.map((signature) => server.chain.ledger.get(signature)!.keys.all.filter((key) => key !== payer.wallet))
    const named = references.map((keys) => keys.filter((key) => references.every((others) => others === keys || !others.includes(key))))
    expect(named.map(({ length }) => length)).toEqual([1, 1, 1, 1])
  })

  test('two jobs of one worker and one amount, accepted in one block, are two transfers', async () => {
    const ids = [await submitted(), await submitted()]
    await Promise.all(ids.map(accept))
    for (const id of ids) await untilPaid(id)
    const signatures = await Promise.all(ids.map(async (id) => (await detail(id)).payoutSignature))
    expect(new Set(signatures).size).toBe(2)
    expect([held(), sent()]).toEqual([2n * PAY, 2])
  })

  test('eight drivers at once pay once', async () => {
    const id = await submitted()
    await Promise.all(Array.from({ length: 8 }, () => accept(id)))
    await Promise.all(Array.from({ length: 4 }, () => scene.run(sweepJobs)))
    await untilPaid(id)
    expect([held(), sent()]).toEqual([PAY, 1])
  })

  const LOST: [string, string, Fault][] = [
    ['the answer to the send is lost', 'sendTransaction', { kind: 'drop-after-forward' }],
    ['the send is answered with garbage', 'sendTransaction', { kind: 'garbage' }],
    ['the state cannot be read', 'getSignatureStatuses', { kind: 'hang' }],
    ['the height cannot be read', 'getEpochInfo', { kind: 'status', status: 503 }],
    ['there is no blockhash', 'getLatestBlockhash', { kind: 'wrong-json' }],
    ['the node is dark', '*', { kind: 'hang' }],
  ]
  test.each(LOST)('%s: paid once in the end', async (_what, method, fault) => {
    if (fault.kind === 'hang') {
      await end()
      await begin(DEVNET_GENESIS_HASH, SOL, HANG_TIMEOUT_MS)
    }
    const id = await submitted()
    proxy.fail(method, fault, 3)
    expect(['verified', 'paying']).toContain((await accept(id)).state)
    await untilPaid(id)
    expect([held(), sent()]).toEqual([PAY, 1])
  })

  test('a transfer that never lands is dead when its blockhash is, and only then is another signed', async () => {
    const id = await submitted()
    server.chain.hold()
    expect((await accept(id)).state).toBe('paying')
    const first = (await detail(id)).payoutSignature
    await scene.app.clock.advance(61_000)
    await scene.run(sweepJobs)
    expect((await detail(id)).payoutSignature).toBe(first)
    server.chain.advanceSlots(SLOTS_TO_EXPIRY)
    await scene.app.clock.advance(61_000)
    await scene.run(sweepJobs)
    expect((await detail(id)).job).toMatchObject({ state: 'verified', note: 'The payout expired before it landed; another follows.' })
    server.chain.release()
    await untilPaid(id)
    expect((await detail(id)).payoutSignature).not.toBe(first)
    expect([held(), sent()]).toEqual([PAY, 1])
    expect((await detail(id)).history.map(({ to }: { to: string }) => to).slice(-5)).toEqual([
      'verified',
      'paying',
      'verified',
      'paying',
      'paid',
    ])
  })

  test('an escrow wallet that is empty pays nobody, says so, and pays when it is funded', async () => {
    await end()
    await begin(DEVNET_GENESIS_HASH, 1_000_000n)
    const id = await submitted()
    expect(await accept(id)).toMatchObject({ state: 'verified', note: expect.stringContaining('does not hold enough') })
    const rail = await scene.app.deps.escrow.get(DEVNET_CHAIN_ID)
    const payout = { jobId: 'job_more' as JobId, part: 1, worker: scene.worker.wallet, amountAtomic: lamports(PAY) }
    await expectRefusal('escrow_balance_too_low', rail.preparePayout(payout))
    expect(sent()).toBe(0)
    server.chain.airdrop(payer.wallet, SOL)
    await untilPaid(id)
    expect([held(), sent()]).toEqual([PAY, 1])
  })

  test('a budget that could not open a wallet is refused before it is reserved', async () => {
    expect(await scene.create({ chainId: DEVNET_CHAIN_ID, budget: 40 })).toMatchObject({
      status: 400,
      body: { code: 'validation_invalid', errors: [{ path: '/budget' }] },
    })
    expect(await scene.traces()).toMatchObject({ jobs: [], budget: { reservedAtomic: 0n } })
  })

  test('doctor tells what the wallet holds, and refuses a node of another cluster', async () => {
    const config = (url: string) => readConfig({ JOBS_ENABLED: '1', JOBS_ESCROW_KEY: payer.secret, JOBS_DEVNET_RPC_URL: url })
    expect(await jobFindings(machineTime, config(server.url))).toEqual([
      { level: 'ok', text: `creative jobs are paid by ${payer.wallet}, which holds 1 SOL of devnet` },
    ])
    const mainnet = startChainServer()
    expect(await jobFindings(machineTime, config(mainnet.url))).toMatchObject([
      { level: 'fail', text: expect.stringContaining('never paid on a mainnet') },
    ])
    await mainnet.stop()
  })

  test.each([
    ['mainnet', MAINNET_GENESIS_HASH, 'Jobs are never paid on a mainnet'],
    ['testnet', TESTNET_GENESIS_HASH, 'There is no escrow rail "solana:4uhcVJyU9pJkvQyS88uRDiswHScCQY3x"'],
  ])('rules 1.8: a node of %s behind the address: nothing is signed and nothing is sent', async (_name, genesisHash, why) => {
    await end()
    await begin(genesisHash)
    const id = await submitted()
    expect(await accept(id)).toMatchObject({ state: 'verified', note: expect.stringContaining(why) })
    expect([held(), sent()]).toEqual([0n, 0])
    expect(server.requests.map(({ method }) => method)).toEqual(['getGenesisHash'])
    expect((await detail(id)).payoutSignature).toBeNull()
  })
})
