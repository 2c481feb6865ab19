import { afterAll, beforeAll, expect, test } from 'bun:test'
import { encodeFunctionData, type Hex, keccak256, pad } from 'viem'
import { createEvmPrograms } from '../../src/adapters/chains/evm/deployed/evm-programs.ts'
import { createEvmRpc, MULTICALL } from '../../src/adapters/chains/evm/evm-rpc.ts'
import { factoryAbi } from '../../src/adapters/launchpads/clanker/abis.ts'
import { ZORA_FACTORY } from '../../src/adapters/launchpads/zora/contracts.ts'
import { Secret } from '../../src/lib/secret.ts'
import { machineTime } from '../support/machine-time.ts'
import { type Anvil, describeAnvil, startAnvil } from './support/anvil.ts'

const SLOT = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
const SWITCH = '0x00000000000000000000000000000000005A17C4'
/** Answers 0, and 1, whatever it is asked. */
const [OPEN, CLOSED]: readonly Hex[] = ['0x600060005260206000f3', '0x600160005260206000f3']

describeAnvil('decision "A program that is not known": the contracts of launches on Base', () => {
  let [one, other]: Anvil[] = []
  beforeAll(async () => {
    ;[one, other] = await Promise.all([startAnvil(), startAnvil()])
    for (const anvil of [one!, other!]) await anvil.call('anvil_setCode', SWITCH, OPEN)
  })
  afterAll(() => Promise.all([one!.stop(), other!.stop()]))

  const closed = encodeFunctionData({ abi: factoryAbi, functionName: 'deprecated' })
  const programs = (...nodes: readonly { readonly url: string }[]) =>
    createEvmPrograms(
      createEvmRpc({ urls: nodes.map(({ url }) => new Secret(url)), chainId: 8_453, time: machineTime, timeoutMs: 2_000 }),
      [
        { name: 'factory', address: ZORA_FACTORY, isProxy: true },
        { name: 'switch', address: SWITCH, switches: { closed } },
      ],
    )
  const hashAt = async (address: string) => keccak256(await one!.call<Hex>('eth_getCode', address, 'latest')).slice(2)

  test('the hash of the code, what a proxy passes calls on to, and a switch are read', async () => {
    const build = await hashAt(ZORA_FACTORY)
    expect(await programs(one!, other!).read()).toEqual([
      { name: 'factory', address: ZORA_FACTORY, seen: { build, control: '' }, known: null },
      { name: 'switch', address: SWITCH, seen: { build: await hashAt(SWITCH), control: 'closed: 0' }, known: null },
    ])
    await one!.call('anvil_setStorageAt', ZORA_FACTORY, SLOT, pad(MULTICALL))
    const [factory] = await programs(one!).read()
    expect(factory!.seen).toEqual({ build, control: `passes calls on to ${MULTICALL} (${await hashAt(MULTICALL)})` })
  })

  test('what two nodes tell differently is disputed, until both tell it', async () => {
    await one!.call('anvil_setCode', SWITCH, CLOSED)
    expect((await programs(one!, other!).read())[1]!.seen).toBeNull()
    await other!.call('anvil_setCode', SWITCH, CLOSED)
    expect((await programs(one!, other!).read())[1]!.seen).toEqual({ build: await hashAt(SWITCH), control: 'closed: 1' })
  })

  test('no answer is no verdict', async () => {
    expect(programs({ url: 'http://127.0.0.1:9' }).read()).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })
})
