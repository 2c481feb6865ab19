import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundledMain } from './support/bundled-main.ts'
import { toBase58, toBase64 } from '../src/lib/bytes.ts'
import { newKeyPair } from './support/new-key-pair.ts'
import { CREW_WALLETS, OPERATOR_KEY, pngBytes } from './support/test-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'secret-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Every file below a folder, its name and its bytes. */
function filesOf(path: string): [string, Buffer][] {
  return readdirSync(path).flatMap((name): [string, Buffer][] => {
    const file = join(path, name)
    return statSync(file).isDirectory() ? filesOf(file) : [[file, readFileSync(file)]]
  })
}

test('rules 5.2: a launcher secret that passes through is in no log line, no file, no table and no answer', async () => {
  const child = Bun.spawn([process.execPath, await bundledMain(), 'serve'], {
    env: { DATA_DIR: folder, OPERATOR_API_KEY: OPERATOR_KEY, LOG_LEVEL: 'debug', PORT: '0' },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const output: string[] = []
  const { promise: listening, resolve } = Promise.withResolvers<string>()
  const reading = (async () => {
    for await (const chunk of child.stdout) {
      output.push(new TextDecoder().decode(chunk))
      const url = /"url":"([^"]+)"/.exec(output.join(''))?.[1]
      if (url) resolve(url)
    }
  })()
  const url = await listening
  const launcher = newKeyPair()
  const wrong = newKeyPair()
  const answers: string[] = []
  const call = async (path: string, body: unknown, headers: Record<string, string>) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'x-svc-api-key': OPERATOR_KEY, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const text = await response.text()
    answers.push(text, JSON.stringify([...response.headers]))
    return { status: response.status, body: JSON.parse(text) as Record<string, any> }
  }
  const body = {
    name: 'Secret Frog',
    ticker: 'SFROG',
    imageBase64: toBase64(pngBytes()),
    crew: [{ handle: 'a', wallet: CREW_WALLETS[0], share: 100 }],
    launcherPubkey: toBase58(launcher.publicKey),
  }
  const base58 = toBase58(launcher.secretKey.reveal())
  const json = JSON.stringify([...launcher.secretKey.reveal()])
  const launched = await call('/api/agent/launch', body, { 'x-launcher-key': base58, 'x-idempotency-key': 'secret-launch' })
  expect(launched.status).toBe(201)
  // And where it is sent by mistake, or mistyped.
  const mistakes = [
    await call('/api/agent/launch', body, { 'x-launcher-key': json.slice(0, -3) }),
    await call('/api/agent/launch', body, { 'x-launcher-key': toBase58(wrong.secretKey.reveal()) }),
    await call('/api/agent/launch', { ...body, name: 5, launcherKey: base58 }, { 'x-launcher-key': base58 }),
    await call('/api/agent/launch', { ...body, description: 'x'.repeat(300) }, { 'x-launcher-key': `${base58}x` }),
    await call(`/api/agent/crank?launcherKey=${base58}`, { mint: base58 }, { 'x-launcher-key': base58 }),
    await call('/api/agent/launch/dry-run', `{"launcherKey":"${base58}"`, {}),
    await call('/api/agent/launch/dry-run', { ...body, [base58]: 1 }, { 'x-svc-api-key': base58 }),
  ]
  expect(mistakes.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400, 401])
  await call('/api/agent/crank', { mint: launched.body.mint }, { 'x-launcher-key': json })

  child.kill('SIGTERM')
  await child.exited
  await reading
  output.push(await new Response(child.stderr).text())

  const haystacks: [string, Buffer][] = [
    ...filesOf(folder),
    ['the log', Buffer.from(output.join(''))],
    // What the caller itself put into a path comes back in none of the answers either.
    ['the answers', Buffer.from(answers.join('\n'))],
  ]
  expect(haystacks.length).toBeGreaterThan(4)
  expect(output.join('')).toContain('"path":"/api/agent/launch"')
  for (const secret of [launcher.secretKey.reveal(), wrong.secretKey.reveal()]) {
    const seed = secret.slice(0, 32)
    const needles = [
      Buffer.from(seed),
      ...[
        toBase58(secret),
        toBase58(seed),
        toBase64(seed).slice(0, 40),
        Buffer.from(seed).toString('hex'),
        [...seed].join(','),
        [...seed].join(', '),
      ].map((text) => Buffer.from(text)),
    ]
    for (const [name, bytes] of haystacks) {
      for (const needle of needles) expect({ name, found: bytes.includes(needle) }).toEqual({ name, found: false })
    }
  }
}, 60_000)
