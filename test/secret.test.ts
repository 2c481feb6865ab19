import { expect, test } from 'bun:test'
import { toBase58, toBase64 } from '../src/lib/bytes.ts'
import { newKeyPair } from './support/new-key-pair.ts'
import { serveToRead } from './support/serve-to-read.ts'
import { CREW_WALLETS, OPERATOR_KEY, pngBytes } from './support/test-app.ts'

test('rules 5.2: a launcher secret that passes through is in no log line, no file, no table and no answer', async () => {
  const { url, end } = await serveToRead()
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

  const { log, written } = await end()
  const haystacks: [string, Buffer][] = [
    ...written,
    // What the caller itself put into a path comes back in none of the answers either.
    ['the answers', Buffer.from(answers.join('\n'))],
  ]
  expect(haystacks.length).toBeGreaterThan(4)
  expect(log).toContain('"path":"/api/agent/launch"')
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
