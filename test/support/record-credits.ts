import type { RecordedCalls } from '../../src/features/discovery/read-recorded-calls.ts'
import { readCreditMessage, refundCreditMessage } from '../../src/domain/payments/credit.ts'
import { createCallRecorder } from './call-recorder.ts'
import { createPaidApp } from './payment-bank.ts'
import { newPerson } from './test-app.ts'

/** Makes every call of prepaid balances, where payments are taken. */
export async function recordCredits(): Promise<RecordedCalls> {
  const { app, bank } = await createPaidApp({ policy: { rateLimits: false } })
  const { recorded, open } = createCallRecorder(app)
  const session = newPerson()
  const headers = bank.newPayer().pay(5_000_000n)
  await open('POST /api/credits', {}, { body: { sessionKey: session.wallet, amountUsd: '5' }, headers })
  await open('GET /api/credits', {}, { headers: app.signed(session, (at) => readCreditMessage('launch.test', session.wallet, at)) })
  await open(
    'POST /api/credits/refund',
    {},
    { headers: app.signed(session, (at) => refundCreditMessage('launch.test', session.wallet, at)) },
  )
  await app.close()
  return recorded
}
