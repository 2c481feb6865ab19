import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createClient, newSigner, signerOf } from '../../clients/typescript/src/agent-launch-client.ts'
import { type ClientService, startClientService } from '../support/client-service.ts'

const launcherKeyOf = ({ secretKey }: { secretKey: Uint8Array }) => JSON.stringify([...secretKey])

describe('decision "The typed client": the secrets of the typed client', () => {
  let server: ClientService
  beforeAll(async () => {
    server = await startClientService()
  })
  afterAll(() => server.stop())

  test('no secret goes where it could be read: not in clear, and not after a redirect', async () => {
    for (const baseUrl of [
      'https://me:secret@launch.example',
      'http://launch.example',
      'http://127.0.0.1.launch.example',
      'ftp://launch.example',
    ]) {
      expect(() => createClient({ baseUrl, apiKey: 'svc_ak_x' })).toThrow(TypeError)
    }
    const asked: string[] = []
    const elsewhere = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch(request) {
        asked.push(new URL(request.url).pathname)
        return Response.redirect(`${server.url}/api/coins`, 307)
      },
    })
    try {
      const client = createClient({ baseUrl: `http://127.0.0.1:${elsewhere.port}`, apiKey: 'svc_ak_x', repeatForMs: 0 })
      await expect(client.GET('/api/coins')).rejects.toThrow()
      expect(asked.filter((path) => path !== '/api/coins')).toEqual([])
    } finally {
      await elsewhere.stop(true)
    }
  })

  test('a secret key that is none is refused without being shown', async () => {
    const { secretKey, address } = await newSigner()
    expect((await signerOf(launcherKeyOf({ secretKey }))).address).toBe(address)
    expect((await signerOf(secretKey)).address).toBe(address)
    const foreign = Uint8Array.from(secretKey)
    foreign[63] = foreign[63]! ^ 1
    for (const wrong of ['', 'not base58 0OIl', '[1,2,3]', '[oops', JSON.stringify([...foreign])]) {
      const refused = await signerOf(wrong).catch((error: Error) => error)
      expect(refused).toBeInstanceOf(TypeError)
      expect((refused as TypeError).message).not.toContain(wrong === '' ? 'undefined' : wrong)
    }
  })
})
