import { afterAll, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../src/config/config.ts'
import { CROSS_CHECKS } from '../src/config/checks/cross-checks.ts'
import { readConfig } from '../src/config/read-config.ts'
import { ALL_VARIABLES } from '../src/config/variables.ts'
import { hashApiKey } from '../src/domain/api-key.ts'
import { scratchFolder } from './support/scratch-folder.ts'
import { newPerson } from './support/test-app.ts'
import { Secret } from '../src/lib/secret.ts'

type Env = Readonly<Record<string, string>>

const [wallet, other] = [newPerson(), newPerson()]
const GOOD = 'K7pQ2vX9sLm4TzR8wYbN3cHd'
const OTHER = 'c0wQz8LrT5nVx2JhB6mYk9Pd'
const EVM_KEY = `0x${'0123456789abcdef'.repeat(4)}`
const CHAIN = { SOLANA_RPC_URL: 'http://127.0.0.1:9', TREASURY_WALLET: wallet.wallet, BASE_URL: 'https://launch.example.com' }
const BASE = { BASE_RPC_URL: 'http://127.0.0.1:9', EVM_TREASURY_WALLET: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }
const PAID = { X402_PAY_TO: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }
const IN_KMS = `kms:arn:aws:kms:eu-west-1:111122223333:key/one#${wallet.wallet}`
const TLS = { TLS_CERT_FILE: '/c', TLS_KEY_FILE: '/k' }

/** The key of `wallet`, where only its owner may read it. */
const folder = scratchFolder()
afterAll(() => folder[Symbol.dispose]())
const keyFile = join(folder.path, 'crank-payer')
writeFileSync(keyFile, wallet.secret, { mode: 0o600 })

/** For every check settings that it objects to, and settings close by that it lets pass. */
const CASES: Readonly<Record<string, { readonly wrong: Env; readonly right: Env }>> = {
  'certificate and key': { wrong: { TLS_KEY_FILE: '/k' }, right: TLS },
  'treasury of a chain': { wrong: { SOLANA_RPC_URL: 'http://127.0.0.1:9' }, right: CHAIN },
  'approvers and approvals': {
    wrong: { APPROVER_WALLETS: wallet.wallet, APPROVALS_REQUIRED: '2' },
    right: { APPROVER_WALLETS: `${wallet.wallet},${other.wallet}`, APPROVALS_REQUIRED: '2' },
  },
  'escrow and its node': {
    wrong: { JOBS_ESCROW_KEY: wallet.secret },
    right: { JOBS_ESCROW_KEY: wallet.secret, JOBS_DEVNET_RPC_URL: 'http://127.0.0.1:9' },
  },
  'token of the metadata store': { wrong: { METADATA_STORE: 'pinata' }, right: { METADATA_STORE: 'pinata', PINATA_JWT: 'x' } },
  'fixed price with a chain': { wrong: { ...CHAIN, PRICE_SOURCE: 'fixed' }, right: { PRICE_SOURCE: 'fixed' } },
  'buybacks and their chain': {
    wrong: { ...BASE, BUYBACK_KEY: wallet.secret },
    right: { ...BASE, ...CHAIN, BUYBACK_KEY: wallet.secret },
  },
  'coins whose part buys nothing': {
    wrong: { BUYBACK_MINTS: `${wallet.wallet}:94,${other.wallet}:6` },
    right: { BUYBACK_MINTS: `${wallet.wallet}:93,${other.wallet}:7` },
  },
  'key of the price source': { wrong: { PRICE_SOURCE: 'jupiter' }, right: { PRICE_SOURCE: 'jupiter', JUPITER_API_KEY: 'x' } },
  'one facilitator': { wrong: PAID, right: { ...PAID, X402_FACILITATOR_URL: 'https://f.test' } },
  'facilitator on Solana': {
    wrong: { ...PAID, X402_FACILITATOR_KEY: EVM_KEY, BASE_RPC_URL: 'http://127.0.0.1:9', X402_SOLANA_PAY_TO: other.wallet },
    right: { ...PAID, X402_FACILITATOR_URL: 'https://f.test', X402_SOLANA_PAY_TO: other.wallet },
  },
  'node of the facilitator': {
    wrong: { ...PAID, X402_FACILITATOR_KEY: EVM_KEY },
    right: { ...PAID, X402_FACILITATOR_KEY: EVM_KEY, BASE_RPC_URL: 'http://127.0.0.1:9' },
  },
  'main networks beside a test network': {
    wrong: { ...CHAIN, BASE_CHAIN_ID: '84532' },
    right: { BASE_CHAIN_ID: '84532', BASE_RPC_URL: 'http://127.0.0.1:9' },
  },
  'what selling on the marketplace needs': {
    wrong: { ...CHAIN, ACP_WALLET_KEY: EVM_KEY, BASE_RPC_URL: 'http://127.0.0.1:9' },
    right: { ...CHAIN, ACP_WALLET_KEY: EVM_KEY, ACP_LAUNCHER_KEY: wallet.secret, BASE_RPC_URL: 'http://127.0.0.1:9' },
  },
  'sender of mails': {
    wrong: { SMTP_URL: 'smtps://mail.test' },
    right: { SMTP_URL: 'smtps://mail.test', MAIL_FROM: 'launches@example.org' },
  },
  'metadata on loopback with a chain': {
    wrong: { ...CHAIN, BASE_URL: 'https://[::1]' },
    right: { ...CHAIN, BASE_URL: 'https://[::1]', METADATA_STORE: 'pinata', PINATA_JWT: 'x' },
  },
  'plain http with a chain': { wrong: { ...CHAIN, BASE_URL: 'http://launch.example.com' }, right: CHAIN },
  'plain http': { wrong: { BASE_URL: 'http://launch.example.com' }, right: { BASE_URL: 'http://127.0.0.1' } },
  'proxy that is not named': {
    wrong: { BASE_URL: 'https://launch.example.com' },
    right: { BASE_URL: 'https://launch.example.com', TRUSTED_PROXIES: '127.0.0.0/8' },
  },
  'plain http from anywhere': { wrong: { ALLOW_PLAIN_HTTP: '1' }, right: { ALLOW_PLAIN_HTTP: '1', ...TLS } },
  'nothing speaks https': { wrong: { HOST: '0.0.0.0' }, right: { HOST: '0.0.0.0', TRUSTED_PROXIES: '10.0.0.0/8' } },
  'operator key': { wrong: {}, right: { OPERATOR_API_KEY: GOOD } },
  'payer of distributions': { wrong: { EVM_CRANK_PAYER_KEY: EVM_KEY }, right: { CRANK_PAYER_KEY: wallet.secret } },
  'browser key beside an operator key': {
    wrong: { OPERATOR_API_KEY: GOOD, BROWSER_API_KEY: OTHER },
    right: { BROWSER_API_KEY: OTHER },
  },
  'credentials for KMS': {
    wrong: { CRANK_PAYER_KEY: IN_KMS },
    right: { CRANK_PAYER_KEY: IN_KMS, AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x' },
  },
  'keys in the environment': {
    wrong: { ...CHAIN, CRANK_PAYER_KEY: wallet.secret },
    right: { ...CHAIN, CRANK_PAYER_KEY: `file:${keyFile}` },
  },
  'secrets that can be guessed': { wrong: { OPERATOR_API_KEY: 'abcdefghijklmnop' }, right: { OPERATOR_API_KEY: GOOD } },
  'one secret for two roles': {
    wrong: { OPERATOR_API_KEY: GOOD, BROWSER_API_KEY: GOOD },
    right: { OPERATOR_API_KEY: GOOD, BROWSER_API_KEY: OTHER },
  },
  'key that is listed for ops': {
    wrong: { OPERATOR_API_KEY: GOOD, OPS_KEY_HASHES: hashApiKey(new Secret(GOOD)) },
    right: { OPERATOR_API_KEY: GOOD, OPS_KEY_HASHES: hashApiKey(new Secret(OTHER)) },
  },
  'wallets that anyone finds': { wrong: { EVM_CRANK_PAYER_KEY: `0x${'0'.repeat(63)}1` }, right: { EVM_CRANK_PAYER_KEY: EVM_KEY } },
  'one wallet for two roles': {
    wrong: { CRANK_PAYER_KEY: wallet.secret, LOOKUP_TABLE_KEY: other.secret, BUYBACK_KEY: other.secret },
    right: { CRANK_PAYER_KEY: wallet.secret, LOOKUP_TABLE_KEY: wallet.secret, BUYBACK_KEY: other.secret },
  },
}

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '[::1]',
  '[fd00::1]',
  '[::ffff:127.0.0.1]',
  '0.0.0.0',
  '2130706433',
  '0x7f.1',
  'localhost',
  'localhost.',
  'foo.localhost.',
  'ip6-localhost',
  'launch',
  '-',
  'a.-b.com',
  'a-.com',
  'host.local',
  'a.local.',
  'x.internal',
  'a.test',
  'launch.example',
  'example.invalid',
  'nas.home.arpa',
  'box.lan',
  'x.onion',
  'localhost..',
  'foo..com',
  '.com',
  '1.0.0.127.in-addr.arpa',
  'svc.cluster',
  'x.consul',
  'x.docker',
  'x.service.arpa',
  '127.0.0.1.nip.io',
  'app-10-0-0-1.sslip.io',
  'localtest.me',
  'app.localtest.me',
  'fritz.box',
])('no coin points to https://%s for ever: nobody else finds it', (host) => {
  const { wrong } = CROSS_CHECKS.find(({ name }) => name === 'metadata on loopback with a chain')!
  expect(wrong(readConfig({ ...CHAIN, BASE_URL: `https://${host}` }))).toHaveLength(1)
})

test.each([
  'launch.example.com',
  'a.b-c.io',
  'xn--e1afmkfd.xn--p1ai',
  'local.fun',
  'testing.dev',
  '8.8.8.8',
  '8-8-8-8.sslip.io',
  'docker.com',
  '[2606:4700::1111]',
])('https://%s may be found by everyone', (host) => {
  const { wrong } = CROSS_CHECKS.find(({ name }) => name === 'metadata on loopback with a chain')!
  expect(wrong(readConfig({ ...CHAIN, BASE_URL: `https://${host}` }))).toEqual([])
})

test('every check has settings that it objects to, and looks at variables that there are', () => {
  expect(CROSS_CHECKS.map(({ name }) => name).toSorted()).toEqual(Object.keys(CASES).toSorted())
  const names = ALL_VARIABLES.map(({ name }) => name)
  expect(CROSS_CHECKS.flatMap(({ of }) => of).filter((name) => !names.includes(name))).toEqual([])
})

test.each(CROSS_CHECKS.map((check) => [check.name, check] as const))(
  'the check %s passes right settings, and names what is wrong of others',
  (name, { level, of, wrong }) => {
    const cases = CASES[name]!
    expect(wrong(readConfig(cases.right))).toEqual([])
    if (level !== 'refuse') {
      const [found, ...more] = wrong(readConfig(cases.wrong))
      expect(more).toEqual([])
      expect(of.some((variable) => `${found!.text} ${found!.fix}`.includes(variable))).toBe(true)
      for (const secret of [GOOD, wallet.secret, other.secret, EVM_KEY]) expect(found!.text).not.toContain(secret)
      return
    }
    // With a wrong variable beside it, which is told: what follows from that is not told again.
    expect(() => readConfig(cases.wrong)).toThrow(ConfigError)
    expect(() => readConfig({ ...cases.wrong, PORT: 'x' })).toThrow('2 problem(s)')
  },
)
