import { expect, test } from 'bun:test'
import { createPaidApp, createPaymentBank, PRICE } from '../../support/payment-bank.ts'
import { createTestApp } from '../../support/test-app.ts'
import { emptyDatabase } from '../../support/empty-database.ts'

const url = process.env.TEST_DATABASE_URL
if (!url) console.log('Payments on two replicas are skipped: set TEST_DATABASE_URL=postgres://… to a server they may make databases on.')

test.skipIf(!url)(
  'decision "A paid call is charged when it succeeds": two replicas on one PostgreSQL: of 50 copies one runs and is charged, under a nonce and under an idempotency key',
  async () => {
    const databaseUrl = await emptyDatabase(url!)
    await (await createTestApp({ databaseUrl })).close()
    const bank = createPaymentBank()
    const replicas = await Promise.all([1, 2].map(() => createPaidApp({ databaseUrl, policy: { rateLimits: false } }, bank)))
    // Ids are counted from one in each test app, and two replicas must not give the same.
    for (const [index, { app }] of replicas.entries()) {
      const { ids } = app.deps
      const text = ids.text.bind(ids)
      ;(ids as { text: typeof text }).text = (length) => `${index + 1}${text(length).slice(1)}`
    }
    const payer = bank.newPayer()
    const body = replicas[0]!.app.launchBody()
    const send = (index: number, headers: Record<string, string>) =>
      replicas[index % 2]!.app.call('POST', '/api/agent/launch/dry-run', body, { headers })

    const copy = payer.pay(PRICE.dryRun)
    const copies = await Promise.all(Array.from({ length: 50 }, (_, index) => send(index, copy)))
    expect(copies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(copies.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(bank.transfers).toHaveLength(1)

    const keyed = () => ({ ...payer.pay(PRICE.dryRun), 'x-idempotency-key': 'one-request-for-all' })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => send(index, keyed())))
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ body: answer }) => answer.dryRunId)).size).toBe(1)
    expect(bank.transfers).toHaveLength(2)
    for (const { app } of replicas) await app.close()
  },
)
