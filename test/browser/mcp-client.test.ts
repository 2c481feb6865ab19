import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createApp } from '../../src/app.ts'
import { listen } from '../../src/http/listen.ts'
import type { Handler } from '../../src/http/pipeline/pipeline.ts'
import { machineTime } from '../support/machine-time.ts'
import { createTestApp } from '../support/test-app.ts'
import { BROWSER_TEST_MS } from './support/browser-tests.ts'
import { chromiumPath, startBrowser, type TestBrowser } from './support/chromium.ts'
import type { McpPage } from './support/mcp-page.ts'

describe.skipIf(chromiumPath === null)(
  'decision "The API is open to pages of other origins": an official client of MCP in a page of another origin',
  () => {
    let browser: TestBrowser
    let script: string
    beforeAll(async () => {
      browser = await startBrowser()
      const built = await Bun.build({ entrypoints: [join(import.meta.dir, 'support/mcp-page.ts')], target: 'browser', format: 'iife' })
      script = await built.outputs[0]!.text()
    }, BROWSER_TEST_MS)
    afterAll(() => browser?.close())

    test.each(['modern', 'legacy'] as const)(
      '(%s) reads, registers, gets a key that a person claimed for it, and calls with it',
      async (generation) => {
        let handler: Handler = () => Promise.reject(new Error('nothing is served yet'))
        const listener = listen(machineTime, (...call) => handler(...call), { host: '127.0.0.1', port: 0 })
        const app = await createTestApp({ policy: { baseUrl: listener.url } })
        handler = createApp(app.deps)
        const other = Bun.serve({
          port: 0,
          hostname: '127.0.0.1',
          fetch: () => new Response('<!doctype html><title>Inspector</title>', { headers: { 'content-type': 'text/html' } }),
        })
        const page = await (await browser.context()).newPage()
        await page.goto(other.url.href)
        await page.evaluate(script)
        const ask = <Result>(work: (mcpPage: McpPage, given: string) => Result, given = ''): Promise<Awaited<Result>> =>
          page.evaluate(`(${work})(mcpPage, ${JSON.stringify(given)})`) as Promise<Awaited<Result>>

        await page.evaluate(`mcpPage.connect(${JSON.stringify(generation)}, ${JSON.stringify(`${listener.url}/mcp`)})`)
        expect(await ask((mcpPage) => mcpPage.call('proof'))).toMatchObject({ structuredContent: { ok: true } })
        expect(await ask((mcpPage) => mcpPage.call('list_launches'))).toBe('unauthorized')
        const sentTo = new URL((await ask((mcpPage) => mcpPage.sentTo()))!)
        expect(sentTo.href).toStartWith(`${listener.url}/oauth/authorize?`)
        const { body } = await app.call('POST', '/oauth/authorize', { params: sentTo.search.slice(1), decision: 'claim' })
        expect(body.location).toStartWith(`${other.url.origin}/callback?`)
        await ask((mcpPage, address) => mcpPage.goOn(address), body.location as string)
        expect(await ask((mcpPage) => mcpPage.call('list_launches'))).toMatchObject({ structuredContent: { ok: true, launches: [] } })

        await page.close()
        await other.stop(true)
        await listener.stop(1_000)
        await app.close()
      },
      BROWSER_TEST_MS,
    )
  },
)
