import { describe, expect, test } from 'bun:test'
import { whyNoBase } from '../src/config/evm-config.ts'
import { ConfigError, readConfig } from '../src/config/read-config.ts'
import { VARIABLES, variablesTable } from '../src/config/variables.ts'

describe('configuration', () => {
  test('nothing at all is simulated mode', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3_000,
      baseUrl: 'http://127.0.0.1:3000',
      solanaRpcUrls: [],
      serviceTitle: 'Agent Launch Service',
    })
  })

  test.each([
    [{}, true],
    [{ HOST: '::1' }, true],
    [{ HOST: 'localhost', BASE_URL: 'http://localhost:3000' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ BASE_URL: 'https://launch.example' }, false],
    [{ BASE_URL: 'https://localhost.example' }, false],
    [{ HOST: '0.0.0.0', BASE_URL: 'https://launch.example', SIMULATED_OPEN: '1' }, true],
    [{ SIMULATED_OPEN: '0' }, false],
  ])('with %j the simulated clock and webhooks on this machine are open: %p', (env, open) => {
    expect(readConfig(env).simulatedOpen).toBe(open)
  })

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
      BUYBACK_MINT: 'nope',
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
      const told = name === 'METADATA_STORE' ? 'PINATA_JWT' : name
      expect(problems.some((problem) => problem.includes(told))).toBe(true)
    }
    expect(message).not.toContain('hunter')
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
    expect(readConfig({ EVM_CRANK_PAYER_KEY: `0x${order.slice(0, -1)}0` }).evm.crankPayerKey).not.toBeNull()
    const address = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
    expect(readConfig({ EVM_TREASURY_WALLET: address }).evm.treasury as string).toBe('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913')
  })

  test('why Base coins are not launched is said in a sentence', () => {
    const wallet = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
    const base = { BASE_RPC_URL: 'https://base.test', PLATFORM_REFERRER_WALLET: wallet, EVM_TREASURY_WALLET: wallet }
    expect(whyNoBase(readConfig(base).evm, false)).toBe('BASE_RPC_URL needs SOLANA_RPC_URL: a simulated service touches no chain.')
    expect(whyNoBase(readConfig({}).evm, true)).toBe('It needs BASE_RPC_URL, PLATFORM_REFERRER_WALLET, EVM_TREASURY_WALLET.')
    expect(whyNoBase(readConfig({ ...base, EVM_TREASURY_WALLET: '' }).evm, true)).toBe('It needs EVM_TREASURY_WALLET.')
    expect(whyNoBase(readConfig(base).evm, true)).toBeNull()
  })

  const payments = { X402_PAY_TO: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', X402_FACILITATOR_URL: 'https://f.test/' }

  test('payments are off without a recipient, and have the standard prices with one', () => {
    expect(readConfig({ X402_PRICES: 'nonsense', X402_FACILITATOR_KEY: 'nonsense' }).payments).toBeNull()
    expect(readConfig(payments).payments).toMatchObject({
      payTo: payments.X402_PAY_TO,
      facilitator: { url: 'https://f.test' },
      prices: { autohire: 10_000n, 'dry-run': 50_000n, launch: 1_000_000n, upkeep: 50_000n },
    })
  })

  test.each([
    [{ X402_FACILITATOR_URL: '' }, 'either X402_FACILITATOR_URL or X402_FACILITATOR_KEY'],
    [{ X402_FACILITATOR_KEY: `0x${'1'.repeat(64)}`, BASE_RPC_URL: 'http://x' }, 'either X402_FACILITATOR_URL or X402_FACILITATOR_KEY'],
    [{ X402_FACILITATOR_URL: '', X402_FACILITATOR_KEY: `0x${'1'.repeat(64)}` }, 'X402_FACILITATOR_KEY needs BASE_RPC_URL'],
    [{ X402_PRICES: '[]' }, 'X402_PRICES must be a JSON object'],
    [{ X402_PRICES: '{"lunch":"$1"}' }, 'no price named lunch'],
    [{ X402_PRICES: '{"launch":"0.0000001"}' }, 'the price of launch must be dollars'],
  ] as [Record<string, string>, string][])('payments: %o is refused', (changes, problem) => {
    expect(() => readConfig({ ...payments, ...changes })).toThrow(problem)
  })

  test('what wallets may spend has a default and a bound, and a slip of the pen is told', () => {
    const config = readConfig({})
    const { crankDailyLamports, crankMaxLamports, jobsDailyLamports, buyback, evm } = config
    expect([crankDailyLamports, crankMaxLamports, jobsDailyLamports, evm.crankMaxWei]).toEqual([
      50_000_000n,
      5_000_000n,
      100_000_000_000n as never,
      1_000_000_000_000_000n,
    ])
    expect([buyback.dailyLamports, buyback.priceRiseBpsMax]).toEqual([(buyback.maxLamports * 24n) as never, 1_000])
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
    expect(readConfig(payments).payments).toMatchObject({ facilitatorDailyWei: 5_000_000_000_000_000n, facilitatorGasMax: 150_000n })
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
        `${config.databaseUrl}`,
    ).not.toContain('hunter2')
  })

  test('the table of the settings’ page is this one, and names just the variables that are read', async () => {
    expect(await Bun.file('docs/settings.md').text()).toContain(variablesTable())
    const files = ['read-config', 'buyback-settings', 'evm-config', 'payment-settings', 'transport-settings', 'room-settings'].map((name) =>
      Bun.file(`src/config/${name}.ts`).text(),
    )
    const source = (await Promise.all(files)).join('')
    const read = [...source.matchAll(/\b(?:text|optional|secret|list|choice|whole|sol|gwei|wallet|mebibytes)\('([A-Z0-9_]+)'/g)].map(
      (match) => match[1]!,
    )
    expect([...new Set(read)].sort()).toEqual(VARIABLES.map(({ name }) => name).sort())
  })
})
