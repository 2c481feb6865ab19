import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseSolanaLauncher } from '../../src/adapters/chains/solana/solana-launcher.ts'
import { createDevnetRail } from '../../src/adapters/escrow/devnet-rail.ts'
import { DEVNET_CHAIN_ID } from '../../src/adapters/escrow/escrow-rails.ts'
import { DEVNET_GENESIS_HASH } from '../../src/adapters/chains/genesis-hashes.ts'
import { sweepJobs } from '../../src/features/jobs/sweep-jobs.ts'
import { Secret } from '../../src/lib/secret.ts'
import type { Launcher } from '../../src/ports/launchpad/launcher.ts'
import type { Signer } from '../../src/ports/signer.ts'
import { createJobsScene } from '../support/jobs-scene.ts'
import { machineTime } from '../support/machine-time.ts'
import { createTestApp, newPerson, type TestApp } from '../support/test-app.ts'
import { type ChainServer, startChainServer } from './support/chain-server.ts'
import { describeChain } from './support/describe-chain.ts'
import { SOL } from './support/pump-scene.ts'

const PAY = 2_000_000n

describeChain('decision "Rails": a database that is brought back from a backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'restored-'))
  let server: ChainServer
  beforeAll(() => void (server = startChainServer({ genesisHash: DEVNET_GENESIS_HASH })))
  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Lets the clock look after the job until it is paid. */
  const untilPaid = async (app: TestApp, id: string) => {
    const state = async () => (await app.call('GET', `/api/jobs/${id}`)).body.job.state as string
    for (let round = 0; round < 20 && (await state()) !== 'paid'; round += 1) {
      await app.clock.advance(61_000)
      await sweepJobs(app.deps, { dueAtMs: app.clock.nowMs(), position: null, keepPosition: async () => {}, mayContinue: async () => true })
    }
    expect(await state()).toBe('paid')
  }

  test.each([
    ['in this process', (payer: Launcher) => payer],
    ['elsewhere', ({ wallet, sign }: Launcher): Signer => ({ wallet, sign })],
  ])(
    'decision "Rails": it does not know of a payout by a key %s, and the job is not paid twice: the chain is asked first',
    async (_where, signerOf) => {
      const [live, backup] = ['live.db', 'backup.db'].map((name) => join(mkdtempSync(join(folder, 'run-')), name))
      const payer = newPerson()
      server.chain.airdrop(payer.wallet, SOL)
      const options = { rpcUrl: new Secret(server.url), payer: signerOf(parseSolanaLauncher(new Secret(payer.secret))), time: machineTime }
      const rails = { [DEVNET_CHAIN_ID]: async () => createDevnetRail(options) }
      const scene = await createJobsScene({ rails, databaseUrl: `sqlite:${live}` })
      const id = await scene.open({ chainId: DEVNET_CHAIN_ID, budget: 200 })
      await scene.claim(id)
      await scene.submit(id)
      const copying = new Database(live!)
      copying.run(`VACUUM INTO '${backup}'`)
      copying.close()

      await scene.verify(id, { approve: true })
      await untilPaid(scene.app, id)
      const paid = await scene.app.call('GET', `/api/jobs/${id}`)
      const { worker, key } = scene
      await scene.close()

      const restored = await createTestApp({ rails, databaseUrl: `sqlite:${backup}`, env: { JOBS_ENABLED: '1' } })
      expect((await restored.call('GET', `/api/jobs/${id}`)).body.job.state).toBe('submitted')
      expect((await restored.call('POST', `/api/jobs/${id}/verify`, { approve: true }, { key })).status).toBe(200)
      await untilPaid(restored, id)
      expect((await restored.call('GET', `/api/jobs/${id}`)).body.payoutSignature).toBe(paid.body.payoutSignature)
      await restored.close()

      const sent = [...server.chain.ledger.values()].filter(({ keys, err }) => keys.all[0] === payer.wallet && err === null)
      expect([BigInt(server.chain.svm.getBalance(worker.wallet as never) ?? 0n), sent.length]).toEqual([PAY, 1])
    },
  )
})
