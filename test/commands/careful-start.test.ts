import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { misspelledVariables } from '../../src/commands/doctor/misspelled-variables.ts'
import { settingFindings } from '../../src/commands/doctor/setting-findings.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { hashApiKey } from '../../src/domain/api-key.ts'
import { ALL_VARIABLES } from '../../src/config/variables.ts'
import { runAgentLaunch } from '../support/run-command.ts'
import { eventually } from '../support/eventually.ts'
import { startServerProcess, temporaryDataDirs } from '../support/server-process.ts'
import { newPerson, OPERATOR_KEY } from '../support/test-app.ts'
import { Secret } from '../../src/lib/secret.ts'
import { createSystemClock } from '../../src/adapters/system-clock.ts'

setDefaultTimeout(180_000)

const { next: newFolder, removeAll } = temporaryDataDirs()
afterEach(removeAll)

const failures = (env: Record<string, string>) =>
  settingFindings({ clock: createSystemClock() }, readConfig(env), env)
    .filter(({ level }) => level === 'fail')
    .map(({ text }) => text)

const chain = { SOLANA_RPC_URL: 'http://127.0.0.1:9', TREASURY_WALLET: newPerson().wallet }
const wallet = newPerson()
const other = newPerson()
const EVM_KEY = `0x${'0123456789abcdef'.repeat(4)}`
const good = 'K7pQ2vX9sLm4TzR8wYbN3cHd'

describe('decision "What keeps a start from happening": what fails without the network keeps the service from starting', () => {
  test.each([
    ['loopback with a chain', chain, 'BASE_URL is http://127.0.0.1:3000: coins would point'],
    ['https on loopback with a chain', { ...chain, BASE_URL: 'https://[::1]' }, 'coins would point'],
    ['every address with a chain', { ...chain, BASE_URL: 'https://0.0.0.0' }, 'coins would point'],
    ['a private address with a chain', { ...chain, BASE_URL: 'https://10.0.0.5' }, 'coins would point'],
    ['http with a chain', { ...chain, BASE_URL: 'http://launch.example.com' }, 'in clear'],
    ['one key for two roles', { OPERATOR_API_KEY: good, BROWSER_API_KEY: good }, 'OPERATOR_API_KEY and BROWSER_API_KEY are the same'],
    [
      'a key that is also the sealing key',
      { OPERATOR_API_KEY: good + good.slice(1, 9), SECRET_KEY: good + good.slice(1, 9) },
      'are the same secret',
    ],
    [
      'a key that is listed for ops',
      { OPERATOR_API_KEY: good, OPS_KEY_HASHES: hashApiKey(new Secret(good)) },
      'OPS_KEY_HASHES has the hash of OPERATOR_API_KEY',
    ],
    ['one letter', { OPERATOR_API_KEY: 'a'.repeat(40) }, 'OPERATOR_API_KEY is easily guessed'],
    ['a word again and again', { SECRET_KEY: 'longer-word-'.repeat(4) }, 'SECRET_KEY is easily guessed'],
    ['letters in a row', { OPERATOR_API_KEY: 'abcdefghijklmnop' }, 'OPERATOR_API_KEY is easily guessed'],
    ['an example', { BROWSER_API_KEY: 'change-me-please-now' }, 'BROWSER_API_KEY is easily guessed'],
    [
      'one wallet for two roles',
      { CRANK_PAYER_KEY: wallet.secret, BUYBACK_KEY: wallet.secret },
      'CRANK_PAYER_KEY and BUYBACK_KEY are the same wallet',
    ],
    [
      'one wallet in two spellings',
      { CRANK_PAYER_KEY: wallet.secret, BUYBACK_KEY: JSON.stringify([...wallet.pair.secretKey.reveal()]) },
      'CRANK_PAYER_KEY and BUYBACK_KEY are the same wallet',
    ],
    [
      'one wallet on Base',
      {
        EVM_CRANK_PAYER_KEY: EVM_KEY.slice(2).toUpperCase(),
        X402_FACILITATOR_KEY: EVM_KEY,
        X402_PAY_TO: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        BASE_RPC_URL: 'http://127.0.0.1:9',
      },
      'EVM_CRANK_PAYER_KEY and X402_FACILITATOR_KEY are the same wallet',
    ],
    ['a wallet that anyone finds', { EVM_CRANK_PAYER_KEY: `0x${'0'.repeat(63)}1` }, 'EVM_CRANK_PAYER_KEY is easily guessed'],
    ['a misspelled name', { OPERATOR_APIKEY: good }, 'OPERATOR_APIKEY is set, and nothing reads it'],
    ['a certificate that is not there', { TLS_CERT_FILE: '/nowhere/c', TLS_KEY_FILE: '/nowhere/k' }, 'cannot be read (ENOENT)'],
  ] as [string, Record<string, string>, string][])('%s', (_what, env, words) => {
    expect(failures(env)).toEqual([expect.stringContaining(words)])
    for (const text of failures(env)) for (const secret of [good, wallet.secret, EVM_KEY]) expect(text).not.toContain(secret)
  })

  test.each([
    ['nothing at all', {}],
    ['an address of the world with a chain', { ...chain, BASE_URL: 'https://launch.example.com' }],
    ['the table paid by the crank', { CRANK_PAYER_KEY: wallet.secret, LOOKUP_TABLE_KEY: wallet.secret, BUYBACK_KEY: other.secret }],
    ['keys of their own', { OPERATOR_API_KEY: OPERATOR_KEY, BROWSER_API_KEY: good }],
    ['what openssl rand -hex prints', { OPERATOR_API_KEY: 'd6f0c4c1e8a09b3d5a7f2e1094c8b6aa71f3e5d20c9b8a7f6e4d3c2b1a09f8e7' }],
    ['a key that a service made', { OPERATOR_API_KEY: 'svc_ak_x8Jq2LmZ0vTbW4nR7yKdP1sC' }],
  ] as [string, Record<string, string>][])('%s is no failure', (_what, env) => {
    expect(failures(env)).toEqual([])
  })

  test('serve says the same in a line each, ends with 1, and makes nothing', async () => {
    const dataDir = join(newFolder(), 'data')
    const env = { ...chain, DATA_DIR: dataDir, OPERATOR_APIKEY: good, OPERATOR_API_KEY: 'a'.repeat(20), PORT: '0' }
    const { code, out, err } = await runAgentLaunch(['serve'], env)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err.trim().split('\n')).toEqual([
      expect.stringMatching(/^OPERATOR_APIKEY is set, and nothing reads it; rename it to OPERATOR_API_KEY, or unset it\.$/),
      expect.stringContaining('for ever; put a TLS proxy in front of it'),
      expect.stringContaining('OPERATOR_API_KEY is easily guessed; '),
    ])
    expect(existsSync(dataDir)).toBe(false)
  })

  test('warnings are logged once, and do not keep it from starting', async () => {
    const server = await startServerProcess({ DATA_DIR: newFolder(), HOST: '0.0.0.0', BASE_URL: 'http://launch.example.com' })
    await eventually(() => server.logged('BASE_URL is http://launch.example.com: wallets refuse pages without https'))
    await server.stop()
    expect(server.logged('stopped')).toBe(true)
  })

  test('a sealing key that is lost or another’s: neither serve nor a command makes a new one; forget is the way on', async () => {
    const dataDir = newFolder()
    const env = { DATA_DIR: dataDir, PORT: '0' }
    const server = await startServerProcess({ ...env, OPERATOR_API_KEY: OPERATOR_KEY })
    const headers = { 'x-svc-api-key': OPERATOR_KEY, 'content-type': 'application/json' }
    const body = JSON.stringify({ url: 'http://127.0.0.1:9/hook', events: ['launch.created'] })
    expect((await fetch(`${server.url}/api/webhooks`, { method: 'POST', headers, body })).status).toBe(201)
    await server.stop()
    const [file, kept] = [join(dataDir, 'secret.key'), join(dataDir, 'kept.key')]
    const names = () => readdirSync(dataDir).toSorted()

    renameSync(file, kept)
    const before = names()
    for (const args of [['serve'], ['keys', 'mint', 'label']])
      expect(await runAgentLaunch(args, env)).toEqual({ code: 1, out: '', err: expect.stringContaining('secret.key is missing') })
    expect(names()).toEqual(before)
    writeFileSync(file, 'another key of sufficient length for this')
    expect(await runAgentLaunch(['serve'], env)).toMatchObject({ code: 1, err: expect.stringContaining('is not the one of this database') })
    expect(await runAgentLaunch(['serve'], { ...env, SECRET_KEY: good + good })).toMatchObject({ code: 1 })
    rmSync(file)
    renameSync(kept, file)
    await (await startServerProcess(env)).stop()

    rmSync(file)
    expect((await runAgentLaunch(['webhooks', 'forget'], env)).out).toContain('1 endpoint(s); nothing was removed')
    expect((await runAgentLaunch(['webhooks', 'forget', '--yes'], env)).out).toContain('1 endpoint(s) are removed')
    await (await startServerProcess(env)).stop()
  })

  test('doctor ends with 1 when the database is down, of another program, or refuses the password', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'd'))
    const down = await runAgentLaunch(['doctor'], {
      DATA_DIR: join(folder, 'd'),
      DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:9/x',
      PORT: '9',
    })
    expect(down.code).toBe(1)
    expect(down.out).toContain('PostgreSQL does not answer (ECONNREFUSED)')
    expect(down.out).not.toContain('hunter2')
    expect(down.out).toContain('1 thing(s) must be mended first.')
  })
})

describe('decision "A variable that looks like ours and is not": variables that look like ours', () => {
  test.each([
    ['OPERATOR_APIKEY', 'OPERATOR_API_KEY'],
    ['OPERATOR_API_KYE', 'OPERATOR_API_KEY'],
    ['operator_api_key', 'OPERATOR_API_KEY'],
    ['operatorApiKey', 'OPERATOR_API_KEY'],
    ['SOLANA_RPC_URLS', 'SOLANA_RPC_URL'],
    ['APPROVER_WALLET', 'APPROVER_WALLETS'],
    ['TREASURY_WALET', 'TREASURY_WALLET'],
    ['BASEURL', 'BASE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['TRUSTED_PROXY', null],
    ['BUYBACK_MAXIMUM', null],
    ['X402_PRICE_LIST', null],
  ])('%s is told', (name, meant) => {
    const found = misspelledVariables({ [name]: 'x' })
    expect(found).toEqual([{ name, meant }])
  })

  test.each('X402 TRUSTED_PROXY CRANK EVM_CRANK BUYBACK JITO APPROVERS OPERATOR_API OPS_KEY LOOKUP_TABLE PORT BASE'.split(' '))(
    'a service of the cluster that is called %s is none of them',
    (name) => {
      const links = {
        SERVICE_HOST: '10.0.0.1',
        SERVICE_PORT: '80',
        SERVICE_PORT_HTTP_METRICS: '80',
        PORT: 'tcp://10.0.0.1:80',
        PORT_80_TCP: 'tcp://10.0.0.1:80',
        PORT_80_TCP_PROTO: 'tcp',
        PORT_80_TCP_PORT: '80',
        PORT_80_TCP_ADDR: '10.0.0.1',
        PORT_53_UDP: 'udp://10.0.0.1:53',
      }
      expect(misspelledVariables(Object.fromEntries(Object.entries(links).map(([end, value]) => [`${name}_${end}`, value])))).toEqual([])
    },
  )

  test('a port that is no address of a service is one, and an empty variable is not set', () => {
    expect(misspelledVariables({ X402_PORT: '80' })).toEqual([{ name: 'X402_PORT', meant: null }])
    expect(misspelledVariables({ APPROVERS: '', X402_PRICE_LIST: ' ' })).toEqual([])
  })

  test('none of ours, and none of a machine’s, of CI, of Docker, of Kubernetes or of other programs', () => {
    const foreign =
      'PATH HOME HOSTNAME LOGNAME USER SHELL PWD OLDPWD TERM LANG LC_ALL TZ TMPDIR SHLVL _ MAIL EDITOR PAGER DISPLAY XDG_DATA_DIRS XDG_RUNTIME_DIR SSL_CERT_FILE SSL_CERT_DIR HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy CI NODE_ENV NODE_OPTIONS NODE_EXTRA_CA_CERTS BUN_INSTALL npm_config_registry GITHUB_TOKEN DOCKER_HOST KUBERNETES_SERVICE_HOST KUBERNETES_PORT POSTGRES_PASSWORD PGHOST PGPORT PGDATABASE REDIS_URL INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET LISTEN_FDS LOGS_DIRECTORY STATE_DIRECTORY CREDENTIALS_DIRECTORY MEMORY_PRESSURE_WATCH SYSTEMD_EXEC_PID AWS_REGION AWS_SECRET_ACCESS_KEY API_KEY SECRET BACKUP_DIR BASH_ENV TEST_DATABASE_URL STOP_POSTGRES CRASH_TEST DEMO_PAYER_KEY BUILD_COMMIT EVM_VERSION DATABASE_HOST SOLANA_HOME RPC_URL LOG_FILE PORTS'.split(
        ' ',
      )
    expect(misspelledVariables(Object.fromEntries(foreign.map((name) => [name, 'x'])))).toEqual([])
    expect(misspelledVariables(Object.fromEntries(ALL_VARIABLES.map(({ name }) => [name, 'x'])))).toEqual([])
  })
})
