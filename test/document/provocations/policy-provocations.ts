import { DAY_MS } from '../../../src/domain/limits.ts'
import { policyMessage, revocationMessage } from '../../../src/domain/policy/spending-policy.ts'
import { openingMessage } from '../../../src/features/approvals/open-approvals.ts'
import { consentMessage } from '../../../src/domain/consent/signed-consent.ts'
import { newPerson, type TestApp } from '../../support/test-app.ts'
import { type Provocation, scened } from './provocation.ts'

const clauses = ({ clock }: TestApp, keyId: string) => ({
  keyId,
  platforms: ['simulated'],
  currency: 'SOL',
  launchMax: '1',
  dayMax: '1',
  firstBuyMax: '0',
  wallets: [],
  directory: true,
  from: new Date(clock.nowMs()).toISOString(),
  until: new Date(clock.nowMs() + DAY_MS).toISOString(),
})

async function sign(app: TestApp, body: object) {
  const { text } = (await app.call('POST', '/api/policies/text', body)).body
  return app.call('POST', '/api/policies', body, { headers: app.signed(app.approver, (at) => policyMessage(text, at)) })
}
const revoke = (app: TestApp, hash: string) =>
  app.call('DELETE', `/api/policies/${hash}`, undefined, { headers: app.signed(app.approver, (at) => revocationMessage(hash, at)) })

/** What spending policies and consents are refused with. */
export const POLICY_PROVOCATIONS: Readonly<Record<string, Provocation>> = {
  'POST /api/policies 403': scened((scene) => scene.call('POST', '/api/policies', clauses(scene.app, 'ak_none'))),
  'POST /api/policies 404': scened(({ app }) => sign(app, clauses(app, 'ak_none'))),
  'POST /api/policies 409': scened(async ({ app }) => {
    const key = await app.claim()
    const { keys } = (await app.call('GET', '/api/agent/keys', undefined, { key })).body
    const body = clauses(app, keys[0].id)
    await revoke(app, (await sign(app, body)).body.policy.hash)
    await app.clock.advance(1)
    return sign(app, body)
  }),
  'GET /api/approvals/policies/{hash}/launches 404': scened(async ({ app }) => {
    const headers = app.signed(app.approver, (at) => openingMessage('launch.test', app.approver.wallet, at))
    const { token } = (await app.call('POST', '/api/approvals/open', undefined, { headers })).body
    return app.call('GET', '/api/approvals/policies/none/launches', undefined, { headers: { 'x-svc-approvals-token': token } })
  }),
  'POST /api/consents 409': scened(async ({ app }) => {
    const person = newPerson()
    const signed = () => app.signed(person, (at) => consentMessage('launch.test', person.wallet, { choice: 'all', agents: [] }, at))
    const earlier = signed()
    await app.clock.advance(1)
    await app.call('POST', '/api/consents', { choice: 'all' }, { headers: signed() })
    return app.call('POST', '/api/consents', { choice: 'all' }, { headers: earlier })
  }),
  'DELETE /api/policies/{hash} 404': scened(({ app }) => revoke(app, 'none')),
  'DELETE /api/policies/{hash} 403': scened((scene) => scene.call('DELETE', '/api/policies/none')),
}
