import { Database } from 'bun:sqlite'
import { afterAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { askOnce, openLoad } from '../../bench/http-load.ts'
import { clientOf, CLIENTS, rawRequest } from '../../bench/requests.ts'
import { startServer } from '../../bench/running-server.ts'
import { temporaryDataDirs } from '../support/server-process.ts'

const folders = temporaryDataDirs()
const seen: { address: string | null; bytes: number }[] = []
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: async (request) => {
    seen.push({ address: request.headers.get('x-forwarded-for'), bytes: (await request.bytes()).length })
    return new Response('x'.repeat(300_000), { status: request.url.endsWith('/busy') && seen.length % 10 === 0 ? 429 : 200 })
  },
})
const url = server.url.origin
afterAll(async () => {
  await server.stop(true)
  folders.removeAll()
})

/** A load of this path, whose n-th request is of the n-th client. */
const load = (path: string, body?: string) => {
  let n = 0
  const next = () => rawRequest({ method: body === undefined ? 'GET' : 'POST', path, client: clientOf(n++), ...(body && { body }) })
  return openLoad({ url, next, status: 200 }, 4)
}

describe('load of the bench', () => {
  test('every request is sent and answered whole, each from another client', async () => {
    seen.length = 0
    const opened = await load('/', 'y'.repeat(400_000))
    expect((await opened.saturate({ ms: 60_000, requestsMax: 30 })).requests).toBe(30)
    expect(await opened.arrive({ ratePerSec: 1_000, count: 20 })).toHaveLength(20)
    opened.close()
    expect(seen.map(({ bytes }) => bytes)).toEqual(Array.from({ length: 50 }, () => 400_000))
    expect(new Set(seen.map(({ address }) => address)).size).toBe(50)
  })

  test('fewer requests than connections are just so many', async () => {
    const opened = await load('/')
    expect((await opened.saturate({ ms: 60_000, requestsMax: 2 })).requests).toBe(2)
    opened.close()
  })

  test('an answer of another status ends the bench: nobody measures refusals', async () => {
    seen.length = 0
    const opened = await load('/busy')
    await expect(opened.saturate({ ms: 60_000, requestsMax: 40 })).rejects.toThrow('4 answers of 429, expected 200')
    await expect(opened.arrive({ ratePerSec: 1_000, count: 40 })).rejects.toThrow('4 answers of 429, expected 200')
    opened.close()
  })

  test('a connection that the server gave up between two runs ends the next', async () => {
    const short = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('x') })
    const next = () => rawRequest({ path: '/', client: clientOf(0) })
    const opened = await openLoad({ url: short.url.origin, next, status: 200 }, 2)
    await opened.saturate({ ms: 60_000, requestsMax: 4 })
    await short.stop(true)
    const ended = opened.saturate({ ms: 60_000, requestsMax: 4 })
    await expect(ended).rejects.toThrow('closed a connection')
  })

  test('there are as many clients as are told, with addresses that exist', () => {
    const addresses = new Set(Array.from({ length: CLIENTS }, (_, n) => clientOf(n)))
    expect(addresses.size).toBe(CLIENTS)
    for (const address of addresses) expect(address.split('.').every((part) => Number(part) < 256)).toBe(true)
    expect(clientOf(CLIENTS)).toBe(clientOf(0))
  })

  test('the bare server sends what it was told, and has inserted what it was sent', async () => {
    const folder = folders.next()
    const order = join(folder, 'order.json')
    const insertInto = join(folder, 'written.db')
    const headers = [
      ['content-type', 'application/json'],
      ['x-request-id', 'req_1'],
    ]
    const answer = { status: 201, headers, body: '{"frog":"🐸"}' }
    await Bun.write(
      order,
      JSON.stringify({
        answers: [
          { ...answer, insertInto: null },
          { ...answer, insertInto },
        ],
      }),
    )
    const source = new URL('../../bench/bare-server.ts', import.meta.url).pathname
    const bare = await startServer([process.execPath, source, order], {}, folder)
    const [reads, writes] = bare.listening.urls as [string, string]
    for (const address of [reads, writes]) {
      const got = await askOnce(address, rawRequest({ method: 'POST', path: '/any', client: clientOf(0), body: 'a body' }))
      expect(got).toMatchObject({ status: 201, body: answer.body })
      const sent = Object.fromEntries(got.headers.map(([name, value]) => [name.toLowerCase(), value]))
      expect(sent).toMatchObject(Object.fromEntries(headers))
    }
    await bare.stop()
    const db = new Database(insertInto, { readonly: true })
    expect(db.query('SELECT CAST(body AS TEXT) AS body FROM written').all()).toEqual([{ body: 'a body' }])
    db.close()
  })
})
