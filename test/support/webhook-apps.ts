import { expect } from 'bun:test'
import { createGuardedFetch } from '../../src/adapters/outbound/guarded-fetch.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestAppOptions } from './test-deps.ts'
import { createWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts'
import { machineTime } from './machine-time.ts'

/** Opens whole apps that reach receivers on loopback; `closeAll` ends both. */
export function createWebhookApps() {
  const started: (() => unknown)[] = []
  return {
    async open(options: TestAppOptions = {}): Promise<TestApp> {
      const app = await createTestApp({ web: createGuardedFetch(machineTime, { allowLoopback: true }), ...options })
      started.push(app.close)
      return app
    },
    receive(): WebhookReceiver {
      const receiver = createWebhookReceiver()
      started.push(receiver.stop)
      return receiver
    },
    async closeAll() {
      for (const stop of started.splice(0)) await stop()
    },
  }
}

/** What webhooks of `register` hear of. */
export const LAUNCH_EVENTS = ['launch.created', 'feeShare.locked']

/** Registers a webhook; its answer, in which the secret stands once. */
export async function register(app: TestApp, key: string, url = 'https://public.test/hook') {
  const { status, body } = await app.call('POST', '/api/webhooks', { url, events: LAUNCH_EVENTS }, { key })
  expect(status).toBe(201)
  return body as { webhook: { id: string }; secret: string }
}
