import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStorage } from '../../src/adapters/storage/storage.ts'
import { unixMs, usdMicros, type Wallet } from '../../src/domain/brands.ts'
import { paymentRow } from '../support/storage-rows.ts'
import { runAgentLaunch } from '../support/run-command.ts'
import { Secret } from '../../src/lib/secret.ts'
import { readFailureWord } from '../../src/domain/payments/payment-failure.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'payments-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a command in a process of its own, as an operator does. */
const command = (...args: string[]) => runAgentLaunch(args, { DATA_DIR: folder })

test('decision "A paid call is charged when it succeeds": the operator sees to whom a refund is due, and notes it once', async () => {
  const storage = await openStorage(new Secret(`sqlite:${join(folder, 'service.db')}`))
  const now = { nowMs: unixMs(500), untilMs: unixMs(500) }
  for (const id of ['pay_1', 'pay_2']) {
    await storage.payments.claim(paymentRow(id), 'l', unixMs(500))
    const state = id === 'pay_1' ? 'refund_due' : 'done'
    await storage.payments.move(
      { id, lease: 'l' },
      { state, transaction: `0x${id}`, failure: id === 'pay_1' ? readFailureWord('launch_refused') : null },
      now,
    )
  }
  const bought = {
    network: 'eip155:8453',
    asset: '0xasset',
    payer: '0xpay_2',
    createdAtMs: unixMs(1),
    amountUsdMicros: usdMicros(1_500_000n),
  }
  await storage.credits.buy('pay_2', { ...bought, sessionKey: 'k' as Wallet })
  await storage.close()

  const listed = await command('payments', 'list')
  expect(listed).toMatchObject({ code: 0, err: '' })
  expect(listed.out).toContain('done 1, refund_due 1, refunded 0')
  expect(listed.out).toContain('Prepaid and not spent: $1.50 of 1 session, to be paid back when asked for.')
  expect(listed.out).toMatch(/pay_1 +refund_due +\$9007199254\.740993 +0xpay_1 .*launch_refused/)
  expect((await command('payments', 'list', '--state', 'refund_due')).out).not.toContain('pay_2 ')
  expect((await command('doctor')).out).toContain('1 refund is due to payers')

  expect(await command('payments', 'refunded', 'pay_1')).toMatchObject({ code: 0, out: expect.stringContaining('Now send') })
  expect(await command('payments', 'refunded', 'pay_1')).toMatchObject({ code: 2, err: 'No refund of pay_1 is due.\n' })
  expect(await command('payments', 'refunded', 'pay_2')).toMatchObject({ code: 2 })
})

test.each([
  [['payments'], 'Say payments list'],
  [['payments', 'list', '--state', 'odd'], '--state must be one of'],
  [['payments', 'refunded'], 'needs the ID'],
])('decision "A paid call is charged when it succeeds": %p is refused', async (args, problem) => {
  expect(await command(...args)).toMatchObject({ code: 2, err: expect.stringContaining(problem) })
})
