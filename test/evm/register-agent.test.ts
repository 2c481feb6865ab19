import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { encodeFunctionData } from 'viem'
import { createAgentRegistry, registryAbi } from '../../src/adapters/agent-registry/agent-registry.ts'
import { IDENTITY_REGISTRY } from '../../src/config/identity-registry.ts'
import { BASE_CHAIN_ID } from '../../src/domain/chain.ts'
import { Secret } from '../../src/lib/secret.ts'
import { runAgentLaunch } from '../support/run-command.ts'
import { createTestApp } from '../support/test-app.ts'
import { type Anvil, describeAnvil, startAnvil } from './support/anvil.ts'
import { ETH, newEvmKey, newEvmWallet } from './support/evm-scene.ts'
import { machineTime } from '../support/machine-time.ts'

setDefaultTimeout(180_000)

const URI = 'https://coins.example.com/.well-known/agent-registration.json'

describeAnvil('decision "The registry of agents": register-agent', () => {
  let anvil: Anvil
  const { key, wallet } = newEvmKey()
  const registry = () =>
    createAgentRegistry({
      nodes: { urls: [new Secret(anvil.url)], chainId: BASE_CHAIN_ID, time: machineTime },
      registry: IDENTITY_REGISTRY,
      key: new Secret<string>(key),
    })
  const run = (args: readonly string[], changes: Record<string, string> = {}) =>
    runAgentLaunch(['register-agent', ...args], {
      BASE_RPC_URL: anvil.url,
      ERC8004_KEY: key,
      BASE_URL: 'https://coins.example.com',
      DATABASE_URL: 'sqlite::memory:',
      ...changes,
    })
  const sentBy = async () => Number(await anvil.call('eth_getTransactionCount', wallet, 'pending'))

  beforeEach(async () => {
    anvil = await startAnvil()
    await anvil.setBalance(wallet, ETH)
  })
  afterEach(() => anvil.stop())

  test('says what it costs and sends nothing; with --yes it registers, once, and the file proves the domain', async () => {
    // Agent 0 is somebody else's.
    const data = encodeFunctionData({ abi: registryAbi, functionName: 'register', args: ['https://other.example'] })
    await anvil.sendAs((await anvil.call<string[]>('eth_accounts'))[0]!, { to: IDENTITY_REGISTRY, data })
    const looked = await run([])
    expect([looked.code, looked.err]).toEqual([0, ''])
    expect(looked.out).toContain('Nothing was sent')
    expect([await sentBy(), await registry().owned()]).toEqual([0, 0])

    const done = await run(['--yes'])
    expect([done.code, done.err]).toEqual([0, ''])
    expect(done.out).toContain('Set ERC8004_AGENT_ID=1 and')
    expect(await registry().find(1)).toEqual({ owner: wallet, uri: URI })
    expect(done.out + done.err).not.toContain(key.slice(2))

    const again = await run(['--yes'])
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('owns 1 agent(s) already')])
    expect([await sentBy(), await registry().owned()]).toEqual([1, 1])

    const app = await createTestApp({ env: { ERC8004_AGENT_ID: '1' } })
    const { body } = await app.call('GET', '/.well-known/agent-registration.json')
    expect(body.registrations).toEqual([{ agentId: 1, agentRegistry: `eip155:8453:${IDENTITY_REGISTRY}` }])
    await app.close()
  })

  test('a registered agent is told where its document is now, and nothing is sent where it names it already', async () => {
    await (await registry().prepareRegister('https://old.example/file.json')).send()
    const moved = await run(['--yes'], { ERC8004_AGENT_ID: '0' })
    expect([moved.code, moved.err]).toEqual([0, ''])
    expect(await registry().find(0)).toEqual({ owner: wallet, uri: URI })
    const again = await run(['--yes'], { ERC8004_AGENT_ID: '0' })
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('already')])
    expect(await sentBy()).toBe(2)
  })

  test.each([
    ['no agent of this number', { ERC8004_AGENT_ID: '7' }, 'There is no agent 7'],
    ['no public address', { BASE_URL: 'http://127.0.0.1:3000' }, 'https alone'],
    ['no key', { ERC8004_KEY: '' }, 'Set BASE_RPC_URL and ERC8004_KEY'],
  ])('%s: it says so and sends nothing', async (_what, changes, sentence) => {
    const { code, err } = await run(['--yes'], changes as Record<string, string>)
    expect([code, err]).toEqual([2, expect.stringContaining(sentence)])
    expect(await sentBy()).toBe(0)
  })

  test('an agent of another owner, a wallet that cannot pay, a transaction that still waits: nothing is sent', async () => {
    const owner = (await anvil.call<string[]>('eth_accounts'))[0]!
    const data = encodeFunctionData({ abi: registryAbi, functionName: 'register', args: ['https://other.example'] })
    await anvil.sendAs(owner, { to: IDENTITY_REGISTRY, data })
    expect((await run(['--yes'], { ERC8004_AGENT_ID: '0' })).err).toContain('is owned by')
    await anvil.setBalance(wallet, 1n)
    expect((await run(['--yes'])).err).not.toBe('')
    expect(await sentBy()).toBe(0)
    await anvil.setBalance(wallet, ETH)
    await anvil.call('evm_setAutomine', false)
    await anvil.sendAs(wallet, { to: newEvmWallet() })
    expect((await run(['--yes'])).err).toContain('waits for its block')
    expect([await sentBy(), await registry().owned()]).toEqual([1, 0])
  })

  test('a node of another chain is refused', async () => {
    const other = await startAnvil({ chainId: 1 })
    const { code, err } = await run(['--yes'], { BASE_RPC_URL: other.url })
    expect([code, err]).not.toEqual([0, ''])
    expect(await other.call('eth_getTransactionCount', wallet, 'pending')).toBe('0x0')
    await other.stop()
  })
})
