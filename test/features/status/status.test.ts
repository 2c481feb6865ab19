import { afterEach, expect, test } from 'bun:test'
import { createAlarmWatch } from '../../../src/features/alarms/alarm-watch.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

let app: TestApp
afterEach(() => app.close())

const partsOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<h2>([^<]+)<\/h2>\s*<p class="status-value">([^<]+)<\/p>/g)].map(([, part, words]) => [part!, words!]),
  )

test('decision "Alarms": there is no /status unless the operator publishes it', async () => {
  app = await createTestApp()
  expect(await app.call('GET', '/status')).toMatchObject({ status: 404, body: { code: 'route_not_found' } })
})

test('decision "Alarms": /status says what works and since when something does not, and no figure or name of it', async () => {
  app = await createTestApp({ env: { STATUS_PAGE: '1' } })
  const look = createAlarmWatch(app.deps)
  const minutes = async (count: number) => {
    for (let minute = 0; minute < count; minute += 1) {
      await app.clock.advance(60_000)
      await look()
    }
  }
  const page = async () => (await app.call('GET', '/status')).body as string
  const all = (words: string) => ({ 'Chain nodes': words, Launches: words, 'Payouts of creator fees': words, Webhooks: words })
  expect(partsOf(await page())).toEqual(all('Not known'))
  await minutes(1)
  expect(partsOf(await page())).toEqual(all('Works'))
  app.deps.nodes.record({ upstream: 'pump', node: 1, host: 'secret-node.example', status: 'wrong', chain: null })
  await minutes(7)
  const disturbed = await page()
  expect(partsOf(disturbed)).toEqual({
    ...all('Works'),
    'Chain nodes': expect.stringMatching(/^Degraded since \d\d:\d\d UTC$/),
  })
  expect(disturbed).toContain('Some have given no answers, or wrong ones.')
  expect(disturbed).not.toMatch(/pump|secret-node|AgentLaunch/)
  await app.clock.advance(600_000)
  expect(partsOf(await page())).toEqual(all('Not known'))
})
