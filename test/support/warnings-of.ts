import { expect } from 'bun:test'
import type { TestApp } from './test-app.ts'

/** What a plan is warned of beside its picture and unused wallets, which stands on the approval page too. */
export async function warningsOf(app: TestApp, key: string, changes: Record<string, unknown>): Promise<string[]> {
  const { status, body } = await app.call('POST', '/api/agent/launch/dry-run', app.launchBody(changes), { key })
  expect(status).toBe(200)
  const view = (await app.call('GET', `/api/agent/launch/dry-run/${body.dryRunId}`)).body
  expect(view.plan.warnings).toEqual(body.warnings)
  return (body.warnings as string[]).filter(
    (warning) => !warning.includes('picture') && !warning.includes('never been used') && !warning.startsWith('Never used'),
  )
}
