import { describe, expect, test } from 'bun:test'
import { createRpcPool } from '../../../src/adapters/chains/rpc-pool.ts'
import { Secret } from '../../../src/lib/secret.ts'
import { machineTime } from '../../support/machine-time.ts'

const LOOPBACK = '127.0.0.1'

describe('decision "/metrics": calls of chain nodes', () => {
  test('are told by the place of the node and by method, never by the address', async () => {
    const node = Bun.serve({
      hostname: LOOPBACK,
      port: 0,
      fetch: async (request) => {
        const { method } = (await request.json()) as { method: string }
        if (method === 'simulateTransaction') return Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'no' } })
        return Response.json({ jsonrpc: '2.0', id: 1, result: 7 })
      },
    })
    const calls: unknown[] = []
    const urls = ['http://127.0.0.1:1/?api-key=hunter2', node.url.href].map((url) => new Secret(url))
    const pool = createRpcPool({
      urls,
      name: 'the node',
      time: machineTime,
      timeoutMs: 1_000,
      upstream: 'solana',
      identity: { method: 'getGenesisHash', expected: '7', read: String },
      recordCall: (call) => calls.push(call),
    })
    expect(await pool.ask('getSlot', [], Number)).toBe(7)
    await pool.ask('simulateTransaction', [], Number).catch(() => {})
    await node.stop(true)
    expect(calls).toEqual([
      { node: 1, method: 'getGenesisHash', outcome: 'fault' },
      { node: 2, method: 'getGenesisHash', outcome: 'ok' },
      { node: 2, method: 'getSlot', outcome: 'ok' },
      { node: 2, method: 'simulateTransaction', outcome: 'refused' },
    ])
  })
})
