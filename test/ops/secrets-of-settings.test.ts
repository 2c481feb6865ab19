import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL_VARIABLES } from '../../src/config/variables.ts'
import { startEchoUpstream } from '../support/echo-upstream.ts'
import { expectNowhere, formsOfBytes, written } from '../support/expect-nowhere.ts'
import { filesOf } from '../support/serve-to-read.ts'
import { PAY_TO, paymentHeaders, PRICE } from '../support/payment-bank.ts'
import { CREW_WALLETS, newPerson, pngBytes } from '../support/test-app.ts'
import { newEvmPayer } from '../payments/support/evm-payer.ts'
import type { BaseNode } from '../payments/support/base-node.ts'

// Nodes that do not answer are asked several times.
setDefaultTimeout(180_000)

const folders: string[] = []
const upstream = startEchoUpstream()
afterAll(() => {
  upstream.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const hexKey = () => `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')}`
const address = (name: string) =>
  `http://${name.toLowerCase()}user:${name}-password%2F77@${upstream.host}/v2/${name}-path-key-0123456789?api-key=${name}-query-key`

/** A value for every variable that is marked as a secret, each to be known again. */
const secretEnv = (): Record<string, string> => ({
  SECRET_KEY: 'SECRETKEY-value-0123456789-0123456789',
  SECRET_KEY_PREVIOUS: 'PREVIOUS-value-0123456789-0123456789',
  OPERATOR_API_KEY: 'OPERATOR-key-"0123"/456 789',
  BROWSER_API_KEY: 'BROWSER-key-0123456789',
  SOLANA_RPC_URL: `${address('SOLANA')},${address('SECOND')}`,
  BASE_RPC_URL: address('BASE'),
  JITO_URLS: address('JITO'),
  JOBS_DEVNET_RPC_URL: address('DEVNET'),
  CRANK_PAYER_KEY: newPerson().secret,
  LOOKUP_TABLE_KEY: newPerson().secret,
  BUYBACK_KEY: JSON.stringify([...newPerson().pair.secretKey.reveal()]),
  EARNINGS_KEY: newPerson().secret,
  JOBS_ESCROW_KEY: newPerson().secret,
  EVM_CRANK_PAYER_KEY: hexKey(),
  X402_FACILITATOR_KEY: hexKey(),
  ERC8004_KEY: hexKey(),
  ACP_WALLET_KEY: hexKey(),
  ACP_LAUNCHER_KEY: newPerson().secret,
  AWS_SECRET_ACCESS_KEY: 'AWS-secret-access-key-0123456789',
  AWS_SESSION_TOKEN: 'AWS-session-token-0123456789',
  PINATA_JWT: 'eyJhbGciOi.PINATA-jwt-payload-0123456789.PINATA-jwt-signature-0123456789',
  PYTH_API_KEY: 'PYTH-key-0123456789',
  JUPITER_API_KEY: 'JUPITER-key-0123456789',
  OTEL_EXPORTER_OTLP_ENDPOINT: address('OTEL'),
  SMTP_URL: `smtp://SMTPuser:SMTP-password%2F77@${upstream.host}`,
  ACP_API_URL: `https://${upstream.host}/ACP-path-key-0123456789`,
  HERMES_URL: `https://${upstream.host}/HERMES-path-key-0123456789`,
})

/** The values, and the parts of the addresses that open something. */
function valuesOf(env: Record<string, string>): string[] {
  const values = Object.entries(env).flatMap(([name, value]) => {
    if (!ALL_VARIABLES.find((variable) => variable.name === name)?.secret) return []
    if (!/^[a-z]+:\/\//.test(value)) return [value]
    return value.split(',').flatMap((each) => {
      const { password, pathname, searchParams } = new URL(each)
      const key = pathname.split('/').find((part) => part.includes('key'))
      return [each, password, decodeURIComponent(password), ...(key ? [key] : []), ...searchParams.values()].filter(
        (part) => part.length > 6,
      )
    })
  })
  return [...new Set(values)]
}

/** How the token of a signed request begins. */
const TOKEN_BEGINS = Buffer.from('{"alg":"EdDSA",').toString('base64url')

/** What must be nowhere: of base64 what its neighbours cannot change. */
const needlesOf = (env: Record<string, string>): string[] =>
  valuesOf(env).flatMap((value) => written(value).map((form, index) => (index < 4 ? form : form.replace(/.?.?=*$/, ''))))

/** Runs a command of the service to its end, or until it is told to stop; everything that it wrote. */
function run(command: string, env: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'settings-'))
  folders.push(dataDir)
  const child = Bun.spawn([process.execPath, 'src/main.ts', command], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', LOG_LEVEL: 'debug', DATA_DIR: dataDir, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const written: string[] = []
  const { promise: url, resolve } = Promise.withResolvers<string>()
  const read = async (stream: ReadableStream<Uint8Array>) => {
    for await (const chunk of stream) {
      written.push(new TextDecoder().decode(chunk))
      const found = /"url":"(http:[^"]+)"/.exec(written.join(''))?.[1]
      if (found) resolve(found)
    }
  }
  const reading = Promise.all([read(child.stdout), read(child.stderr)])
  const end = async () => {
    await child.exited
    await reading
    return written.join('')
  }
  return { dataDir, url, end, stop: () => (child.kill('SIGTERM'), end()) }
}

/** Every route of the document, called as an operator, a key, a stranger and a payer would; all that was answered. */
async function callEverything(url: string, key: string): Promise<string> {
  const answers: string[] = []
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'manual',
    })
    const text = await response.text()
    answers.push(text, JSON.stringify([...response.headers]))
    return { status: response.status, text }
  }
  const operator = { 'x-svc-api-key': key }
  const launcher = newPerson()
  const launch = {
    name: 'Secret Frog',
    ticker: 'SFROG',
    imageBase64: Buffer.from(pngBytes()).toString('base64'),
    crew: [{ handle: 'a', wallet: CREW_WALLETS[0], share: 100 }],
    launcherPubkey: launcher.wallet,
  }
  const secret = { 'x-launcher-key': launcher.secret }
  const payer = await newEvmPayer({ mint: async () => {} } as unknown as BaseNode)
  const pay = async (amount: bigint) => paymentHeaders(await payer.sign(amount))
  const mint = CREW_WALLETS[1]!
  await Promise.all([
    call('POST', '/api/agent/launch/dry-run', launch, operator),
    call('POST', '/api/agent/launch', launch, { ...operator, ...secret, 'x-idempotency-key': 'secret-frog-1' }),
    call('POST', '/api/agent/launch/unsigned', { ...launch, mintPubkey: mint }, operator),
    call('POST', '/api/agent/launch/dry-run', { ...launch, platform: 'zora' }, operator),
    call('POST', '/api/agent/wire-fees', { mint }, { ...operator, ...secret }),
    call('POST', '/api/agent/crank', { mint }, operator),
    ...(await Promise.all(Array.from({ length: 14 }, () => pay(PRICE.dryRun)))).map((paid) =>
      call('POST', '/api/agent/launch/dry-run', launch, paid),
    ),
    call('POST', '/api/agent/launch', launch, { ...(await pay(PRICE.launch)), ...secret }),
    call('GET', `/api/agent/launches`, undefined, await pay(PRICE.upkeep)),
    call('POST', '/api/webhooks', { url: `${upstream.url}/hook`, events: ['launch.created'] }, operator),
    // Secrets of the service where somebody might put them by mistake.
    call('GET', `/api/coins/${encodeURIComponent(key)}?key=${encodeURIComponent(key)}`),
    call('POST', '/api/agent/keys', { label: 'x' }, { ...operator, 'user-agent': key }),
  ])
  const { paths } = JSON.parse((await call('GET', '/openapi.json')).text) as { paths: Record<string, Record<string, unknown>> }
  for (const [path, methods] of Object.entries(paths)) {
    for (const method of Object.keys(methods)) {
      const at = path.replace(/\{[^}]+\}/g, mint)
      await call(
        method.toUpperCase(),
        at,
        method === 'get' || method === 'delete' ? undefined : {},
        path.includes('keys/{id}') ? {} : operator,
      )
    }
  }
  for (const path of ['/metrics', '/healthz', '/readyz', '/docs', '/', '/api/agent']) await call('GET', path, undefined, operator)
  return answers.join('\n')
}

const terms = { TREASURY_WALLET: newPerson().wallet, BASE_URL: 'https://launch.example.com', JOBS_ENABLED: '1', X402_PAY_TO: PAY_TO }
const mail = { MAIL_FROM: 'launches@example.com' }
const evm = { PLATFORM_REFERRER_WALLET: PAY_TO, EVM_TREASURY_WALLET: PAY_TO }
const clocks = { CRANK_CRON: '* * * * * *', BUYBACK_CRON: '* * * * * *', BUYBACK_MINTS: newPerson().wallet, BUYBACK_EXECUTE: '1' }

test('decision "Nothing that the process writes shows a secret of its settings": with every secret set and every upstream out of order and gossiping, none of them is anywhere', async () => {
  const secrets = secretEnv()
  const marked = ALL_VARIABLES.filter(({ secret }) => secret).map(({ name }) => name)
  const elsewhere = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'X402_FACILITATOR_URL', 'X402_SOLANA_RPC_URL']
  expect(marked.filter((name) => !(name in secrets) && !elsewhere.includes(name))).toEqual([])
  upstream.gossip = valuesOf(secrets).flatMap(written)
  const env = { ...terms, ...evm, ...mail, ...clocks, BASE_URL: 'https://launch.example.com', PRICE_SOURCE: 'pyth', ...secrets }
  const server = run('serve', env)
  const answers = await callEverything(await server.url, secrets.OPERATOR_API_KEY!)
  const [doctor, table, buyback] = [run('doctor', env), run('lookup-table', env), run('buyback', env)]
  const output = await server.stop()
  expect(upstream.requests()).toBeGreaterThan(10)
  expect(output).toContain('"code":"payment_unavailable"')
  expect(output).toContain('[secret]')
  expectNowhere(needlesOf(secrets), [
    ['the output', output],
    ['the answers', answers],
    ['doctor', await doctor.end()],
    ['other commands', `${await table.end()}${await buyback.end()}`],
    ...filesOf(server.dataDir),
    ...filesOf(doctor.dataDir),
  ])
})

test('decision "Nothing that the process writes shows a secret of its settings": nor with facilitators that gossip, one of which asks for signed tokens, in simulated mode', async () => {
  const tokenKey = Buffer.from(newPerson().pair.secretKey.reveal())
  const signing = `http://FACILITATOR-key-id-0123456789:${tokenKey.toString('base64url')}@${upstream.host}/v2/x402`
  const secrets = {
    OPERATOR_API_KEY: 'OPERATOR-key-0123456789',
    SECRET_KEY: 'SECRETKEY-value-0123456789-0123456789',
    SECRET_KEY_PREVIOUS: 'PREVIOUS-value-0123456789-0123456789',
    BASE_RPC_URL: address('BASE'),
    X402_FACILITATOR_URL: `${signing},${upstream.url}/FACILITATOR-path-key-0123456789`,
    X402_SOLANA_RPC_URL: address('PAYMENTS_SOLANA'),
  }
  // Alone it would pass for the code of a reason.
  upstream.gossip = ['FACILITATOR-path-key-0123456789']
  const ofTokens = ['FACILITATOR-key-id-0123456789', TOKEN_BEGINS]
  const needles = [...needlesOf(secrets), ...ofTokens, ...[tokenKey, tokenKey.subarray(0, 32)].flatMap(formsOfBytes)]
  const env = { X402_PAY_TO: PAY_TO, X402_SOLANA_PAY_TO: newPerson().wallet, ...secrets }
  const server = run('serve', env)
  const answers = await callEverything(await server.url, secrets.OPERATOR_API_KEY)
  const doctor = run('doctor', env)
  const mistaken = run('serve', { ...env, X402_FACILITATOR_URL: signing.replace('@', 'mistaken@') })
  const output = await server.stop()
  expect(upstream.tokens()).toBeGreaterThan(0)
  const refusal = await mistaken.end()
  expect(refusal).toContain('X402_FACILITATOR_URL: before @ there must be')
  expectNowhere(needles, [
    ['the output', output],
    ['the answers', answers],
    ['doctor', await doctor.end()],
    ['a key that is none', refusal],
    ...filesOf(server.dataDir),
  ])
})

test('decision "Nothing that the process writes shows a secret of its settings": nor where the database is not there: by serve, doctor and every other command', async () => {
  const secrets = {
    DATABASE_URL: `postgres://launch:DATABASE-password%2F77@127.0.0.1:9/DATABASE-name`,
    SECRET_KEY: 'SECRETKEY-value-0123456789-0123456789',
    SECRET_KEY_PREVIOUS: 'PREVIOUS-value-0123456789-0123456789',
  }
  for (const command of ['serve', 'doctor', 'keys', 'payments', 'buyback']) {
    const ran = run(command, secrets)
    const output = await ran.end()
    expectNowhere(needlesOf(secrets), [[command, output], ...filesOf(ran.dataDir)])
  }
})
