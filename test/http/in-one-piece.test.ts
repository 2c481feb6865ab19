import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { createApp } from '../../src/app.ts'
import { type Listener, listen } from '../../src/http/listen.ts'
import { machineTime } from '../support/machine-time.ts'
import { coinRow } from '../support/storage-rows.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

/** Their list is more than the runtime's buffer takes with the head. */
const COINS = 60

let app: TestApp
let server: Listener
beforeAll(async () => {
  app = await createTestApp({ policy: { rateLimits: false } })
  for (let n = 0; n < COINS; n += 1) await app.deps.storage.coins.insert(coinRow(`whole${n}`))
  server = listen(machineTime, createApp(app.deps), { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await server.stop(0)
  await app.close()
})

const LIST = '/api/coins?limit=50'

describe('decision "A long answer": it is written with its head, whoever asks and however', () => {
  for (const encoding of ['identity', 'gzip']) {
    test(`${encoding}: a list of many coins is the same read anew, as a stream where it is long, and read again, with its length`, async () => {
      const ask = (cursor: string) => fetch(`${server.url}${LIST}${cursor}`, { headers: { 'accept-encoding': encoding } })
      await app.deps.storage.coins.insert(coinRow(`new${encoding}`))
      const [anew, again] = [await ask(''), await ask('')]
      const [first, second] = [await anew.text(), await again.text()]
      expect(first.length).toBeGreaterThan(16_384)
      expect(second).toBe(first)
      expect(anew.headers.has('content-length')).toBe(encoding === 'gzip')
      expect(anew.headers.get('etag')).toBe(again.headers.get('etag'))
      expect(again.headers.get('content-length')).not.toBeNull()
      expect(JSON.parse(first).coins).toHaveLength(50)
    })
  }

  test('a short answer has its length, the first time too', async () => {
    const answer = await fetch(`${server.url}/api/coins?limit=2`, { headers: { 'accept-encoding': 'identity' } })
    expect(answer.headers.get('content-length')).toBe(String((await answer.bytes()).length))
  })

  test('HEAD has no body, and clients that leave in the middle hold up nobody', async () => {
    expect(await (await fetch(`${server.url}${LIST}`, { method: 'HEAD' })).text()).toBe('')
    const { hostname, port } = new URL(server.url)
    for (let n = 0; n < 20; n += 1) {
      await new Promise<void>((left) => {
        const socket = connect(Number(port), hostname, () =>
          socket.write(`GET ${LIST}&q=whole${n % 5} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`),
        )
        socket.once('data', () => socket.destroy()).once('close', () => left())
      })
    }
    expect((await fetch(`${server.url}${LIST}`)).status).toBe(200)
  })
})
