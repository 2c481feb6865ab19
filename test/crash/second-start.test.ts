import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { PAY_TO, PRICE } from '../support/payment-bank.ts'
import { contradictions } from '../support/check-record.ts'
import { runAgentLaunch } from '../support/run-command.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { slowly } from '../support/slowly.ts'
import { eventually } from '../support/eventually.ts'
import { type ServerProcess, startServerProcess, temporaryDataDirs } from '../support/server-process.ts'
import { OPERATOR_KEY } from '../support/test-app.ts'
import { createWebhookReceiver } from '../support/webhook-receiver.ts'
import { type BaseNode, describeOnBase, startBaseNode } from '../payments/support/base-node.ts'
import { type EvmPayer, newEvmPayer } from '../payments/support/evm-payer.ts'
import { callService, FORMS, newCoin, paymentEnv, type Reply } from '../payments/support/paid-service.ts'

setDefaultTimeout(1_800_000)

// In full a second process comes 200 times; else a sample.
const STARTS = process.env.CRASH_TEST === 'full' ? 200 : 20
const WORKERS = 4

describeOnBase('a second process on one data folder, at any moment of launches, payments and webhooks', () => {
  const { next: newFolder, removeAll } = temporaryDataDirs()
  const receiver = createWebhookReceiver()
  let node: BaseNode
  let server: ServerProcess

  beforeAll(async () => {
    node = await startBaseNode()
  })
  afterAll(async () => {
    await server?.kill()
    await node.stop()
    receiver.stop()
    removeAll()
  })

  /** The ways in which somebody starts another one without meaning to. */
  function intruders(dataDir: string, elsewhere: string, url: string) {
    symlinkSync(dataDir, join(elsewhere, 'link'))
    mkdirSync(join(elsewhere, 'own'), { mode: 0o700 })
    const backup = join(elsewhere, 'backup.db')
    return {
      backup,
      ways: [
        { args: ['serve'], env: { DATA_DIR: dataDir, PORT: '0' } },
        { args: [], env: { DATA_DIR: dataDir, PORT: new URL(url).port } },
        { args: ['serve'], env: { DATA_DIR: join(elsewhere, 'link'), PORT: '0' } },
        { args: ['serve'], env: { DATA_DIR: join(elsewhere, 'own'), DATABASE_URL: `sqlite:${join(dataDir, 'service.db')}`, PORT: '0' } },
        { args: ['serve'], env: { DATA_DIR: dataDir, DATABASE_URL: `sqlite:${join(elsewhere, 'other.db')}`, PORT: '0' } },
        { args: ['restore', backup], env: { DATA_DIR: dataDir } },
      ] as { args: string[]; env: Record<string, string> }[],
    }
  }

  test('decision "The data is held by locks of the operating system": it is refused each time, and nothing is doubled', async () => {
    const [dataDir, elsewhere] = [newFolder(), newFolder()]
    // The receiver is slow: an attempt is under way at most moments.
    receiver.answers = [slowAnswer(400)]
    server = await startServerProcess({
      DATA_DIR: dataDir,
      OPERATOR_API_KEY: OPERATOR_KEY,
      BACKUP_CRON: 'off',
      TRUSTED_PROXIES: '127.0.0.0/8',
      // Its clients come through a proxy, and their receiver is on this machine.
      SIMULATED_OPEN: '1',
      ...paymentEnv(FORMS[1], node, ''),
    })
    const { url } = server
    let over = false
    let clients = 0
    let answered = 0
    const mints: string[] = []
    const payers: string[] = []
    // Made before anything else asks the node: it forgets transactions of theirs under load.
    const moneyed: EvmPayer[] = []
    while (moneyed.length < 2 * STARTS) moneyed.push(await newEvmPayer(node))
    const faults: string[] = []
    // Limits are of an address: each launch is of a client of its own.
    const newClient = () => ({ 'x-forwarded-for': `10.3.${(clients += 1) >> 8}.${clients & 255}`, 'x-forwarded-proto': 'https' })

    /** A payer of its own, or a key of its own with a webhook. */
    const credentials = async (paid: boolean): Promise<Record<string, string>> => {
      const from = newClient()
      const payer = paid ? moneyed.pop() : undefined
      if (payer) {
        payers.push(payer.address.toLowerCase())
        return { ...from, ...(await payer.pay(PRICE.launch)) }
      }
      const { key } = (await callService(url, 'POST', '/api/agent/keys/claim', {}, from)).body
      const headers = { ...from, 'x-svc-api-key': key as string }
      const registration = { url: receiver.url, events: ['launch.created', 'feeShare.locked'] }
      receiver.secrets.push((await callService(url, 'POST', '/api/webhooks', registration, headers)).body.secret)
      return headers
    }
    const work = async (worker: number): Promise<void> => {
      for (let n = 0; !over; n += 1) {
        const key = `second-start-${worker}-${n}`
        // Every third is slow, so that it is under way when somebody comes.
        const { body, launcherHeader } = newCoin({ name: `Frog ${worker} ${n}`, ticker: n % 3 === 0 ? 'XSLOW' : 'FROG' })
        const headers = { ...(await credentials((worker + n) % 2 === 0)), ...launcherHeader, 'x-idempotency-key': key }
        // Where the chain is slow to confirm a payment, the same request is sent again, as the answer says.
        const ask = (): Promise<Reply> =>
          eventually(
            async () => {
              const answer = await callService(url, 'POST', '/api/agent/launch', body, headers)
              return answer.status === 503 ? null : answer
            },
            600_000,
            1_000,
          )
        // The client loses patience and asks again, as clients do, while others are answered: both ask for one launch.
        const [first, patience] = [ask(), answered + (n % 4)]
        let firstEnded = false
        const end = () => (firstEnded = true)
        void first.then(end, end)
        const again = eventually(() => firstEnded || answered >= patience, 600_000).then(ask)
        const answers = await Promise.all([first, again].map((one) => one.finally(() => (answered += 1))))
        const odd = answers.filter(({ status }) => ![201, 409].includes(status))
        const made = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.mint as string))
        if (odd.length > 0 || made.size !== 1)
          faults.push(`${key}: ${made.size} coins, ${JSON.stringify(odd.map(({ status, body }) => [status, body?.code, body?.detail]))}`)
        mints.push(...made)
      }
    }
    const workers = Array.from({ length: WORKERS }, (_, worker) => work(worker))
    await eventually(() => mints.length > 3 && receiver.messages.length > 3, 60_000)

    const { ways, backup } = intruders(dataDir, elsewhere, url)
    expect((await runAgentLaunch(['backup', backup], { DATA_DIR: dataDir })).code).toBe(0)
    const names = () => readdirSync(dataDir).toSorted()
    const namesBefore = names()
    const refusals = new Map<string, number>()
    const random = createSeededRandom(20_261_122)
    for (let start = 0; start < STARTS; start += 1) {
      // The moment is so many launches and messages after the last one.
      const moment = mints.length + receiver.messages.length + random.below(5)
      await eventually(() => mints.length + receiver.messages.length >= moment, 60_000)
      const { args, env } = ways[start % ways.length]!
      const { code, out, err } = await runAgentLaunch(args, env)
      expect({ start, code, out, err }).toEqual({ start, code: 1, out: '', err: expect.stringContaining('Nothing was changed.') })
      expect(err).toContain(url)
      refusals.set(args.join(' ').split('/')[0]!, (refusals.get(args.join(' ').split('/')[0]!) ?? 0) + 1)
    }
    expect(names()).toEqual(namesBefore)
    expect([readdirSync(join(elsewhere, 'own')), existsSync(join(elsewhere, 'other.db'))]).toEqual([[], false])
    over = true
    await Promise.all(workers)
    expect(faults).toEqual([])

    // Everything that was to be told has been told, once.
    await eventually(() => count(dataDir, 'SELECT count(*) AS n FROM webhook_delivery WHERE pending = 1') === 0, 120_000)
    const ids = receiver.messages.map(({ id, data }) => `${id} ${String(data.mint)}`)
    expect({ twice: ids.length - new Set(ids).size, forged: receiver.forged.length }).toEqual({ twice: 0, forged: 0 })
    expect([count(dataDir, 'SELECT count(*) AS n FROM coin'), new Set(mints).size]).toEqual([mints.length, mints.length])
    const charged = (await node.paymentsTo(PAY_TO)).map(({ from }) => from.toLowerCase())
    const paid = new Set(charged)
    expect({ twice: charged.length - paid.size, unpaid: payers.filter((payer) => !paid.has(payer)) }).toEqual({ twice: 0, unpaid: [] })
    expect(await server.stop()).toBe(0)
    expect(contradictions(join(dataDir, 'service.db'))).toEqual([])
    console.log(
      `${STARTS} starts refused (${[...refusals].map(([what, times]) => `${what.trim() || 'no argument'} ${times}`).join(', ')}); meanwhile ${mints.length} launches, each asked for twice, ${charged.length} payments, ${ids.length} webhook messages: nothing doubled`,
    )
    rmSync(backup)
  })
})

/** An answer that takes its time, anew for each message. */
const slowAnswer = (ms: number): Promise<Response> =>
  ({
    then: (resolve: (response: Response) => unknown) => void slowly(ms, null).then(() => resolve(new Response(null, { status: 204 }))),
  }) as never

function count(dataDir: string, sql: string): number {
  const db = new Database(join(dataDir, 'service.db'), { readonly: true, strict: true })
  const { n } = db.query<{ n: number }, []>(sql).get()!
  db.close()
  return n
}
