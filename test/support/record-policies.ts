import { DAY_MS } from '../../src/domain/limits.ts'
import { policyMessage, revocationMessage } from '../../src/domain/policy/spending-policy.ts'
import type { TestApp } from './test-app.ts'

type Call = (name: string, params?: Record<string, string>, options?: { body?: object; headers?: Record<string, string> }) => Promise<any>

/** Makes every call of spending policies, of the caller's key; `token` opens an approver's list. */
export async function recordPolicies(app: TestApp, { open, call }: { open: Call; call: Call }, token: string): Promise<void> {
  const [key] = (await call('GET /api/agent/keys')).keys
  const [from, until] = [0, 7 * DAY_MS].map((ms) => new Date(app.clock.nowMs() + ms).toISOString())
  const limits = { currency: 'SOL', launchMax: '0.5', dayMax: '2', firstBuyMax: '0.1' }
  const body = { keyId: key.id, platforms: ['simulated'], ...limits, wallets: [], directory: true, from, until }
  const { text, hash } = await open('POST /api/policies/text', {}, { body })
  await open('POST /api/policies', {}, { body, headers: app.signed(app.approver, (at) => policyMessage(text, at)) })
  await call('GET /api/policies')
  await call('GET /api/policies/{hash}', { hash })
  await call('GET /api/policies/{hash}/launches', { hash })
  const headers = { 'x-svc-approvals-token': token }
  await open('GET /api/approvals/policies', {}, { headers })
  await open('GET /api/approvals/policies/{hash}/launches', { hash }, { headers })
  await open('DELETE /api/policies/{hash}', { hash }, { headers: app.signed(app.approver, (at) => revocationMessage(hash, at)) })
}
