import { readCreditMessage, refundCreditMessage, spendMessage } from '../../src/domain/payments/credit.ts'
import { sha256Hex, toBase58 } from '../../src/lib/bytes.ts'
import { signDetached } from '../../src/lib/ed25519.ts'
import type { Payer } from './payment-bank.ts'
import { type Answer, newPerson, type Person, type TestApp } from './test-app.ts'

const HOST = 'launch.test'
let sent = 0

/** The wallet headers over a text of this time, each call another millisecond. */
export function sessionHeaders(person: Person, nowMs: number, message: (timestamp: string) => string): Record<string, string> {
  sent = (sent + 1) % 60_000
  const timestamp = String(nowMs - sent)
  return {
    'x-svc-wallet': person.wallet,
    'x-svc-timestamp': timestamp,
    'x-svc-signature': toBase58(signDetached(new TextEncoder().encode(message(timestamp)), person.pair)),
  }
}

/** Headers by which this session pays for a call with this text as its body. */
export const spending = (app: TestApp, person: Person, method: string, target: string, body = '', host = HOST): Record<string, string> =>
  sessionHeaders(person, app.clock.nowMs(), (timestamp) =>
    spendMessage(host, person.wallet, { method, target, bodySha256: sha256Hex(body) }, timestamp),
  )

/** A call that this session pays for. */
export const spend = (
  app: TestApp,
  person: Person,
  call: { readonly method: string; readonly target: string; readonly body?: unknown; readonly headers?: Record<string, string> },
): Promise<Answer> => {
  const text = call.body === undefined ? undefined : JSON.stringify(call.body)
  const headers = { ...spending(app, person, call.method, call.target, text), ...call.headers }
  return app.call(call.method, call.target, text, { headers })
}

/** Buys so many dollars for a session. */
export const buy = (app: TestApp, payer: Payer, person: Person, dollars = 1): Promise<Answer> =>
  app.call(
    'POST',
    '/api/credits',
    { sessionKey: person.wallet, amountUsd: String(dollars) },
    { headers: payer.pay(BigInt(dollars) * 1_000_000n) },
  )

/** What it has left. */
export const balance = async (app: TestApp, person: Person): Promise<unknown> => {
  const headers = sessionHeaders(person, app.clock.nowMs(), (timestamp) => readCreditMessage(HOST, person.wallet, timestamp))
  const { body } = await app.call('GET', '/api/credits', undefined, { headers })
  return body.balance ?? body.code
}

/** Asks for the rest back. */
export const refund = (app: TestApp, person: Person): Promise<Answer> => {
  const headers = sessionHeaders(person, app.clock.nowMs(), (timestamp) => refundCreditMessage(HOST, person.wallet, timestamp))
  return app.call('POST', '/api/credits/refund', undefined, { headers })
}

/** A session that has bought so many dollars. */
export async function openSession(app: TestApp, payer: Payer, dollars = 1): Promise<Person> {
  const person = newPerson()
  const { status, body } = await buy(app, payer, person, dollars)
  if (status !== 200) throw new Error(`buying answered ${status} ${body.code} ${JSON.stringify(body.errors)}`)
  return person
}
