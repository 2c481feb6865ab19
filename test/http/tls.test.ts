import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { connect } from 'node:tls'
import { renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { watchTlsFiles, readTlsPair } from '../../src/adapters/tls-files.ts'
import { startServer } from '../../src/commands/start-server.ts'
import { settingFindings } from '../../src/commands/doctor/setting-findings.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { listen, type Listener } from '../../src/http/listen.ts'
import { eventually } from '../support/eventually.ts'
import { machineTime } from '../support/machine-time.ts'
import { createManualTimers } from '../support/manual-timers.ts'
import { temporaryDataDirs } from '../support/server-process.ts'
import { OPERATOR_KEY } from '../support/test-app.ts'
import { Secret } from '../../src/lib/secret.ts'
import type { TlsPair } from '../../src/ports/machine/tls-pair.ts'
import { createSystemClock } from '../../src/adapters/system-clock.ts'

setDefaultTimeout(180_000)

const { next: newFolder, removeAll } = temporaryDataDirs()
const listeners: Listener[] = []
afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.stop(1_000)
  removeAll()
})

/** A new certificate of this name for loopback, signed by itself, and its key. */
async function makePair(folder: string, name: string, days = 30): Promise<TlsPair> {
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)]
  const child = Bun.spawn(
    [
      'openssl',
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-subj',
      `/CN=${name}`,
      '-days',
      String(days),
      '-addext',
      'subjectAltName=IP:127.0.0.1,DNS:localhost',
      '-keyout',
      key,
      '-out',
      cert,
    ],
    { stdout: 'ignore', stderr: 'ignore' },
  )
  expect(await child.exited).toBe(0)
  return { cert: await Bun.file(cert).text(), key: new Secret(await Bun.file(key).text()) }
}

const hasOpenssl = Bun.which('openssl') !== null
if (!hasOpenssl) console.warn('SKIPPED TLS in the process: there is no openssl to make certificates with')

/** Whose certificate a new connection gets. */
const nameAt = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(url)
    const socket = connect({ host: '127.0.0.1', port: Number(port), rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN))
      socket.end()
    })
    socket.on('error', reject)
  })

describe.skipIf(!hasOpenssl)('rules 10.30: TLS in the process', () => {
  test('a whole service speaks https, takes keys from anywhere, and answers nothing over plain HTTP', async () => {
    const folder = newFolder()
    const { cert } = await makePair(folder, 'first')
    const env = {
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      LOG_LEVEL: 'silent',
      OPERATOR_API_KEY: OPERATOR_KEY,
      TLS_CERT_FILE: join(folder, 'first.crt'),
      TLS_KEY_FILE: join(folder, 'first.key'),
    }
    const server = await startServer({ env: {} }, readConfig(env))
    expect(server.url).toStartWith('https://')
    const answer = await fetch(`${server.url}/api/agent/launches`, { headers: { 'x-svc-api-key': OPERATOR_KEY }, tls: { ca: cert } })
    expect([answer.status, answer.headers.get('strict-transport-security')]).toEqual([200, 'max-age=31536000'])
    const plain = await fetch(`${server.url.replace('https', 'http')}/api/coins`).catch(() => null)
    expect(plain === null || plain.status >= 400).toBe(true)
    expect(() =>
      listen(
        machineTime,
        async () => new Response(),
        { host: '127.0.0.1', port: Number(new URL(server.url).port) },
        { cert, key: readTlsPair({ certFile: env.TLS_CERT_FILE, keyFile: env.TLS_KEY_FILE }).key },
      ),
    ).toThrow()
    await server.stop()
  })

  test('a new certificate is for new connections; requests under way and connections that are open go on', async () => {
    const folder = newFolder()
    const [first, second, third] = [await makePair(folder, 'first'), await makePair(folder, 'second'), await makePair(folder, 'third')]
    const slow = Promise.withResolvers<void>()
    const listener = listen(
      machineTime,
      async (request) => {
        if (request.url.endsWith('/slow')) await slow.promise
        return new Response('answered')
      },
      { host: '127.0.0.1', port: 0 },
      first,
    )
    listeners.push(listener)
    const underWay = fetch(`${listener.url}/slow`, { tls: { rejectUnauthorized: false } })
    // Others come all the time, each with a connection of its own, and come again where that was cut off while it was made.
    const [CLIENTS, RENEWALS] = [4, 2]
    let cut = 0
    let failed = 0
    let answered = 0
    let over = false
    const ask = async () => (await fetch(listener.url, { keepalive: false, tls: { rejectUnauthorized: false } })).text()
    const others = Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        while (!over) {
          const text = await ask().catch(() => {
            cut += 1
            return ask().catch(() => null)
          })
          if (text === 'answered') answered += 1
          else failed += 1
        }
      }),
    )
    await eventually(() => answered > 20)
    for (const [pair, name] of [
      [second, 'second'],
      [third, 'third'],
    ] as const) {
      await listener.renew(pair)
      expect(await nameAt(listener.url)).toBe(name)
      const before = answered
      await eventually(() => answered > before + 20)
    }
    over = true
    await others
    expect({ failed }).toEqual({ failed: 0 })
    expect(cut).toBeLessThanOrEqual(CLIENTS * RENEWALS)
    slow.resolve()
    expect(await (await underWay).text()).toBe('answered')
  })

  test('files are taken up when both are new and belong together, also behind a link; a half-replaced pair is told once and left', async () => {
    const folder = newFolder()
    const [first, second] = [await makePair(folder, 'first'), await makePair(folder, 'second')]
    const files = { certFile: join(folder, 'live.crt'), keyFile: join(folder, 'live.key') }
    const link = (name: string, to: string) => {
      symlinkSync(join(folder, to), join(folder, 'new-link'))
      renameSync(join(folder, 'new-link'), name)
    }
    link(files.certFile, 'first.crt')
    link(files.keyFile, 'first.key')
    const [renewed, failed] = [[] as TlsPair[], [] as unknown[]]
    const timers = createManualTimers()
    const end = watchTlsFiles({ timers }, files, first, {
      renewed: async (pair) => void renewed.push(pair),
      failed: (error) => failed.push(error),
    })
    /** The time of two looks, each done before the next. */
    const looks = async () => {
      for (let look = 0; look < 2; look += 1) {
        timers.pass(10_000)
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    link(files.certFile, 'second.crt')
    await looks()
    expect([renewed, failed.length]).toEqual([[], 1])
    link(files.keyFile, 'second.key')
    await looks()
    expect([renewed, failed.length]).toEqual([[second], 1])
    writeFileSync(join(folder, 'torn.crt'), second.cert.slice(0, 40))
    link(files.certFile, 'torn.crt')
    await looks()
    expect([renewed, failed.length]).toEqual([[second], 2])
    end()
    expect(timers.waiting()).toBe(0)
  })

  test('what is wrong with a certificate is told before the start', async () => {
    const folder = newFolder()
    await Promise.all([makePair(folder, 'one'), makePair(folder, 'two'), makePair(folder, 'short', 3)])
    const reported = (cert: string, key: string) => {
      const env = { TLS_CERT_FILE: join(folder, cert), TLS_KEY_FILE: join(folder, key) }
      return settingFindings({ clock: createSystemClock() }, readConfig(env), env)
        .filter(({ level }) => level !== 'ok')
        .map(({ level, text }) => `${level}: ${text}`)
    }
    expect(reported('one.crt', 'two.key')).toContain('fail: TLS_KEY_FILE is not the key of TLS_CERT_FILE')
    expect(reported('one.key', 'one.key')).toContain('fail: TLS_CERT_FILE and TLS_KEY_FILE hold no certificate and key in PEM')
    expect(reported('one.crt', 'one.key').filter((line) => /TLS|certificate/.test(line))).toEqual([])
    expect(reported('short.crt', 'short.key').join()).toMatch(/warn: the certificate runs out in [23] day/)
    expect(() => readConfig({ TLS_CERT_FILE: 'x' })).toThrow('go together')
  })
})
