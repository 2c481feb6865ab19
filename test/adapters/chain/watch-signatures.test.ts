import { afterEach, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { watchSignatures } from '../../../src/adapters/chains/solana/watch-signatures.ts'
import { websocketUrl } from '../../../src/adapters/chains/solana/websocket-url.ts'
import { Secret } from '../../../src/lib/secret.ts'
import { eventually } from '../../support/eventually.ts'
import { createManualTimers } from '../../support/manual-timers.ts'

/** What every websocket's handshake is answered with. @see RFC 6455, 4.2.2 */
const HANDSHAKE_ID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const KEY = 'api-key=of-the-provider'

/** The text in a frame of a server. */
function frameOf(text: string): Buffer {
  const bytes = Buffer.from(text)
  const length = bytes.length < 126 ? [bytes.length] : [126, bytes.length >> 8, bytes.length & 255]
  return Buffer.concat([Buffer.from([0x81, ...length]), bytes])
}

const says = (message: object): Buffer => frameOf(JSON.stringify(message))
const takes = (id: number, subscription: unknown) => says({ id, result: subscription })
const notifies = (subscription: unknown) => says({ method: 'signatureNotification', params: { subscription, result: {} } })

/** A node of bytes: it takes the handshake, says all of this at once, and closes nothing by itself. */
interface ByteNode {
  readonly url: Secret<string>
  readonly paths: string[]
  readonly open: ReadonlySet<Socket>
  readonly server: Server
}

const nodes: ByteNode[] = []

/** Null answers no handshake. */
async function startNode(frames: readonly Buffer[] | null): Promise<ByteNode> {
  const open = new Set<Socket>()
  const paths: string[] = []
  const server = createServer((socket) => {
    open.add(socket.on('error', () => {}).on('close', () => open.delete(socket)))
    socket.once('data', (bytes) => {
      const [, path, key] = /^GET (\S+) [\s\S]*sec-websocket-key: (\S+)/i.exec(bytes.toString('latin1'))!
      paths.push(path!)
      if (frames === null) return
      const accept = createHash('sha1').update(`${key}${HANDSHAKE_ID}`).digest('base64')
      socket.write(`HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`)
      for (const frame of frames) socket.write(frame)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const node = { url: new Secret(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v2?${KEY}`), paths, open, server }
  nodes.push(node)
  return node
}

afterEach(() => {
  for (const { server, open } of nodes.splice(0)) {
    server.close()
    for (const socket of open) socket.destroy()
  }
})

/** Watches two signatures at these nodes, and counts what it is told. */
function watch(...urls: readonly Secret<string>[]) {
  const timers = createManualTimers()
  const waiting = new AbortController()
  const watched = { seen: 0, timers, waiting, ended: Promise.resolve() }
  watched.ended = watchSignatures({ urls, timers }, ['first', 'second'], () => void (watched.seen += 1), waiting.signal)
  return watched
}

describe('what a node says of signatures over a websocket', () => {
  test('rules 10.13: each is told of once, at the node’s own URL with its key, and the socket is closed', async () => {
    const node = await startNode([takes(0, 71), takes(1, 72), notifies(72), notifies(72), notifies(5), notifies(71)])
    const watched = watch(node.url)
    await watched.ended
    expect([watched.seen, watched.timers.waiting()]).toEqual([2, 0])
    expect(node.paths).toEqual([`/v2?${KEY}`])
    await eventually(() => node.open.size === 0)
  })

  test.each<[string, Buffer[]]>([
    ['no JSON', [frameOf('<html>')]],
    ['no object', [frameOf('[1]')]],
    ['bytes', [Buffer.from([0x82, 1, 0])]],
    ['a frame that is none', [Buffer.from([0xff, 0xff, 0xff])]],
    ['more than a notification has', [says({ id: 0, result: 1, more: 'x'.repeat(20_000) })]],
    ['a refusal', [says({ id: 0, error: { code: -32601, message: 'Method not found' } })]],
    ['an answer to what was not asked', [takes(2, 71)]],
    ['two answers to one request', [takes(0, 71), takes(0, 72)]],
    ['a subscription without a number', [takes(0, 'x')]],
    ['another notification', [says({ method: 'slotNotification', params: { subscription: 0 } })]],
    ['a notification of nothing', [says({ method: 'signatureNotification' })]],
    ['a closing', [Buffer.from([0x88, 0])]],
  ])('rules 10.31: one that says %s is left at once, and the next is asked', async (_what, frames) => {
    const [wrong, right] = [await startNode(frames), await startNode([takes(0, 1), takes(1, 2), notifies(1), notifies(2)])]
    const watched = watch(wrong.url, right.url)
    await watched.ended
    expect(watched.seen).toBe(2)
    expect([wrong.paths.length, right.paths.length]).toEqual([1, 1])
    await eventually(() => wrong.open.size + right.open.size === 0)
  })

  test('rules 10.31: the next is asked only of what the one before has not told', async () => {
    const half = await startNode([takes(0, 1), takes(1, 2), notifies(1), frameOf('<html>')])
    const rest = await startNode([takes(0, 1), notifies(1)])
    const watched = watch(half.url, rest.url)
    await watched.ended
    expect(watched.seen).toBe(2)
  })

  test.each<[string, Buffer[] | null]>([
    ['no handshake', null],
    ['no subscription', []],
    ['one subscription of two', [takes(0, 71)]],
  ])('rules 10.14: one that takes %s within 5 s is left', async (_what, frames) => {
    const node = await startNode(frames)
    const watched = watch(node.url)
    await eventually(() => node.paths.length === 1)
    watched.timers.pass(4_999)
    expect([node.open.size, watched.timers.waiting()]).toEqual([1, 1])
    watched.timers.pass(1)
    await watched.ended
    expect(watched.seen).toBe(0)
    await eventually(() => node.open.size === 0)
  })

  test.each<[string, Buffer[] | null]>([
    ['takes no handshake', null],
    ['has taken the subscriptions, and answers no closing', [takes(0, 71), takes(1, 72)]],
  ])('rules 10.14: who waits no more holds no socket: of a node that %s', async (_what, frames) => {
    const node = await startNode(frames)
    const watched = watch(node.url)
    await eventually(() => node.paths.length === 1 && (frames === null || watched.timers.waiting() === 0))
    watched.waiting.abort()
    await watched.ended
    expect([watched.seen, watched.timers.waiting()]).toEqual([0, 0])
    await eventually(() => node.open.size === 0)
  })

  test('rules 10.31: where nobody listens, and where there is no URL, it ends without an error', async () => {
    const node = await startNode([])
    await new Promise((resolve) => node.server.close(resolve))
    const watched = watch(node.url, new Secret('not a URL'))
    await watched.ended
    expect(watched.seen).toBe(0)
  })

  test.each([
    ['https://node.test/v2/key?a=b#c', 'wss://node.test/v2/key?a=b'],
    ['http://node.test:443/', 'ws://node.test:443/'],
    ['https://node.test:8443', 'wss://node.test:8443/'],
    ['http://127.0.0.1:8899', 'ws://127.0.0.1:8900/'],
  ])('rules 10.13: a node at %s takes websockets at %s, which is as secret', (url, expected) => {
    const found = websocketUrl(new Secret(url))
    expect(found.reveal()).toBe(expected)
    expect(`${found}${JSON.stringify(found)}`).not.toContain('test')
  })
})
