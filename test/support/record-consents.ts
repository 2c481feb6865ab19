import { consentMessage } from '../../src/domain/consent/signed-consent.ts'
import { optOutMessage } from '../../src/features/kols/opt-out-by-wallet.ts'
import type { Person, TestApp } from './test-app.ts'

type Open = (name: string, params?: Record<string, string>, options?: { body?: object; headers?: Record<string, string> }) => Promise<any>

/** Makes every call of consents for this person, and opts them out. */
export async function recordConsents(app: TestApp, open: Open, person: Person): Promise<void> {
  const signed = { choice: 'all', agents: [] } as const
  const headers = app.signed(person, (at) => consentMessage(new URL(app.deps.policy.baseUrl).host, person.wallet, signed, at))
  await open('POST /api/consents', {}, { body: { choice: signed.choice }, headers })
  await open('GET /api/consents/{wallet}', { wallet: person.wallet })
  const optOut = app.signed(person, (at) => optOutMessage(new URL(app.deps.policy.baseUrl).host, person.wallet, at))
  await open('POST /api/kol/opt-out', {}, { headers: optOut })
}
