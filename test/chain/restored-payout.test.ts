import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDevnetRail } from '../../src/adapters/escrow/devnet-rail.ts'
import { DEVNET_CHAIN_ID } from '../../src/adapters/escrow/escrow-rails.ts'
import { DEVNET_GENESIS_HASH } from '../../src/adapters/chains/genesis-hashes.ts'
import { createSignerOpener } from '../../src/adapters/signers/open-signer.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { sweepJobs } from '../../src/features/jobs/sweep-jobs.ts'
import { Secret } from '../../src/lib/secret.ts'
import { createJobsScene } from '../support/jobs-scene.ts'
import { IN_ENVIRONMENT, IN_KMS, IN_SSH_AGENT, type KeeperKind } from '../support/key-keepers.ts'
import { machineTime } from '../support/machine-time.ts'
import { HAS_SSH_AGENT } from '../support/ssh-agent.ts'
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

  const moves = [
    { before: IN_ENVIRONMENT, after: IN_ENVIRONMENT },
    ...(HAS_SSH_AGENT ? [{ before: IN_ENVIRONMENT, after: IN_SSH_AGENT }] : []),
    ...(HAS_SSH_AGENT ? [{ before: IN_SSH_AGENT, after: IN_KMS }] : []),
    { before: IN_KMS, after: IN_ENVIRONMENT },
  ]
  test.each(moves)(
    'decision "Rails": it does not know of a payout by a key $before.name; with it $after.name the job is not paid twice: the chain is asked first',
    async ({ before, after }) => {
      const payer = newPerson()
      await using keepers = new AsyncDisposableStack()
      const railsOf = async (kind: KeeperKind) => {
        const keeper = keepers.adopt(await kind.start(), ({ stop }) => stop())
        const aws = readConfig(keeper.env).aws
        const signer = await createSignerOpener(machineTime, aws)(DEVNET_CHAIN_ID, new Secret(await keeper.keep(payer)))
        const options = { rpcUrl: new Secret(server.url), payer: signer, time: machineTime }
        return { [DEVNET_CHAIN_ID]: async () => createDevnetRail(options) }
      }
      const [rails, railsAfter] = [await railsOf(before), await railsOf(after)]
      const [live, backup] = ['live.db', 'backup.db'].map((name) => join(mkdtempSync(join(folder, 'run-')), name))
      server.chain.airdrop(payer.wallet, SOL)
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

      const restored = await createTestApp({ rails: railsAfter, databaseUrl: `sqlite:${backup}`, env: { JOBS_ENABLED: '1' } })
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
