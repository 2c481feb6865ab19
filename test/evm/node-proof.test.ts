import { expect, setDefaultTimeout, test } from 'bun:test'
import { bytesToHex, decodeFunctionData, encodeFunctionData, type Hex, numberToHex, parseTransaction } from 'viem'
import { factoryAbi, ZORA_FACTORY } from '../../src/adapters/launchpads/zora/contracts.ts'
import { eventually } from '../support/eventually.ts'
import { createZoraLaunchpad } from '../../src/adapters/launchpads/zora/launchpad.ts'
import type { SignedTransaction } from '../../src/domain/operation.ts'
import { Secret } from '../../src/lib/secret.ts'
import type { Launchpad } from '../../src/ports/launchpad/launchpad.ts'
import { refusalOf } from '../support/app-error.ts'
import { describeAnvil, startAnvil, upgradeFactory } from './support/anvil.ts'
import { createEvmScene, newEvmWallet, zoraOptions } from './support/evm-scene.ts'
import { createEvmService, type EvmService } from './support/evm-service.ts'
import { olderLaunch } from './support/older-launch.ts'
import { startLyingNode } from './support/lying-node.ts'

setDefaultTimeout(180_000)

const BASE_SEPOLIA = 84_532
const statusesOf = async (pad: Launchpad, transactions: readonly SignedTransaction[]) =>
  (await pad.advance(transactions)).map(({ status }) => status)

/** A service whose launchpad asks these nodes in the place of its own. */
async function serviceOn(urlsOf: (anvilUrl: string) => readonly string[]): Promise<EvmService> {
  return createEvmService({
    pad: (_own, anvil) =>
      createZoraLaunchpad({ ...zoraOptions(anvil), rpcTimeoutMs: 1_000, rpcUrls: urlsOf(anvil.url).map((url) => new Secret(url)) }),
  })
}

describeAnvil('a node of Base proves its chain before its answers count', () => {
  test('rules 10.31: a second node of another chain: it proves no launch dead, is sent nothing, and the coin is locked when the right one is back', async () => {
    const sepolia = await startAnvil({ chainId: BASE_SEPOLIA })
    await sepolia.mine(5_000)
    const down = { now: false }
    const proxies: { stop(): Promise<void> }[] = []
    const other = startLyingNode(sepolia.url, () => null)
    proxies.push(other)
    const service = await serviceOn((url) => {
      // The node dies with the coin's transaction in its pool, and comes back later.
      const right = startLyingNode(url, ({ method }) => (down.now && method !== 'nothing' ? 'gone' : null))
      proxies.push(right)
      return [right.url, other.url]
    })
    const launcher = await service.person()
    const pad = service.launchpad
    const plan = {
      name: 'Witness',
      ticker: 'WIT',
      metadataUri: 'https://coins.example/m/1',
      initialBuyAtomic: 0n as never,
      atomicRequired: false,
    }
    const shareholders = [{ wallet: newEvmWallet(), bps: 10_000 as never }]
    const owner = pad.parseLauncher(new Secret<string>(launcher.key))
    const { mint, transactions } = await pad.prepareLaunch({ ...plan, shareholders }, owner)
    for (let round = 0; round < 2; round += 1) await pad.advance(transactions)
    down.now = true
    for (let round = 0; round < 4; round += 1)
      expect(await refusalOf(() => pad.advance(transactions))).toMatchObject({ code: 'upstream_unavailable' })
    expect(await refusalOf(() => pad.prepareLaunch({ ...plan, shareholders }, owner))).toMatchObject({ code: 'upstream_unavailable' })
    expect([...new Set(other.calls)]).toEqual(['eth_chainId'])
    down.now = false
    for (let round = 0; round < 8; round += 1) await pad.advance(transactions)
    expect((await pad.readCoin(mint, { shareholders, launcher: owner.wallet }))?.feeShare?.locked).toBe(true)
    await Promise.all([service.stop(), sepolia.stop(), ...proxies.map((proxy) => proxy.stop())])
  })

  test('rules 10.31: no archive and receipts that come late: what landed is never called dead, and is locked', async () => {
    const scene = await createEvmScene()
    const head = async () => Number(await scene.anvil.call<Hex>('eth_blockNumber'))
    const node = startLyingNode(scene.anvil.url, async ({ method, params, forward }) => {
      const now = await head()
      if (method === 'eth_getTransactionCount' && String(params[1]).startsWith('0x') && Number(params[1]) < now - 128)
        return { error: { code: -32000, message: 'missing trie node' } }
      if (method === 'eth_getBlockReceipts') return { error: { code: -32601, message: 'the method does not exist' } }
      if (method !== 'eth_getTransactionReceipt') return null
      const receipt = (await forward()) as { blockNumber: Hex } | null
      return { result: receipt && Number(receipt.blockNumber) + 4 <= now ? receipt : null }
    })
    const pad = createZoraLaunchpad({ ...zoraOptions(scene.anvil), rpcUrls: [new Secret(node.url)] })
    const launcher = await scene.fundedLauncher()
    const shareholders = [{ wallet: newEvmWallet(), bps: 10_000 as never }]
    const plan = {
      name: 'Late',
      ticker: 'LATE',
      metadataUri: 'https://coins.example/m/1',
      initialBuyAtomic: 0n as never,
      shareholders,
      atomicRequired: false,
    }
    const { mint, transactions } = await pad.prepareLaunch(plan, launcher)
    // The fee is too high for longer than states are kept.
    await scene.anvil.call('anvil_setNextBlockBaseFeePerGas', numberToHex(10n ** 13n))
    await scene.anvil.mine()
    await scene.anvil.mine(300)
    const seen: string[] = []
    for (let round = 0; round < 40 && !seen.at(-1)?.endsWith('landed'); round += 1) {
      seen.push((await statusesOf(pad, transactions)).join())
      await scene.anvil.call('anvil_setNextBlockBaseFeePerGas', numberToHex(10n ** 9n))
      await scene.anvil.mine()
    }
    expect(seen.join(' ')).not.toMatch(/expired|failed/)
    expect(seen.at(-1)).toBe('landed')
    expect((await pad.readCoin(mint, { shareholders, launcher: launcher.wallet }))?.feeShare?.locked).toBe(true)
    await Promise.all([scene.anvil.stop(), node.stop()])
  })

  test('rules 10.31: no archive, and another transaction took the place long ago: pending until its block is found, then dead by that block', async () => {
    const scene = await createEvmScene()
    const head = async () => Number(await scene.anvil.call<Hex>('eth_blockNumber'))
    const node = startLyingNode(scene.anvil.url, async ({ method, params }) =>
      method === 'eth_getTransactionCount' && String(params[1]).startsWith('0x') && Number(params[1]) < (await head()) - 128
        ? { error: { code: -32000, message: 'missing trie node' } }
        : null,
    )
    const pad = createZoraLaunchpad({ ...zoraOptions(scene.anvil), rpcUrls: [new Secret(node.url)] })
    const launcher = await scene.fundedLauncher()
    const shareholders = [{ wallet: newEvmWallet(), bps: 10_000 as never }]
    const plan = {
      name: 'Gone',
      ticker: 'GONE',
      metadataUri: 'https://coins.example/m/1',
      initialBuyAtomic: 0n as never,
      shareholders,
      atomicRequired: false,
    }
    const { transactions } = await pad.prepareLaunch(plan, launcher)
    await scene.anvil.mine(20)
    const by = await scene.anvil.sendAs(launcher.wallet, { to: newEvmWallet(), value: 1n })
    const index = await head()
    await scene.anvil.mine(200)
    const first = (await pad.advance(transactions))[0]!
    let last = first
    for (let round = 0; round < 80 && last.status === 'pending'; round += 1) {
      await scene.anvil.mine()
      last = (await pad.advance(transactions))[0]!
    }
    expect(last).toMatchObject({ status: 'expired', endedBy: { signature: by, height: index } })
    await Promise.all([scene.anvil.stop(), node.stop()])
  })

  test('decision "The mint is read from what landed": Zora upgrades between signing and landing of three transactions: the coin is found where it is, unlocked, and wire-fees locks that one', async () => {
    const service = await createEvmService({
      pad: (pad, anvil) => ({
        ...pad,
        async prepareLaunch(plan, launcher) {
          const prepared = await olderLaunch(anvil, plan, launcher)
          await upgradeFactory(anvil)
          return prepared
        },
      }),
    })
    const launcher = await service.person()
    const body = service.body(launcher)
    const { dryRunId } = (await service.post('/api/agent/launch/dry-run', body)).body
    const launched = await service.post('/api/agent/launch', { ...body, dryRunId }, launcher)
    expect(launched).toMatchObject({ status: 202, body: { feeShareLocked: false, lockSlot: null, dryRunId } })
    const { mint, plannedMint, nextSteps } = launched.body
    expect(plannedMint).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(mint).not.toBe(plannedMint)
    expect(nextSteps.join(' ')).toContain('/api/agent/wire-fees')
    expect(await service.anvil.call<Hex>('eth_getCode', plannedMint, 'latest')).toBe('0x')
    expect(await service.anvil.call<Hex>('eth_getCode', mint, 'latest')).not.toBe('0x')
    // The lock was signed for the other address: it is kept back, and its number is free.
    expect(Number(await service.anvil.call<Hex>('eth_getTransactionCount', launcher.wallet, 'latest'))).toBe(2)
    const { launches } = (await service.get('/api/agent/launches')).body
    expect(launches[0]).toMatchObject({ mint, state: 'unlocked' })
    expect((await service.get(`/api/coins/${mint}`)).status).toBe(200)
    expect((await service.get(`/api/coins/${plannedMint}`)).status).toBe(404)
    expect((await service.get(`/api/agent/launch/dry-run/${dryRunId}`)).body.consumed).toBe(true)

    const wired = await service.post('/api/agent/wire-fees', { mint }, launcher)
    expect(wired).toMatchObject({ status: 201, body: { feeShareLocked: true } })
    expect((await service.get(`/api/agent/status/${mint}`)).body.feeShareLocked).toBe(true)
    await service.stop()
  })

  test('decision "The mint is read from what landed": a living coin at the address of a dead create of the launcher’s own is ours: told as live and unlocked, never as made elsewhere', async () => {
    const service = await createEvmService({
      pad: (pad, anvil) => ({
        ...pad,
        async prepareLaunch(plan, launcher) {
          const prepared = await olderLaunch(anvil, plan, launcher)
          const split = prepared.transactions[0]!
          const create = prepared.transactions.find(({ steps }) => steps.includes('create'))!
          // The launcher's own wallet makes the coin of this address in the create's place, with another address of its metadata.
          const { data } = parseTransaction(bytesToHex(Buffer.from(create.bytesBase64, 'base64')))
          const { functionName, args } = decodeFunctionData({ abi: factoryAbi, data: data! })
          const changed = args.map((arg, index) => (index === 2 ? 'https://elsewhere.example/m/1' : arg))
          await pad.advance([split])
          await eventually(async () => (await anvil.call<Hex>('eth_getTransactionCount', launcher.wallet, 'latest')) === '0x1')
          await anvil.sendAs(launcher.wallet, {
            to: ZORA_FACTORY,
            data: encodeFunctionData({ abi: factoryAbi, functionName, args: changed as never }),
          })
          return prepared
        },
      }),
    })
    const launcher = await service.person()
    const launched = await service.post('/api/agent/launch', service.body(launcher), launcher)
    expect(launched).toMatchObject({ status: 202, body: { feeShareLocked: false } })
    expect(launched.body.nextSteps.join(' ')).toContain('/api/agent/wire-fees')
    expect(await service.post('/api/agent/wire-fees', { mint: launched.body.mint }, launcher)).toMatchObject({ status: 201 })
    expect((await service.get(`/api/coins/${launched.body.mint}`)).status).toBe(200)
    await service.stop()
  })
})
