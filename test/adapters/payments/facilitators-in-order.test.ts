import { afterEach, describe, expect, test } from 'bun:test'
import { createServer, type Server } from 'node:net'
import { createPublicKey, verify as verifySignature } from 'node:crypto'
import { facilitatorAccess } from '../../../src/adapters/payments/facilitator-access.ts'
import { facilitatorsInOrder } from '../../../src/adapters/payments/facilitators-in-order.ts'
import { createRemoteFacilitator } from '../../../src/adapters/payments/remote-facilitator.ts'
import { readConfig } from '../../../src/config/read-config.ts'
import { unixMs, usdMicros } from '../../../src/domain/brands.ts'
import { keyPairFromSeed } from '../../../src/lib/ed25519.ts'
import { Secret } from '../../../src/lib/secret.ts'
import type { AuthorizationState } from '../../../src/ports/payments.ts'
import type { Authorization } from '../../../src/domain/payments/payment.ts'
import { machineTime } from '../../support/machine-time.ts'
import { PAY_TO } from '../../support/payment-bank.ts'

const PAYER = `0x${'ab'.repeat(20)}`
const HASH = `0x${'cd'.repeat(32)}`
const PAYMENT: Authorization = {
  version: 2,
  payer: PAYER,
  payTo: PAY_TO.toLowerCase(),
  amountUsdMicros: usdMicros(50_000n),
  validAfterSec: 0,
  validBeforeSec: 2_000_000_000,
  nonce: HASH,
  signature: `0x${'11'.repeat(65)}`,
}
const NOBODY = 'http://127.0.0.1:9'
const SETTLED = { success: true, transaction: HASH, network: 'eip155:8453', payer: PAYER }

type Answer = (request: Request, self: Bun.Server<undefined>) => Response | Promise<Response>
const running: { stop(): void }[] = []
afterEach(() => running.splice(0).forEach((server) => server.stop()))

/** A facilitator that says yes to everything, unless its settlements are answered otherwise. */
function facilitator(settle: Answer = () => Response.json(SETTLED)) {
  const calls: string[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request, self) {
      const path = new URL(request.url).pathname
      calls.push(path.slice(1))
      return path === '/settle' ? settle(request, self) : Response.json({ isValid: true, payer: PAYER })
    },
  })
  const stop = () => void server.stop(true)
  running.push({ stop })
  return { url: server.url.href, calls, stop }
}

/** One that takes a settlement, and is gone for good before it answers. */
async function diesWithTheRequest() {
  const calls: string[] = []
  const server: Server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const [, path = ''] = /^POST \/(\w+)/.exec(bytes.toString()) ?? []
      if (path === '') return
      calls.push(path)
      const body = JSON.stringify({ isValid: true, payer: PAYER })
      if (path === 'verify') {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
      } else {
        server.close()
        socket.destroy()
      }
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  running.push({ stop: () => void server.close() })
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, calls }
}

const OPEN: AuthorizationState = { state: 'open' }
const inOrder = (
  urls: readonly string[],
  lookUp: () => Promise<AuthorizationState> = async () => OPEN,
  /** Of the first of them alone: a busy machine takes its time with the others. */
  limits: { timeoutMs?: number; checkTimeoutMs?: number } = {},
) =>
  facilitatorsInOrder(
    urls.map((url, index) => {
      const access = facilitatorAccess(new Secret(url), machineTime.clock)
      return {
        ...createRemoteFacilitator({ access, payTo: PAY_TO, solanaPayTo: null, ...(index === 0 && limits) }),
        wallets: async () => ({ solanaFeePayers: [], upto: [] }),
      }
    }),
    { lookUp, clock: machineTime.clock },
  )

describe('decision "Facilitators take turns only while the chain says that nothing was paid"', () => {
  test('a check goes to the next where one gives no verdict, and a refusal is one', async () => {
    const second = facilitator()
    expect(await inOrder([NOBODY, second.url]).verify(PAYMENT)).toBeNull()
    const refusing = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: () => Response.json({ isValid: false, invalidReason: 'insufficient_funds' }),
    })
    running.push({ stop: () => void refusing.stop(true) })
    expect(await inOrder([refusing.url.href, second.url]).verify(PAYMENT)).toBe('insufficient_funds')
    expect(second.calls).toEqual(['verify'])
    expect(inOrder([NOBODY, NOBODY]).verify(PAYMENT)).rejects.toMatchObject({ code: 'payment_unavailable' })
  })

  test('a check does not wait for a silent one; a settlement, which it may have taken, is asked of nobody else', async () => {
    const calls: string[] = []
    const silent = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: (request) => (calls.push(new URL(request.url).pathname), new Promise<Response>(() => {})),
    })
    running.push({ stop: () => void silent.stop(true) })
    const second = facilitator()
    const list = inOrder([silent.url.href, second.url], undefined, { timeoutMs: 300, checkTimeoutMs: 200 })
    expect(await list.verify(PAYMENT)).toBeNull()
    expect(await list.settle(PAYMENT)).toEqual({ outcome: 'unknown' })
    expect([calls, second.calls]).toEqual([['/verify', '/settle'], ['verify']])
  })

  test('down between check and settlement: the second settles, once', async () => {
    const [first, second] = [facilitator(), facilitator()]
    const list = inOrder([first.url, second.url])
    expect(await list.verify(PAYMENT)).toBeNull()
    first.stop()
    expect(await list.settle(PAYMENT)).toEqual({ outcome: 'settled', transaction: HASH })
    expect([first.calls, second.calls]).toEqual([['verify'], ['settle']])
  })

  test('a request that was taken is asked of nobody else: gone with it, an error, no JSON, pending', async () => {
    const second = facilitator()
    const gone = await diesWithTheRequest()
    const list = inOrder([gone.url, second.url])
    expect(await list.verify(PAYMENT)).toBeNull()
    expect(await list.settle(PAYMENT)).toEqual({ outcome: 'unknown' })
    expect(gone.calls).toEqual(['verify', 'settle'])
    const answers: Answer[] = [
      () => new Response('out of order', { status: 500 }),
      () => new Response('<html>'),
      () => Response.json({ success: false, errorReason: 'settlement_pending', transaction: '', network: 'eip155:8453' }),
    ]
    for (const answer of answers)
      expect(await inOrder([facilitator(answer).url, second.url]).settle(PAYMENT)).toEqual({ outcome: 'unknown' })
    expect(second.calls).toEqual([])
  })

  test('a clear refusal and a settlement end it; a token, path or rate that is refused does not', async () => {
    const second = facilitator()
    const refusal = { success: false, errorReason: 'insufficient_funds', transaction: '', network: 'eip155:8453' }
    expect(await inOrder([facilitator(() => Response.json(refusal)).url, second.url]).settle(PAYMENT)).toMatchObject({ outcome: 'refused' })
    expect(await inOrder([facilitator().url, second.url]).settle(PAYMENT)).toMatchObject({ outcome: 'settled' })
    expect(second.calls).toEqual([])
    for (const status of [401, 403, 404, 429]) {
      const first = facilitator(() => new Response('no', { status }))
      expect(await inOrder([first.url, second.url]).settle(PAYMENT)).toMatchObject({ outcome: 'settled' })
    }
    expect(second.calls).toHaveLength(4)
  })

  test.each([
    ['paid', async () => ({ state: 'used', transaction: HASH, atMs: unixMs(1) }) as const],
    ['expired', async () => ({ state: 'lapsed' }) as const],
    ['unreadable', () => Promise.reject(new Error('no node'))],
  ])('where the chain says %s, the second is not asked', async (_name, lookUp) => {
    const second = facilitator()
    expect(await inOrder([NOBODY, second.url], lookUp).settle(PAYMENT)).toEqual({ outcome: 'unknown' })
    expect(second.calls).toEqual([])
  })
})

test('decision "Facilitators take turns only while the chain says that nothing was paid": a key in the URL signs a token for each request, and is not sent', async () => {
  const seed = new Uint8Array(32).fill(7)
  const { publicKey, secretKey } = keyPairFromSeed(new Secret(seed))
  const seen: { readonly url: string; readonly token: string }[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => (
      seen.push({ url: request.url, token: request.headers.get('authorization') ?? '' }),
      Response.json(request.url.endsWith('/settle') ? SETTLED : { isValid: true, payer: PAYER })
    ),
  })
  running.push({ stop: () => void server.stop(true) })
  const secret = Buffer.from(secretKey.reveal()).toString('base64url')
  const list = inOrder([`http://key-id:${secret}@${server.url.host}/v2/x402`])
  expect(await list.verify(PAYMENT)).toBeNull()
  expect(await list.settle(PAYMENT)).toMatchObject({ outcome: 'settled' })
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicKey])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const tokens = seen.map(({ token }) => token.replace(/^Bearer /, ''))
  const claims = tokens.map((token) => {
    const [head = '', body = '', signature = ''] = token.split('.')
    expect(verifySignature(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))).toBe(true)
    const { nonce, ...header } = JSON.parse(Buffer.from(head, 'base64url').toString())
    expect(header).toEqual({ alg: 'EdDSA', kid: 'key-id', typ: 'JWT' })
    return { nonce, ...JSON.parse(Buffer.from(body, 'base64url').toString()) }
  })
  expect(claims.map(({ uris }) => uris)).toEqual(['verify', 'settle'].map((path) => [`POST ${server.url.host}/v2/x402/${path}`]))
  for (const { iss, sub, nbf, exp } of claims) expect([iss, sub, exp - nbf]).toEqual(['cdp', 'key-id', 120])
  expect(new Set(claims.map(({ nonce }) => nonce)).size).toBe(2)
  expect(seen.map(({ url }) => url).join()).not.toContain('key-id')
})

test('decision "Facilitators take turns only while the chain says that nothing was paid": a URL whose key is none is refused at the start', () => {
  const env = { X402_PAY_TO: PAY_TO, X402_FACILITATOR_URL: 'https://f.test,https://id:c2hvcnQ@g.test' }
  expect(() => readConfig(env)).toThrow('the key’s id, a colon, and its Ed25519 secret')
})
