import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createApp } from '../../src/app.ts'
import { type Composed, compose } from '../../src/compose.ts'
import { readConfig } from '../../src/config.ts'
import type { Mint } from '../../src/domain/brands.ts'
import { toBase64 } from '../../src/lib/bytes.ts'
import { createLogger } from '../../src/lib/logger.ts'
import { newPerson, OPERATOR_KEY, type Person, pngBytes } from '../support/test-app.ts'
import { type ChainServer, startChainServer } from './support/chain-server.ts'
import { describeChain } from './support/describe-chain.ts'

/** The service as it is configured for mainnet, pointed at the test node. */
describeChain('a launch through HTTP on the real programs', () => {
  let server: ChainServer
  let service: Composed
  let handle: ReturnType<typeof createApp>
  const treasury = newPerson().wallet
  const logLines: string[] = []

  beforeAll(async () => {
    server = startChainServer()
    const config = readConfig({
      DATABASE_URL: 'sqlite::memory:',
      OPERATOR_API_KEY: OPERATOR_KEY,
      BASE_URL: 'https://launch.test',
      SOLANA_RPC_URL: server.url,
      TREASURY_WALLET: treasury,
    })
    service = await compose(config, { log: createLogger({ level: 'debug', nowMs: () => 0, write: (line) => void logLines.push(line) }) })
    handle = createApp(service.deps)
  })
  afterAll(async () => {
    await service.close()
    await server.stop()
  })

  function fundedPerson(): Person {
    const person = newPerson()
    server.chain.airdrop(person.wallet, 5_000_000_000n)
    return person
  }

  async function post(path: string, body: unknown, launcher?: Person) {
    const headers = {
      'content-type': 'application/json',
      'x-svc-api-key': OPERATOR_KEY,
      ...(launcher ? { 'x-launcher-key': launcher.secret } : {}),
    }
    const response = await handle(
      new Request(`https://launch.test${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
      '198.51.100.7',
    )
    return { status: response.status, text: await response.clone().text(), body: (await response.json()) as any }
  }

  const launchBody = (crew: number, launcher: Person, initialBuySol: number, changes = {}) => ({
    name: 'Night Market Frog',
    ticker: 'NMFROG',
    description: 'A frog that trades noodles at night.',
    imageBase64: toBase64(pngBytes()),
    crew: Array.from({ length: crew }, (_, place) => ({
      handle: `crew${place}`,
      wallet: newPerson().wallet,
      share: place === 0 ? 100 - Math.floor(100 / crew) * (crew - 1) : Math.floor(100 / crew),
    })),
    mode: crew > 8 ? 'split' : 'agent',
    initialBuySol,
    launcherPubkey: launcher.wallet,
    atomicRequired: true,
    ...changes,
  })

  test.each([
    [3, 0],
    [5, 0.1],
    [8, 0],
    [9, 0.1],
  ])('%d crew wallets, first buy of %d SOL: dry-run, launch, locked in the slot of the create', async (crew, initialBuySol) => {
    const launcher = fundedPerson()
    const body = launchBody(crew, launcher, initialBuySol)
    const dryRun = await post('/api/agent/launch/dry-run', body)
    expect(dryRun).toMatchObject({ status: 200 })
    const launched = await post('/api/agent/launch', { ...body, dryRunId: dryRun.body.dryRunId }, launcher)
    expect(launched).toMatchObject({
      status: 201,
      body: { ok: true, feeShareLocked: true, lockPath: 'atomic-v1', feesLockedAtLaunch: true },
    })
    expect(launched.body.createSlot).toBe(launched.body.lockSlot)
    const coin = await (await service.deps.launchpads.get('pump')).readCoin(launched.body.mint as Mint)
    const planned = launched.body.shareholders.map(({ wallet, bps }: { wallet: string; bps: number }) => ({ wallet, bps }))
    expect(coin!.feeShare).toEqual({ locked: true, shareholders: planned })
    expect(planned.at(-1)).toMatchObject({ wallet: treasury })
    expect(coin!.accruedLamports > 0n).toBe(initialBuySol > 0)
    for (const text of [dryRun.text, launched.text, ...logLines]) expect(text).not.toContain(launcher.secret)
  })

  test('a launcher without money is refused, and nothing is sent', async () => {
    const launcher = newPerson()
    server.requests.length = 0
    const refused = await post('/api/agent/launch', launchBody(3, launcher, 0), launcher)
    expect(refused).toMatchObject({ status: 400, body: { code: 'balance_too_low' } })
    expect(server.requests.some(({ method }) => method === 'sendTransaction')).toBe(false)
  })
})
