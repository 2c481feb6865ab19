import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { expectNothingHappened } from '../support/nothing-happened.ts'
import { createTestApp, OPERATOR_KEY, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp({ env: { JOBS_ENABLED: '1' }, policy: { rateLimits: false } })
})
afterEach(() => app.close())

/** Each kind of what is not seen: it fills, orders, separates, selects, tags, or is blank. */
const UNSEEN = ['\u3164', '\u061c', '\u2028', '\ufe0f', '\u{e0061}', '\u2800', '\u00ad', '\u200d', '\ufff9', '\u115f']

const at = (body: any, pointer: string, value: string): any => {
  const copy = structuredClone(body)
  const names = pointer.slice(1).split('/')
  const holder = names.slice(0, -1).reduce((part, name) => (part[name] ??= {}), copy)
  holder[names.at(-1)!] = value
  return copy
}

describe('rules 10.3: what an approver or an operator reads is all there is', () => {
  test.each([
    [
      '/api/agent/launch/dry-run',
      [
        '/name',
        '/ticker',
        '/description',
        '/twitter',
        '/website',
        '/crew/0/handle',
        '/crew/0/wallet',
        '/launcherPubkey',
        '/agent/name',
        '/agent/objective',
        '/agent/model',
        '/imageContentType',
        '/platform',
      ],
    ],
    ['/api/agent/autohire', ['/name', '/ticker', '/description']],
    ['/api/agent/keys/claim', ['/label', '/agentName', '/model', '/referralCode']],
    ['/api/webhooks', ['/label', '/url']],
    ['/api/jobs/coin', ['/mint']],
  ])('%s', async (path, fields) => {
    const bodies: Record<string, object> = {
      '/api/agent/launch/dry-run': app.launchBody(),
      '/api/agent/autohire': { name: 'Frog' },
      '/api/agent/keys/claim': { label: 'me' },
      '/api/webhooks': { url: 'https://example.com/hook', events: ['launch.created'] },
      '/api/jobs/coin': { mint: 'x', template: 'meme-pack', chainId: 'sim', asset: 'SOL', budget: 20 },
    }
    for (const field of fields) {
      for (const unseen of UNSEEN) {
        for (const text of [`frog${unseen}frog`, unseen.repeat(2)]) {
          const answer = await expectNothingHappened(app, () =>
            app.call('POST', path, at(bodies[path], field, text), path.endsWith('claim') ? {} : { key: OPERATOR_KEY }),
          )
          expect([field, text, answer.status]).toEqual([field, text, 400])
        }
      }
    }
  })
})
