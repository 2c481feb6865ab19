import { afterAll, beforeAll, expect, spyOn, test, setSystemTime } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../../src/commands/run-command.ts'
import { newPerson, OPERATOR_KEY, type Person } from '../support/test-app.ts'
import { type ChainServer, startChainServer } from './support/chain-server.ts'
import { describeChain } from './support/describe-chain.ts'
import { lamportsOf, SOL } from './support/pump-scene.ts'

describeChain('decision "The command line": lookup-table and doctor, on the real programs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chain-commands-'))
  let server: ChainServer
  let operator: Person

  beforeAll(() => {
    server = startChainServer()
    operator = newPerson()
    server.chain.airdrop(operator.wallet, SOL)
  })
  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The command as the executable runs it, with just this environment; in this process, since the SDKs take a second to load. */
  async function run(args: string[], env: Record<string, string> = {}) {
    const settings = {
      DATA_DIR: folder,
      BASE_URL: 'https://launch.example.com',
      SOLANA_RPC_URL: server.url,
      TREASURY_WALLET: newPerson().wallet,
      ...env,
    }
    const texts = { stdout: '', stderr: '' }
    const spies = (['stdout', 'stderr'] as const).map((name) =>
      spyOn(process[name], 'write').mockImplementation((text) => ((texts[name] += String(text)), true)),
    )
    try {
      const code = await runCommand(args, settings)
      for (const text of Object.values(texts)) expect(text).not.toContain(operator.secret)
      return { code, out: texts.stdout, err: texts.stderr }
    } finally {
      for (const spy of spies) spy.mockRestore()
    }
  }

  const sends = () => server.requests.filter(({ method }) => method === 'sendTransaction').length

  test('create says what it costs and sends nothing without --yes; with it the table is there, for just that price', async () => {
    const env = { LOOKUP_TABLE_KEY: operator.secret }
    const asked = await run(['lookup-table', 'create'], env)
    expect(asked.out).toContain('Nothing was sent. Run it again with --yes')
    expect(asked.code).toBe(0)
    const stated = BigInt(Math.round(Number(/in all, from \S+ +([\d.]+) SOL/.exec(asked.out)![1]) * 1e9))
    expect(sends()).toBe(0)
    const made = await run(['lookup-table', 'create', '--yes'], { CRANK_PAYER_KEY: operator.secret })
    expect(made.code).toBe(0)
    const table = /Set LOOKUP_TABLE=(\w+)/.exec(made.out)![1]!
    expect(SOL - lamportsOf(server, operator.wallet)).toBe(stated)

    const shown = await run(['lookup-table', 'show', table])
    const extended = await run(['lookup-table', 'extend', '--yes'], { ...env, LOOKUP_TABLE: table })
    const whole = { LOOKUP_TABLE: table, CRANK_PAYER_KEY: operator.secret }
    const late = await run(['doctor'], whole)
    // The chain of the tests stands in a time of its own.
    setSystemTime(server.chain.blockTimeSec(server.chain.slot()) * 1_000)
    const healthy = await run(['doctor'], whole)
    // Nothing answers at that name.
    const live = { ...whole, TRUSTED_PROXIES: '127.0.0.0/8', OPERATOR_API_KEY: OPERATOR_KEY }
    const ready = await run(['preflight'], live).finally(() => setSystemTime())
    expect([ready.code, [...(ready.out.match(/^\d\. .*$/gm) ?? [])]]).toEqual([
      1,
      [expect.stringContaining('no service answers at https://launch.example.com')],
    ])
    const unset = await run(['preflight'], { ...live, TREASURY_WALLET: '', SOLANA_RPC_URL: '' })
    expect(unset.out.match(/^1\. .*$/m)![0]).toContain('TREASURY_WALLET and SOLANA_RPC_URL, or EVM_TREASURY_WALLET and BASE_RPC_URL')
    expect(late).toMatchObject({ code: 1, out: expect.stringMatching(/^fail +the clock is \d+ s ahead of the newest final block/m) })
    expect([shown.code, extended.code, healthy.code]).toEqual([0, 0, 0])
    expect(shown.out).toContain('everything that launches share')
    expect(extended.out).toContain('lacks nothing')
    for (const line of [
      'RPC address 1 of 1 (127.0.0.1:',
      'the clock agrees with the chain’s',
      'program pump_amm is the same (deployed: 0f7963aa',
      'the lookup table has all that launches share',
      `CRANK_PAYER_KEY is ${operator.wallet}`,
    ])
      expect(healthy.out).toContain(line)
    expect(healthy.out).not.toContain(server.url)
  })

  test('a wallet that cannot pay, no key, no table and no chain are said, and nothing is sent', async () => {
    const before = sends()
    const poor = newPerson()
    const unpaid = await run(['lookup-table', 'create', '--yes'], { LOOKUP_TABLE_KEY: poor.secret })
    const keyless = await run(['lookup-table', 'create'])
    const none = await run(['lookup-table', 'show', poor.wallet])
    const simulated = await run(['lookup-table', 'create'], { SOLANA_RPC_URL: '', TREASURY_WALLET: '' })
    const ill = await run(['doctor'], { LOOKUP_TABLE: poor.wallet, CRANK_PAYER_KEY: poor.secret })
    const dark = await run(['doctor'], { SOLANA_RPC_URL: 'http://127.0.0.1:9/?api-key=hunter2' })
    expect([unpaid, keyless, none, simulated, ill, dark].map(({ code }) => code)).toEqual([1, 2, 1, 2, 1, 1])
    expect(unpaid.out).toContain('holds 0 SOL')
    expect(keyless.err).toContain('LOOKUP_TABLE_KEY')
    expect(none.err).toContain('cannot be used')
    for (const stated of ['cannot be used', 'holds 0 SOL']) expect(ill.out).toContain(stated)
    expect(dark.out + dark.err).not.toContain('hunter2')
    expect(sends()).toBe(before)
  })
})
