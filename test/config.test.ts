import { describe, expect, test } from 'bun:test'
import { zoraDisabledReason } from '../src/adapters/launchpads/zora/entry.ts'
import { ConfigError } from '../src/config/config.ts'
import { policyOf } from '../src/config/policy.ts'
import { readConfig } from '../src/config/read-config.ts'
import { environmentFile } from '../src/config/settings-texts.ts'
import { ALL_VARIABLES } from '../src/config/variables.ts'
import { newPerson } from './support/test-app.ts'

describe('configuration', () => {
  test('rules 11: nothing at all is simulated mode', () => {
    expect(readConfig({})).toMatchObject({
      server: { host: '127.0.0.1', port: 3_000, baseUrl: 'http://127.0.0.1:3000', serviceTitle: 'Agent Launch Service' },
      solana: { rpcUrls: [] },
    })
  })

  test('rules 1.1: with a node of Solana the cluster is mainnet-beta, and nothing names another', () => {
    const clusterWith = (env: Record<string, string>) => policyOf(readConfig(env)).cluster
    expect(clusterWith({})).toBe('simulated')
    const env = {
      SOLANA_RPC_URL: 'https://rpc.example',
      TREASURY_WALLET: newPerson().wallet,
      OPERATOR_API_KEY: 'operator-key-of-the-tests',
    }
    for (const named of ['devnet', 'testnet']) {
      expect(clusterWith({ ...env, CLUSTER: named, SOLANA_CLUSTER: named, SOLANA_NETWORK: named })).toBe('mainnet-beta')
    }
  })

  test.each([
    [{}, 'local'],
    [{ HOST: '::1' }, 'local'],
    [{ HOST: 'localhost', BASE_URL: 'http://localhost:3000' }, 'local'],
    [{ HOST: '0.0.0.0' }, '0'],
    [{ BASE_URL: 'https://launch.example' }, '0'],
    [{ BASE_URL: 'https://localhost.example' }, '0'],
    [{ HOST: '0.0.0.0', BASE_URL: 'https://launch.example', SIMULATED_OPEN: '1' }, '1'],
    [{ SIMULATED_OPEN: '0' }, '0'],
  ])('rules 11: with %j the simulated clock and webhooks on this machine are open to %p', (env, open) => {
    expect(readConfig(env).access.simulatedOpen).toBe(open as '0')
  })

  test.each(['https://launch.example/launch', 'https://launch.example/a/b/', 'https://launch.example\\launch'])(
    'decision "BASE_URL has no path": %s is refused for its path',
    (address) => expect(() => readConfig({ BASE_URL: address })).toThrow(/BASE_URL has a path \(\/(launch|a\/b)\): pages/),
  )

  test('decision "BASE_URL has no path": a slash at its end is no path', () =>
    expect(readConfig({ BASE_URL: 'https://launch.example/' }).server.baseUrl).toBe('https://launch.example'))

  test('every bad variable is told at once, and no secret is repeated', () => {
    const bad = {
      PORT: 'http',
      BASE_URL: 'ftp://x',
      SERVICE_TITLE: 'A title of more than twenty',
      APPROVER_WALLETS: 'nope',
      TREASURY_WALLET: 'nope',
      SOLANA_RPC_URL: 'not-a-url',
      OPERATOR_API_KEY: 'hunter2',
      BROWSER_API_KEY: 'hunter3',
      SECRET_KEY: 'hunter4',
      LOOKUP_TABLE: 'nope',
      JITO_URLS: 'nope',
      JITO_TIP_LAMPORTS: '1.5',
      ATOMIC_REQUIRED: 'maybe',
      CRANK_DAILY_LAMPORTS: '-1',
      JOBS_ENABLED: 'sometimes',
      JOBS_ESCROW_KEY: 'hunter7',
      JOBS_DEVNET_RPC_URL: 'ftp://hunter8.test',
      METADATA_STORE: 'pinata',
      TRUSTED_PROXIES: '10.0.0.0/33',
      BUYBACK_MINTS: 'nope',
      BUYBACK_KEY: 'hunter7',
      BUYBACK_CRON: 'hourly',
      BUYBACK_MAX_SOL: '0',
      BUYBACK_RESERVE_SOL: '-1',
      BUYBACK_SLIPPAGE_BPS: '10.5',
      BUYBACK_BURN: 'yes',
      BUYBACK_EXECUTE: 'yes',
      PRICE_SOURCE: 'a friend',
      PRICE_SOL_USD: '-1',
      HERMES_URL: 'http://user:hunter6@hermes.test',
      X402_PAY_TO: '0x1234',
      SMTP_URL: 'https://user:hunter9@mail.test',
      MAIL_FROM: 'Mail <a@b.test>',
      X402_PRICES: '{"launch":"$0"}',
      X402_FACILITATOR_URL: 'ftp://x',
      X402_FACILITATOR_KEY: '0xhunter7',
      LOG_LEVEL: 'loud',
      LOG_FORMAT: 'xml',
      DATABASE_URL: 'mysql://user:hunter5@host/db',
    }
    const error = (() => {
      try {
        return readConfig(bad)
      } catch (thrown) {
        return thrown
      }
    })()
    expect(error).toBeInstanceOf(ConfigError)
    const { problems, message } = error as ConfigError
    for (const name of Object.keys(bad)) {
      const variable = name === 'METADATA_STORE' ? 'PINATA_JWT' : name
      expect(problems.some((problem) => problem.includes(variable))).toBe(true)
    }
    expect(message).not.toContain('hunter')
  })

  test.each([
    'smtps://mail.test',
    'smtp://mail.test:2525/',
    'smtp://127.0.0.1',
    'smtps://someone%40example.org:pass%3Aword@mail.test',
    'smtps://[2001:db8::1]:465',
  ])('takes %s as a mail server', (url) => {
    expect(readConfig({ SMTP_URL: url, MAIL_FROM: 'a@b.test' }).mail.smtpUrl?.reveal()).toBe(url)
  })

  test.each([
    'mail.test',
    'http://mail.test',
    'smtps://',
    'smtps://mail.test/inbox',
    'smtps://mail.test?tls=no',
    'smtps://hunter2@mail.test',
    'smtps://:hunter2@mail.test',
    'smtps://user:100%hunter2@mail.test',
    'smtps://user:hunter2%0d%0aQUIT@mail.test',
  ])('refuses %s as a mail server, without its password', (url) => {
    const read = () => readConfig({ SMTP_URL: url, MAIL_FROM: 'a@b.test' })
    expect(read).toThrow(/^(?!.*hunter)[^]*SMTP_URL/)
  })

  test('EVM addresses with a wrong checksum, and what else is wrong of Base, are told at once; keys are not repeated', () => {
    const bad = {
      BASE_RPC_URL: 'wss://base.test',
      PLATFORM_REFERRER_WALLET: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02914',
      EVM_TREASURY_WALLET: 'So11111111111111111111111111111111111111112',
      EVM_SPLIT: 'pull-split',
      EVM_CRANK_PAYER_KEY: '0xdeadbeef',
      EVM_CRANK_DAILY_GWEI: '1.5',
    }
    expect(() => readConfig(bad)).toThrow(ConfigError)
    try {
      readConfig(bad)
    } catch (error) {
      for (const name of Object.keys(bad)) expect((error as ConfigError).message).toContain(name)
      expect((error as ConfigError).message).not.toContain('deadbeef')
    }
    // An address that nobody holds, and numbers that are no key of the curve: each would be found out when it is too late.
    const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'
    for (const [name, value] of [
      ['PLATFORM_REFERRER_WALLET', `0x${'0'.repeat(40)}`],
      ['EVM_TREASURY_WALLET', `0x${'0'.repeat(40)}`],
      ['EVM_TREASURY_WALLET', '0x0000000000000000000000000000000000000009'],
      ['X402_PAY_TO', `0x${'0'.repeat(40)}`],
      ['EVM_CRANK_PAYER_KEY', '0'.repeat(64)],
      ['EVM_CRANK_PAYER_KEY', `0x${order}`],
      ['TREASURY_WALLET', 'SysvarRent111111111111111111111111111111111'],
      ['TREASURY_WALLET', '11111111111111111111111111111111'],
    ] as const)
      expect(() => readConfig({ [name]: value })).toThrow(name)
    expect(readConfig({ EVM_CRANK_PAYER_KEY: `0x${order.slice(0, -1)}0` }).base.crankPayerKey).not.toBeNull()
    const address = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
    expect(readConfig({ EVM_TREASURY_WALLET: address }).base.treasury as string).toBe('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913')
  })

  test('why Base coins are not launched is said in a sentence', () => {
    const wallet = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
    const base = { BASE_RPC_URL: 'https://base.test', PLATFORM_REFERRER_WALLET: wallet, EVM_TREASURY_WALLET: wallet }
    expect(zoraDisabledReason(readConfig({}).base)).toBe('It needs BASE_RPC_URL, PLATFORM_REFERRER_WALLET, EVM_TREASURY_WALLET.')
    expect(zoraDisabledReason(readConfig({ ...base, EVM_TREASURY_WALLET: '' }).base)).toBe('It needs EVM_TREASURY_WALLET.')
    expect(zoraDisabledReason(readConfig(base).base)).toBeNull()
  })

  const payments = { X402_PAY_TO: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', X402_FACILITATOR_URL: 'https://f.test/' }

  test('payments are off without a recipient, and have the standard prices with one', () => {
    expect(readConfig({ X402_PRICES: 'nonsense', X402_FACILITATOR_KEY: 'nonsense' }).payments.payTo).toBeNull()
    expect(readConfig(payments).payments.facilitatorUrls.map((url) => url.reveal())).toEqual(['https://f.test'])
    const of = (baseUsdMicros: bigint) => ({ baseUsdMicros, memberUsdMicros: 0n, pictureUsdMicros: 0n })
    expect(readConfig(payments).payments).toMatchObject({
      payTo: payments.X402_PAY_TO,
      prices: { autohire: of(10_000n), 'dry-run': of(50_000n), launch: of(1_000_000n), upkeep: of(50_000n) },
    })
  })

  test.each([
    [{ X402_FACILITATOR_KEY: `0x${'1'.repeat(64)}`, BASE_RPC_URL: 'http://x' }, 'either X402_FACILITATOR_URL or X402_FACILITATOR_KEY'],
    [{ X402_FACILITATOR_URL: '', X402_FACILITATOR_KEY: `0x${'1'.repeat(64)}` }, 'X402_FACILITATOR_KEY needs BASE_RPC_URL'],
    [{ X402_FACILITATOR_URL: '' }, 'either X402_FACILITATOR_URL or X402_FACILITATOR_KEY'],
    [{ X402_PRICES: '[]' }, 'X402_PRICES must be a JSON object'],
    [{ X402_PRICES: '{"lunch":"$1"}' }, 'no price named lunch'],
    [{ X402_PRICES: '{"launch":"0.0000001"}' }, 'the price of launch must be dollars'],
    [{ X402_PRICES: '{"autohire":"$1 + $1/crew"}' }, 'the price of autohire has no additions'],
  ] as [Record<string, string>, string][])('payments: %o is refused', (changes, problem) => {
    expect(() => readConfig({ ...payments, ...changes })).toThrow(problem)
  })

  test('what wallets may spend has a default and a bound, and a slip of the pen is told', () => {
    const config = readConfig({})
    const { solana, jobs, buyback, base } = config
    expect([solana.crankDailyLamports, solana.crankMaxLamports, jobs.dailyAtomic, base.crankMaxWei]).toEqual([
      50_000_000n as never,
      5_000_000n as never,
      100_000_000_000n as never,
      1_000_000_000_000_000n as never,
    ])
    expect([buyback.dailyAtomic, buyback.priceRiseBpsMax]).toEqual([(buyback.atomicMax * 24n) as never, 1_000])
    expect(readConfig({ BUYBACK_PRICE_RISE_BPS: '0' }).buyback.priceRiseBpsMax).toBeNull()
    for (const [name, value] of Object.entries({
      JITO_TIP_LAMPORTS: '1000000000',
      BUYBACK_PRICE_RISE_BPS: '-1',
      BUYBACK_DAILY_SOL: 'much',
      CRANK_MAX_LAMPORTS: '0.1',
      EVM_CRANK_MAX_GWEI: '1e9',
      JOBS_DAILY_SOL: 'x',
    }))
      expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`- ${name} must be`))
    const payments = { X402_PAY_TO: `0x${'1'.repeat(40)}`, X402_FACILITATOR_KEY: `0x${'2'.repeat(64)}`, BASE_RPC_URL: 'https://rpc.test' }
    expect(readConfig(payments).payments).toMatchObject({ dailyWei: 5_000_000_000_000_000n, gasMax: 150_000n })
    for (const [name, value] of Object.entries({ X402_DAILY_GWEI: '-5', X402_GAS_LIMIT: '21000.5' }))
      expect(() => readConfig({ ...payments, [name]: value })).toThrow(new RegExp(`- ${name} must be`))
  })

  test('secrets of the configuration do not print', () => {
    const config = readConfig({
      OPERATOR_API_KEY: 'hunter2-hunter2-hunter2',
      DATABASE_URL: 'postgres://user:hunter2@host/db',
      SOLANA_RPC_URL: 'https://rpc.test/?api-key=hunter2',
      TREASURY_WALLET: 'So11111111111111111111111111111111111111112',
    })
    expect(
      JSON.stringify(config, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)) +
        Bun.inspect(config) +
        `${config.data.databaseUrl}`,
    ).not.toContain('hunter2')
  })

  test('the example of an environment file and the configuration are of one table', async () => {
    expect(await Bun.file('deploy/agent-launch.env.example').text()).toBe(environmentFile())
    const names = ALL_VARIABLES.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    const { secrets, ...groups } = readConfig({})
    expect(Object.values(groups).flatMap((group) => Object.keys(group))).toHaveLength(names.length)
    expect(secrets.reveal()).toEqual([])
  })
})
