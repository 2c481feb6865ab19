import { afterEach, beforeEach, expect, test } from 'bun:test'
import { Connection, Keypair } from '@solana/web3.js'
import { type ChainServer, startChainServer } from './support/chain-server.ts'
import { describeChain } from './support/describe-chain.ts'
import { type FaultProxy, startFaultProxy } from './support/fault-proxy.ts'

describeChain('the fault proxy fails as it is told', () => {
  let server: ChainServer
  let proxy: FaultProxy
  let connection: Connection

  beforeEach(async () => {
    server = startChainServer()
    proxy = await startFaultProxy(server.url)
    connection = new Connection(proxy.url, { commitment: 'confirmed', disableRetryOnRateLimit: true })
  })
  afterEach(async () => {
    await proxy.stop()
    await server.stop()
  })

  const methodsSeen = () => server.requests.map(({ method }) => method)

  test('without a plan it only forwards', async () => {
    expect(await connection.getSlot()).toBe(450_000_000)
    expect(proxy.calls).toEqual([{ method: 'getSlot', fault: null }])
  })

  test.each([429, 500, 503])('answers %d once, then forwards', async (status) => {
    proxy.fail('getSlot', { kind: 'status', status }, 1)
    await expect(connection.getSlot()).rejects.toThrow(String(status))
    expect(methodsSeen()).toEqual([])
    expect(await connection.getSlot()).toBe(450_000_000)
  })

  test('a script is played in order', async () => {
    proxy.script('getSlot', [
      null,
      { kind: 'garbage' },
      { kind: 'wrong-json' },
      { kind: 'rpc-error', code: -32005, message: 'Node is behind' },
    ])
    expect(await connection.getSlot()).toBe(450_000_000)
    await expect(connection.getSlot()).rejects.toThrow()
    await expect(connection.getSlot()).rejects.toThrow()
    await expect(connection.getSlot()).rejects.toThrow('Node is behind')
    expect(await connection.getSlot()).toBe(450_000_000)
  })

  test('stale answers stop following the chain until healed', async () => {
    proxy.fail('getSlot', { kind: 'stale' })
    expect(await connection.getSlot()).toBe(450_000_000)
    server.chain.advanceSlots(10)
    expect(await connection.getSlot()).toBe(450_000_000)
    proxy.heal()
    expect(await connection.getSlot()).toBe(450_000_010)
  })

  test('a hung call is never answered', async () => {
    proxy.fail('getSlot', { kind: 'hang' })
    const answer = connection.getSlot().then(
      () => 'answered',
      () => 'closed',
    )
    expect(await Promise.race([answer, connection.getBlockHeight().then(() => 'the next call was')])).toBe('the next call was')
    await proxy.stop()
    expect(await answer).toBe('closed')
    proxy = await startFaultProxy(server.url)
  })

  test('a call whose answer is lost has been carried out', async () => {
    const wallet = Keypair.generate().publicKey
    proxy.fail('requestAirdrop', { kind: 'drop-after-forward' }, 1)
    await expect(connection.requestAirdrop(wallet, 1_000_000_000)).rejects.toThrow()
    expect(await connection.getBalance(wallet)).toBe(1_000_000_000)
  })
})
