import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { chmodSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Database } from 'bun:sqlite'
import { openStorage } from '../../src/adapters/storage/storage.ts'
import { NO_BOUNDS } from '../../src/domain/keys/key-bounds.ts'
import { unixMs, atomicUnits } from '../../src/domain/brands.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { startSmtpServer } from '../support/smtp-server.ts'
import { startServerProcess, temporaryDataDir } from '../support/server-process.ts'
import { newPerson, OPERATOR_KEY } from '../support/test-app.ts'
import { runAgentLaunch } from '../support/run-command.ts'
import { Secret } from '../../src/lib/secret.ts'

// Every command is a process of its own, and starts slowly on a busy machine.
setDefaultTimeout(180_000)

let dataDir: string
let remove: () => void
beforeEach(() => ({ dataDir, remove } = temporaryDataDir()))
afterEach(() => remove())

/** Runs `agent-launch doctor` in a process of its own, as an operator does; `findings` are its lines, each with its fix. */
async function doctor(env: Record<string, string> = {}) {
  const { code, out } = await runAgentLaunch(['doctor'], { DATA_DIR: dataDir, PORT: '9', ...env })
  const findings = out.split(/\n(?=ok |warn |fail |\n)/).map((text) => text.trim())
  return { code, out, findings, of: (words: string) => findings.filter((text) => text.includes(words)) }
}

async function withStorage(work: (storage: Storage) => Promise<unknown>): Promise<void> {
  const storage = await openStorage(new Secret(`sqlite:${join(dataDir, 'service.db')}`))
  try {
    await work(storage)
  } finally {
    await storage.close()
  }
}

/** What a first start leaves: database and sealing key, with one webhook sealed by it. */
async function servedOnce(): Promise<void> {
  const server = await startServerProcess({ DATA_DIR: dataDir, OPERATOR_API_KEY: OPERATOR_KEY })
  const body = JSON.stringify({ url: 'http://127.0.0.1:9/hook', events: ['launch.created'] })
  const headers = { 'x-svc-api-key': OPERATOR_KEY, 'content-type': 'application/json' }
  expect((await fetch(`${server.url}/api/webhooks`, { method: 'POST', headers, body })).status).toBe(201)
  const running = await doctor({ PORT: new URL(server.url).port })
  expect(running.of('the service runs at')).toHaveLength(1)
  await server.stop()
}

describe('decision "What keeps a start from happening": doctor', () => {
  test('before the first start nothing fails, nothing is made, and every warning has its fix', async () => {
    const { code, findings, out } = await doctor()
    expect(code).toBe(0)
    expect(out).toContain('Ready to serve.')
    for (const finding of findings.filter((text) => /^(warn|fail)/.test(text))) expect(finding).toContain('fix: ')
    expect(out).toContain('the database is made on first start')
  })

  test('decision "What keeps a start from happening": what simulated mode fills in is not missed', async () => {
    const { code, of } = await doctor({ APPROVER_WALLETS: '' })
    expect(code).toBe(0)
    expect(of('nobody pays distributions')).toEqual([])
    expect((await doctor({ SOLANA_RPC_URL: 'http://127.0.0.1:9', TREASURY_WALLET: newPerson().wallet })).of('nobody pays')).toHaveLength(1)
  })

  test.each(['/proc/x/data', '/dev/null/data', '/sys/data'])(
    'decision "What keeps a start from happening": no data folder can be made at %s',
    async (folder) => {
      const { code, of } = await doctor({ DATA_DIR: folder })
      expect(code).toBe(1)
      expect(of(`DATA_DIR (${folder}) cannot be made`)).toEqual([expect.stringMatching(/^fail.*\n +fix: /)])
    },
  )

  test('decision "What keeps a start from happening": it leaves nothing in a folder that it tried', async () => {
    const before = readdirSync(dataDir)
    expect((await doctor()).of(`DATA_DIR (${dataDir})`)[0]).toStartWith('ok')
    expect(readdirSync(dataDir)).toEqual(before)
  })

  test('rules 10.34: the mail server is asked whether it takes the sign-in, and gets no mail', async () => {
    const server = await startSmtpServer()
    try {
      server.password = 'password'
      const env = (password: string) => ({ SMTP_URL: `smtp://user:${password}@127.0.0.1:${server.port}`, MAIL_FROM: 'a@b.test' })
      expect((await doctor(env('password'))).of('SMTP_URL takes')).toEqual(['ok    the mail server of SMTP_URL takes the sign-in'])
      const wrong = await doctor(env('another-one'))
      expect(wrong.code).toBe(1)
      expect(wrong.of('SMTP_URL: it has')).toEqual([expect.stringMatching(/^fail.*user and password \(535\)\n +fix: /)])
      expect(wrong.out).not.toContain('another-one')
      expect(server.commands.filter((command) => command.startsWith('MAIL'))).toEqual([])
    } finally {
      await server.stop()
    }
  })

  test('what each wallet has spent of its budget today, and a warning where it is nearly used up', async () => {
    const entry = { spendingClass: 'operator', caller: 'cron', atMs: unixMs(Date.now()) } as const
    await withStorage(async ({ spending }) => {
      await spending.insert({ ...entry, id: 'a', budgetName: 'crank', amountAtomic: atomicUnits(20_000_000n) })
      await spending.insert({ ...entry, id: 'b', budgetName: 'evm-crank', amountAtomic: atomicUnits(4_600_000_000_000_000n) })
      await spending.insert({
        ...entry,
        id: 'c',
        budgetName: 'crank',
        amountAtomic: atomicUnits(9_000_000n),
        atMs: unixMs(Date.now() - 48 * 3_600_000),
      })
    })
    const { of } = await doctor({ CRANK_PAYER_KEY: newPerson().secret, EVM_CRANK_PAYER_KEY: `0x${'ab'.repeat(32)}` })
    expect(of('crank wallet: 0.0')).toEqual([
      expect.stringMatching(/^ok {4}crank wallet: 0\.02 SOL of 0\.05 SOL spent today \(UTC\)/),
      expect.stringMatching(/^warn {2}evm-crank wallet: 0\.0046 ETH of 0\.005 ETH spent today \(UTC\)\n +fix: .*EVM_CRANK_DAILY_GWEI/),
    ])
    expect(of('facilitator wallet')).toEqual([])
  })

  test('every wrong variable is told with what it is for', async () => {
    const { code, of } = await doctor({ PORT: 'x', BACKUP_KEEP: '0', SECRET_KEY: 'hunter2' })
    expect(code).toBe(1)
    expect(of('BACKUP_KEEP')).toEqual([expect.stringContaining('fix: BACKUP_KEEP: how many copies are kept (default: 14)')])
    expect(of('PORT must')).toHaveLength(1)
    expect(of('hunter2')).toEqual([])
  })

  test.each([
    ['http with a chain', { BASE_URL: 'http://launch.example.com' }, 'fail', 'in clear'],
    ['loopback with a chain', {}, 'fail', 'for ever'],
    ['http in simulated mode', { BASE_URL: 'http://launch.example.com', SOLANA_RPC_URL: '' }, 'warn', 'without https'],
    ['https without a trusted proxy', { BASE_URL: 'https://launch.example.com', SOLANA_RPC_URL: '' }, 'warn', 'TRUSTED_PROXIES is empty'],
  ])('BASE_URL: %s', async (_what, env, level, words) => {
    const chain = { SOLANA_RPC_URL: 'http://127.0.0.1:9/?api-key=hunter2', TREASURY_WALLET: newPerson().wallet }
    const { of, out } = await doctor({ ...chain, ...env })
    expect(of(words)).toEqual([expect.stringMatching(new RegExp(`^${level} `))])
    expect(out).not.toContain('hunter2')
  })

  test('the sealing key: open to others, another one, and missing', async () => {
    await servedOnce()
    const file = join(dataDir, 'secret.key')
    expect((await doctor()).of('the sealing key opens')).toHaveLength(1)
    chmodSync(file, 0o644)
    expect((await doctor()).of(`chmod 600 ${file}`)).toEqual([expect.stringMatching(/^warn/)])
    writeFileSync(file, 'another key of sufficient length for this')
    const other = await doctor()
    expect([other.code, other.of('is not the one of this database').length]).toEqual([1, 1])
    rmSync(file)
    const missing = await doctor()
    expect([missing.code, missing.of('secret.key is missing').length]).toEqual([1, 1])
  })

  test('jobs that failed or are overdue, webhooks that nobody sends, backups that stopped, keys that cannot launch', async () => {
    await servedOnce()
    const hourAgo = unixMs(Date.now() - 3_600_000)
    await withStorage(async ({ scheduledRuns: jobs, events, keys }) => {
      await jobs.start('crank', hourAgo)
      await jobs.finish('crank', { startedAtMs: hourAgo, nowMs: hourAgo, outcome: 'failed: upstream_unavailable', nextRunAtMs: null })
      await jobs.start('remits', hourAgo)
      await jobs.finish('remits', { startedAtMs: hourAgo, nowMs: hourAgo, outcome: '1 coins read', nextRunAtMs: unixMs(hourAgo + 60_000) })
      await events.insert({ id: 'evt_1', type: 'launch.created', mint: null, keyId: 'operator' as never, atMs: hourAgo, data: {} as never })
      await keys.insert(
        {
          id: 'ak_1' as never,
          label: 'x',
          agentName: null,
          model: null,
          fingerprint: 'x',
          launchesPerHour: 5,
          requireApproval: true,
          ops: false,
          referral: null,
          active: true,
          previous: null,
          bounds: NO_BOUNDS,
          createdAtMs: hourAgo,
          lastUsedAtMs: null,
        },
        { hash: 'x', claimAddress: null, claimSite: null },
      )
    })
    const { of } = await doctor({ BACKUP_CRON: 'off' })
    expect(of('job crank')).toEqual([expect.stringMatching(/^warn.*failed: upstream_unavailable/)])
    expect(of('job remits')).toEqual([expect.stringContaining('which has passed')])
    expect(of('1 webhook delivery waits')).toEqual([expect.stringMatching(/^warn.*nobody sends them/)])
    expect(of('backups are switched off')).toHaveLength(1)
    expect(of('nobody can give it')).toEqual([])
    // Where no chain is simulated nobody approves by default.
    const real = await doctor({ SOLANA_RPC_URL: 'http://127.0.0.1:9', TREASURY_WALLET: newPerson().wallet })
    expect(real.of('1 key(s) need approval and nobody can give it')).toEqual([expect.stringMatching(/^fail/)])
  })

  test('it changes nothing: an empty database stays empty, and one of a later version or of a commit before 1.0.0 is named', async () => {
    writeFileSync(join(dataDir, 'service.db'), '')
    expect((await doctor()).of('its tables are made on first start')).toHaveLength(1)
    const change = (statement: string) => {
      const db = new Database(join(dataDir, 'service.db'))
      db.run(statement)
      const { n } = db.query<{ n: number }, []>('SELECT count(*) AS n FROM sqlite_schema').get()!
      db.close()
      return n
    }
    expect(change('SELECT 1')).toBe(0)
    await withStorage(async () => {})
    change("INSERT INTO kysely_migration (name, timestamp) VALUES ('999-future', '')")
    const later = await doctor()
    expect([later.code, later.of('999-future')]).toEqual([
      1,
      [expect.stringMatching(/^fail.*\n +fix: start that one, or restore a backup/)],
    ])
    change("UPDATE kysely_migration SET name = '002-expiry' WHERE name = '999-future'")
    const unreleased = await doctor()
    expect(unreleased.code).toBe(1)
    expect(unreleased.of('of a commit before 1.0.0')).toEqual([expect.stringMatching(/^fail.*does not read\n +fix: name an empty one/)])
    writeFileSync(join(dataDir, 'service.db'), 'no database. '.repeat(1_000))
    expect((await doctor()).of('does not open')).toEqual([expect.stringContaining('restore')])
  })
})
