import { unixMs } from '../../../src/domain/brands.ts'
import { OWN_LIMITS } from '../../../src/domain/limits/own-limits.ts'
import { owedRefund } from '../../support/owed-refund.ts'
import { crankRow, launchRow, planRow } from '../../support/storage-rows.ts'
import { newPerson, OPERATOR_KEY } from '../../support/test-app.ts'
import { HOSTILE } from './hostile-texts.ts'
import type { PageScene } from './page-scene.ts'
import { verdictOf } from '../../../src/domain/payments/payment-failure.ts'

/** One of everything that an operator may have to look at, with names that would do harm as markup. */
export async function seed({ app }: PageScene): Promise<void> {
  const { storage } = app.deps
  const nowMs = app.clock.nowMs()
  const claim = (label: string) => app.call('POST', '/api/agent/keys/claim', { label, agentName: HOSTILE.agent.model.slice(0, 48) })
  const { key, id } = (await claim(HOSTILE.name)).body
  await claim('a partner')
  const hook = { url: 'https://hooks.example/very/long/path/of/a/receiver', events: ['launch.created'], label: HOSTILE.handles[0] }
  const { webhook } = (await app.call('POST', '/api/webhooks', hook, { key })).body
  const endpoint = (await storage.webhooks.find(webhook.id))!
  await storage.webhooks.delete(endpoint.id)
  await storage.webhooks.insert({ ...endpoint, disabled: 'gone', firstFailedAtMs: nowMs })
  await owedRefund(app.deps, { payer: newPerson().wallet, failure: verdictOf('unproven'), route: 'POST /api/agent/launch' })
  const stuckMs = unixMs(nowMs - OWN_LIMITS.launchStuckMs)
  await storage.operations.insert(launchRow('op_stuck', { plan: planRow(HOSTILE.name), keyId: id, createdAtMs: stuckMs }), nowMs)
  await storage.operations.insert(launchRow('op_running', { keyId: id, createdAtMs: nowMs }), nowMs)
  await storage.operations.insert(crankRow('op_crank', { keyId: id, createdAtMs: nowMs }), nowMs)
  await app.call('POST', '/api/agent/keys', { label: 'minted' }, { key: OPERATOR_KEY })
}
