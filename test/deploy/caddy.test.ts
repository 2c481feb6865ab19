import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../support/eventually.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { OPERATOR_KEY } from '../support/test-app.ts'
import { freePort } from '../../src/commands/free-port.ts'

setDefaultTimeout(180_000)

const caddy = process.env.CADDY ?? Bun.which('caddy')
if (!caddy) console.warn('SKIPPED the Caddyfile: there is no caddy here (Debian: apt-get install caddy, or CADDY=/path/to/it)')

describe.skipIf(!caddy)('rules 10.30: keys behind deploy/Caddyfile go over https alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'caddy-'))
  const [httpPort, httpsPort] = [freePort(), freePort()]
  const url = `https://localhost:${httpsPort}`
  const log = join(folder, 'caddy.log')
  let server: ServerProcess
  let proxy: Bun.Subprocess
  const call = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
    fetch(`${url}${path}`, { ...init, headers, redirect: 'manual', keepalive: false, tls: { rejectUnauthorized: false } })

  beforeAll(async () => {
    server = await startServerProcess({
      DATA_DIR: join(folder, 'data'),
      BASE_URL: url,
      OPERATOR_API_KEY: OPERATOR_KEY,
      TRUSTED_PROXIES: '127.0.0.0/8,::1/128',
    })
    const text = await Bun.file(new URL('../../deploy/Caddyfile', import.meta.url)).text()
    const ports = `admin off\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n\tskip_install_trust\n\tlocal_certs`
    writeFileSync(join(folder, 'Caddyfile'), text.replace('admin off', ports))
    proxy = Bun.spawn([caddy!, 'run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
      env: {
        PATH: process.env.PATH!,
        HOME: folder,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
        SITE_ADDRESS: 'localhost',
        UPSTREAM: new URL(server.url).host,
      },
      stdout: 'ignore',
      stderr: Bun.file(log),
    })
    await eventually(
      () =>
        call('/healthz').then(
          ({ ok }) => ok,
          () => false,
        ),
      30_000,
    )
  })
  afterAll(async () => {
    proxy?.kill()
    await proxy?.exited
    await server?.kill()
    rmSync(folder, { recursive: true, force: true })
  })

  test('keys are taken behind it, answers say to stay on https, and plain HTTP is sent there', async () => {
    const claimed = await call('/api/agent/keys/claim', {}, { method: 'POST', body: '{}' })
    expect([claimed.status, claimed.headers.get('strict-transport-security')]).toEqual([201, 'max-age=31536000'])
    const { key } = (await claimed.json()) as { key: string }
    expect((await call('/api/agent/launches', { 'x-svc-api-key': key })).status).toBe(200)
    const plain = await fetch(`http://localhost:${httpPort}/api/coins`, { redirect: 'manual' })
    expect([plain.status, plain.headers.get('location')]).toEqual([308, 'https://localhost/api/coins'])
  })

  test('what a client claims of its way and address is not believed', async () => {
    const lies = { 'x-forwarded-for': '198.51.100.77', 'x-forwarded-proto': 'http', forwarded: 'for=198.51.100.77' }
    expect((await call('/api/agent/launches', { 'x-svc-api-key': OPERATOR_KEY, 'x-forwarded-proto': 'http' })).status).toBe(200)
    expect((await call('/metrics', lies)).status).toBe(401)
  })

  test('a body that is too large is refused by the service, in its own words', async () => {
    const large = await call(
      '/api/agent/launch/dry-run',
      { 'x-svc-api-key': OPERATOR_KEY },
      { method: 'POST', body: 'x'.repeat(8_600_000) },
    )
    expect([large.status, ((await large.json()) as { code: string }).code]).toEqual([413, 'body_too_large'])
  })

  test('what it logs of a request that failed has no headers, in which keys and secrets are', async () => {
    await server.kill()
    const [key, secret] = ['a-key-that-is-nowhere-else', 'a-launcher-secret-that-is-nowhere-else']
    expect(
      (await call('/api/agent/launch', { 'x-svc-api-key': key, 'x-launcher-key': secret }, { method: 'POST', body: '{}' })).status,
    ).toBe(502)
    const stated = () => Bun.file(log).text()
    await eventually(async () => (await stated()).includes('/api/agent/launch'))
    expect([(await stated()).includes(key), (await stated()).includes(secret)]).toEqual([false, false])
  })
})
