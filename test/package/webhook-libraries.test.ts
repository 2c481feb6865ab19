import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { startServerProcess, temporaryDataDir } from '../support/server-process.ts'

const EXECUTABLE = join(import.meta.dir, '../../dist/agent-launch')
const SVIX = join(import.meta.dir, 'clients/node_modules/svix')
if (!existsSync(SVIX)) console.warn('Svix’s library is not tried: `bun run package:clients` installs it (in test/package/clients).')

test.skipIf(!existsSync(SVIX))(
  'rules 10.21: Svix’s library and `standardwebhooks` take a message of the executable, and no changed one',
  async () => {
    const { Webhook } = (await import(SVIX)) as { readonly Webhook: typeof StandardWebhook }
    const came = Promise.withResolvers<{ readonly body: string; readonly headers: Record<string, string> }>()
    const receiver = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      async fetch(request) {
        came.resolve({ body: await request.text(), headers: Object.fromEntries(request.headers) })
        return new Response(null, { status: 204 })
      },
    })
    const data = temporaryDataDir()
    const server = await startServerProcess({ DATA_DIR: data.dataDir }, existsSync(EXECUTABLE) ? EXECUTABLE : undefined)
    const post = async (path: string, body: object, key = ''): Promise<any> => {
      const headers = { 'content-type': 'application/json', 'x-svc-api-key': key }
      return (await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    }
    const { key } = await post('/api/agent/keys/claim', { label: 'webhooks' })
    const { secret, webhook } = await post('/api/webhooks', { url: receiver.url.href, events: ['launch.created'] }, key)
    await post(`/api/webhooks/${webhook.id}/test`, {}, key)
    const { body, headers } = await came.promise
    for (const Library of [StandardWebhook, Webhook]) {
      // Svix’s returns nothing.
      new Library(secret).verify(body, headers)
      expect(() => new Library(secret).verify(`${body} `, headers)).toThrow('No matching signature')
    }
    await server.stop()
    await receiver.stop(true)
    data.remove()
  },
  180_000,
)
