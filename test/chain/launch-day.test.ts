import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEVNET_GENESIS_HASH } from '../../src/adapters/chains/genesis-hashes.ts'
import { lookupTable } from '../../src/commands/lookup-table.ts'
import { configuredSecrets } from '../../src/config/configured-secrets.ts'
import type { Wallet } from '../../src/domain/brands.ts'
import { claimMessage } from '../../src/features/jobs/claim-job.ts'
import { submitMessage } from '../../src/features/jobs/submit-job.ts'
import { toBase58, toBase64 } from '../../src/lib/bytes.ts'
import { signDetached } from '../../src/lib/ed25519.ts'
import { type CrashServer, spawnCrashServer, callAsOperator as call } from '../crash/spawn-crash-server.ts'
import { eventually } from '../support/eventually.ts'
import { type KmsServer, startKmsServer } from '../support/kms-server.ts'
import { scratchFolder } from '../support/scratch-folder.ts'
import { HAS_SSH_AGENT, type SshAgent, startSshAgent } from '../support/ssh-agent.ts'
import { newPerson, OPERATOR_KEY, type Person, pngBytes } from '../support/test-app.ts'
import { type ChainServer, startChainServer } from './support/chain-server.ts'
import { describeChain } from './support/describe-chain.ts'
import { lamportsOf, SOL } from './support/pump-scene.ts'
import { createTraders } from './support/pump-trades.ts'
import { crewOf } from './support/service-scene.ts'

const DUE_MS = 1_795_000_000_000
/** 10 dollars at 10,000 dollars a SOL. */
const PAY = 1_000_000n

describeChain('decision "Signers": a day of launches with no secret in the environment', () => {
  let agent: SshAgent
  let kms: KmsServer
  let chain: ChainServer
  let devnet: ChainServer
  let wallets: Readonly<Record<'crank' | 'buyback' | 'escrow' | 'table', { readonly wallet: Wallet; readonly setting: string }>>

  beforeAll(async () => {
    if (!HAS_SSH_AGENT) return
    agent = await startSshAgent()
    kms = startKmsServer()
    ;[chain, devnet] = [startChainServer(), startChainServer({ genesisHash: DEVNET_GENESIS_HASH })]
    const inAgent = () => {
      const wallet = agent.newWallet()
      return { wallet, setting: `ssh-agent:${agent.socket}#${wallet}` }
    }
    wallets = { crank: inAgent(), escrow: inAgent(), buyback: kms.newWallet('ed25519'), table: kms.newWallet('ed25519') }
    for (const { wallet } of Object.values(wallets)) for (const server of [chain, devnet]) server.chain.airdrop(wallet, SOL)
  })
  afterAll(async () => {
    if (HAS_SSH_AGENT) await Promise.all([kms.stop(), chain.stop(), devnet.stop(), agent[Symbol.asyncDispose]()])
  })

  /** Settings of the service, whose secrets are in files of the folder. */
  function settingsIn(folder: string): Record<string, string> {
    const inFile = (name: string, secret: string) => {
      writeFileSync(join(folder, name), secret, { mode: 0o600 })
      return `file:${join(folder, name)}`
    }
    return {
      DATA_DIR: join(folder, 'data'),
      ...kms.env,
      AWS_SECRET_ACCESS_KEY: inFile('aws', kms.env.AWS_SECRET_ACCESS_KEY!),
      OPERATOR_API_KEY: inFile('operator', OPERATOR_KEY),
      SECRET_KEY: inFile('sealing', 'a sealing key that is in a file alone'),
      CRANK_PAYER_KEY: wallets.crank.setting,
      BUYBACK_KEY: wallets.buyback.setting,
      BUYBACK_EXECUTE: '1',
      BUYBACK_PRICE_RISE_BPS: '0',
    }
  }

  /** Starts the service, and reads its environment from the machine: none of its secrets is there. */
  async function start(env: Record<string, string>): Promise<CrashServer> {
    const service = await spawnCrashServer(env)
    const seen = readFileSync(`/proc/${service.child.pid}/environ`, 'utf8')
    expect(seen).toContain(wallets.crank.setting)
    const secrets = configuredSecrets(env)
      .reveal()
      .map((secret) => (typeof secret === 'string' ? secret : toBase58(secret)))
    expect(secrets).toContain(OPERATOR_KEY)
    expect(secrets.filter((secret) => seen.includes(secret))).toEqual([])
    return service
  }

  const end = async ({ child }: CrashServer) => {
    child.kill('SIGKILL')
    await child.exited
  }

  /** A coin by the way that agents take: a dry-run, and what it said is launched. */
  async function launch(service: CrashServer, launcher: Person): Promise<string> {
    const coin = {
      name: 'Night Market Frog',
      ticker: 'NMFROG',
      imageBase64: toBase64(pngBytes()),
      crew: crewOf(3),
      launcherPubkey: launcher.wallet,
    }
    const { dryRunId } = await call(service, 'POST', '/api/agent/launch/dry-run', coin)
    const launched = await call(service, 'POST', '/api/agent/launch', { ...coin, dryRunId }, { 'x-launcher-key': launcher.secret })
    expect(launched.feeShareLocked).toBe(true)
    return launched.mint as string
  }

  const crank = (service: CrashServer, mint: string) => call(service, 'POST', '/api/agent/crank', { mint })
  const buyBack = (service: CrashServer) =>
    eventually(async () => ended(await call(service, 'POST', `/test/buyback/${DUE_MS}`)), 60_000, 50)
  const ended = ({ state }: Record<string, any>) => (state === 'under_way' ? null : { state: state as string })

  test.skipIf(!HAS_SSH_AGENT)(
    'in simulated mode: launch, crank, buyback, and a worker who is paid on devnet',
    async () => {
      using folder = scratchFolder()
      const jobs = { JOBS_ENABLED: '1', JOBS_ESCROW_KEY: wallets.escrow.setting, JOBS_DEVNET_RPC_URL: devnet.url, PRICE_SOL_USD: '10000' }
      const env = { ...settingsIn(folder.path), ...jobs }
      let service = await start(env)
      const held = async (wallet: string) =>
        BigInt((await call(service, 'GET', `/api/simulated/wallets/${wallet}`)).wallet.lamports as string)
      const mint = await launch(service, newPerson())
      for (let buys = 0; buys < 6; buys += 1)
        await call(service, 'POST', `/api/simulated/${mint}/trades`, { wallet: newPerson().wallet, side: 'buy', sol: 9 })
      const before = await held(wallets.crank.wallet)
      expect((await crank(service, mint)).signature).toBeString()
      expect(before - (await held(wallets.crank.wallet))).toBe(5_000n)

      await end(service)
      service = await start({ ...env, BUYBACK_MINTS: mint })
      const buyerHeld = await held(wallets.buyback.wallet)
      expect(await buyBack(service)).toEqual({ state: 'executed' })
      expect(await held(wallets.buyback.wallet)).toBeLessThan(buyerHeld)

      const worker = newPerson()
      const order = { mint, template: 'x-upkeep', chainId: 'solana:devnet', asset: 'SOL', budget: 10 }
      const { id } = (await call(service, 'POST', '/api/jobs/coin', order)).job
      const signed = (messageOf: (at: string) => string) => {
        const at = String(Date.now())
        const signature = toBase58(signDetached(new TextEncoder().encode(messageOf(at)), worker.pair))
        return { 'x-svc-wallet': worker.wallet, 'x-svc-timestamp': at, 'x-svc-signature': signature }
      }
      const post = (verb: string, body?: unknown, headers?: Record<string, string>) =>
        call(service, 'POST', `/api/jobs/${id}/${verb}`, body, headers)
      await post(
        'claim',
        undefined,
        signed((at) => claimMessage(id, at)),
      )
      await post(
        'submit',
        { urls: ['https://work.test/page'] },
        signed((at) => submitMessage(id, at)),
      )
      await post('verify', { approve: true })
      const isPaid = async () => (await call(service, 'GET', `/api/jobs/${id}`)).job.state === 'paid'
      const passMinute = () => call(service, 'POST', '/api/simulated/clock', { advanceMs: 61_000 }).then(() => false)
      await eventually(async () => (await isPaid()) || passMinute(), 60_000, 50)
      expect([lamportsOf(devnet, worker.wallet), lamportsOf(devnet, wallets.escrow.wallet)]).toEqual([PAY, SOL - PAY - 5_000n])
      await end(service)
    },
    { timeout: 300_000 },
  )

  test.skipIf(!HAS_SSH_AGENT)(
    'on the real programs: lookup table, launch, crank and buyback',
    async () => {
      using folder = scratchFolder()
      const env = { ...settingsIn(folder.path), SOLANA_RPC_URL: chain.url, TREASURY_WALLET: newPerson().wallet }
      const printed = spyOn(process.stdout, 'write').mockImplementation(() => true)
      const code = await lookupTable(['create', '--yes'], { ...env, LOOKUP_TABLE_KEY: wallets.table.setting })
      const text = printed.mock.calls.join('')
      printed.mockRestore()
      expect(code).toBe(0)
      expect(lamportsOf(chain, wallets.table.wallet)).toBeLessThan(SOL)
      chain.chain.advanceSlots(2)

      const withTable = { ...env, LOOKUP_TABLE: /Set LOOKUP_TABLE=(\w+)/.exec(text)![1]! }
      let service = await start(withTable)
      const launcher = newPerson()
      chain.chain.airdrop(launcher.wallet, 5n * SOL)
      const mint = await launch(service, launcher)
      await createTraders({ server: chain }).buy(mint, 'v3', 5n * SOL)
      expect((await crank(service, mint)).signature).toBeString()
      expect(lamportsOf(chain, wallets.crank.wallet)).toBeLessThan(SOL)

      await end(service)
      service = await start({ ...withTable, BUYBACK_MINTS: mint })
      expect(await buyBack(service)).toEqual({ state: 'executed' })
      expect(lamportsOf(chain, wallets.buyback.wallet)).toBeLessThan(SOL)
      await end(service)
    },
    { timeout: 300_000 },
  )
})
