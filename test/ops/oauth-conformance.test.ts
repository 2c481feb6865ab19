import { expect, test } from 'bun:test'
import { createApp } from '../../src/app.ts'
import { type Handler } from '../../src/http/pipeline/pipeline.ts'
import { listen } from '../../src/http/listen.ts'
import { machineTime } from '../support/machine-time.ts'
import { runAuthorizationConformance } from '../support/mcp-conformance.ts'
import { createTestApp } from '../support/test-app.ts'

test('decision "OAuth": the authorization server passes the three checks of the suite, for a client that a person gives a key', async () => {
  let handler: Handler = () => Promise.reject(new Error('nothing is served yet'))
  const listener = listen(machineTime, (...call) => handler(...call), { host: '127.0.0.1', port: 0 })
  const app = await createTestApp({ policy: { baseUrl: listener.url } })
  handler = createApp(app.deps)
  const free = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const callbackPort = free.port!
  await free.stop(true)
  const metadata = { client_name: 'Conformance suite', redirect_uris: [`http://127.0.0.1:${callbackPort}/callback`] }
  const { body } = await app.call('POST', '/oauth/register', metadata)

  const authorization = { url: listener.url, clientId: body.client_id as string, resource: `${listener.url}/mcp`, callbackPort }
  const { exitCode, report } = await runAuthorizationConformance(authorization, async (page) => {
    expect((await fetch(page)).status).toBe(200)
    const answer = await app.call('POST', '/oauth/authorize', { params: page.search.slice(1), decision: 'claim' })
    await fetch(answer.body.location)
  })
  await listener.stop(0)
  await app.close()
  expect(report).toMatch(/3 passed, 0 failed/)
  expect(exitCode).toBe(0)
}, 180_000)
