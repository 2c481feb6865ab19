import { expect, test } from 'bun:test'
import { balance, openSession, refund, spend, spending } from '../../support/credit-session.ts'
import { emptyDatabase } from '../../support/empty-database.ts'
import { codes, times } from '../../support/paid-calls.ts'
import { createPaidApp, createPaymentBank } from '../../support/payment-bank.ts'
import { createTestApp } from '../../support/test-app.ts'

const url = process.env.TEST_DATABASE_URL
if (!url)
  console.log('Prepaid calls on two replicas are skipped: set TEST_DATABASE_URL=postgres://… to a server they may make databases on.')

test.skipIf(!url)('decision "Prepaid calls": two replicas on one PostgreSQL spend a balance once, whoever is faster', async () => {
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
  const at = (index: number) => replicas[index % 2]!.app
  const payer = bank.newPayer()
  const call = { method: 'GET', target: '/api/agent/launches' }

  const poor = await openSession(at(0), payer, 1)
  const answers = await Promise.all(Array.from({ length: 64 }, (_, index) => spend(at(index), poor, call)))
  expect(codes(answers)).toEqual([...times('200 ok', 20), ...times('402 payment_refused', 44)])
  expect([await balance(at(0), poor), await balance(at(1), poor)]).toEqual(['0', '0'])

  const copied = await openSession(at(0), payer, 1)
  const headers = spending(at(0), copied, 'GET', call.target)
  const copies = await Promise.all(Array.from({ length: 20 }, (_, index) => at(index).call('GET', call.target, undefined, { headers })))
  expect(copies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await balance(at(1), copied)).toBe('950000')

  const [refunds, calls] = await Promise.all([
    Promise.all([0, 1, 0, 1].map((index) => refund(at(index), copied))),
    Promise.all(Array.from({ length: 16 }, (_, index) => spend(at(index), copied, call))),
  ])
  const paidBack = refunds.reduce((sum, { body }) => sum + BigInt(body.refund ?? 0), 0n)
  const spent = BigInt(calls.filter(({ status }) => status === 200).length) * 50_000n
  expect(paidBack + spent + BigInt((await balance(at(0), copied)) as string)).toBe(950_000n)
  expect(bank.transfers).toHaveLength(2)
  for (const { app } of replicas) await app.close()
})
