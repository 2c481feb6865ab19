import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { FetchRefused, type Web } from '../../../src/ports/outbound/web.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { createTestApp, pngBytes, type TestApp } from '../../support/test-app.ts'
import { stubWeb } from '../../support/stub-web.ts'

const PATH = '/api/agent/launch/dry-run'
let app: TestApp
let key: string
const dryRun = (changes: Record<string, unknown> = {}) => app.call('POST', PATH, app.launchBody(changes), { key })

beforeEach(async () => {
  app = await createTestApp()
  key = await app.claim()
})
afterEach(() => app.close())

describe('pictures by address', () => {
  const start = async ({ get }: Pick<Web, 'get'>) => {
    await app.close()
    app = await createTestApp({ web: stubWeb({ get }) })
    key = await app.claim()
  }
  const dryRunByAddress = () => dryRun({ imageBase64: undefined, imageUrl: 'https://pictures.test/a' })

  test('rules 10.9: is fetched once, and its own bytes say its type', async () => {
    let fetches = 0
    await start({
      get: async () => {
        fetches += 1
        return { status: 200, contentType: 'application/octet-stream', bytes: pngBytes() }
      },
    })
    const answer = await dryRunByAddress()
    expect(answer.status).toBe(200)
    expect(fetches).toBe(1)
    const image = await app.raw(new Request(`http://launch.test${PATH}/${answer.body.dryRunId}/image`))
    expect(image.headers.get('content-type')).toBe('image/png')
    expect([...new Uint8Array(await image.arrayBuffer())]).toEqual([...pngBytes()])
  })

  test.each([
    ['a refused address', async () => Promise.reject(new FetchRefused('it has no public address')), 'image_unreachable'],
    ['an answer that is not 200', async () => ({ status: 404, contentType: null, bytes: new Uint8Array() }), 'image_unreachable'],
    ['a type that the bytes deny', async () => ({ status: 200, contentType: 'image/gif', bytes: pngBytes() }), 'image_invalid'],
    [
      'a page instead of a picture',
      async () => ({ status: 200, contentType: null, bytes: new TextEncoder().encode('<html>'.padEnd(99)) }),
      'image_invalid',
    ],
  ])('rules 10.2: a picture is refused where its address has %s, and no plan is kept', async (_case, get, code) => {
    await start({ get: get as never })
    expect(await expectNothingHappened(app, dryRunByAddress)).toMatchObject({ status: 400, body: { code } })
  })
})
