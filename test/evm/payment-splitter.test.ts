import artifact from '@openzeppelin/contracts/build/contracts/ERC20PresetFixedSupply.json'
import splitter from '@openzeppelin/contracts/build/contracts/PaymentSplitter.json'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Address, encodeDeployData, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { createEvmRpc, type EvmCall } from '../../src/adapters/chains/evm/evm-rpc.ts'
import { BASE_CHAIN_ID } from '../../src/domain/chain.ts'
import { paymentSplitter } from '../../src/adapters/chains/evm/split/payment-splitter.ts'
import { bps, wei } from '../../src/domain/brands.ts'
import { Secret } from '../../src/lib/secret.ts'
import { type Anvil, describeAnvil, startAnvil } from './support/anvil.ts'
import { ETH, newEvmWallet } from './support/evm-scene.ts'
import { machineTime } from '../support/machine-time.ts'

setDefaultTimeout(180_000)

const tokenAbi = parseAbi([
  'constructor(string name, string symbol, uint256 initialSupply, address owner)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function balanceOf(address account) view returns (uint256)',
])

describeAnvil('OpenZeppelin’s PaymentSplitter as the split', () => {
  let anvil: Anvil
  beforeAll(async () => void (anvil = await startAnvil()))
  afterAll(() => anvil.stop())

  test('rules 1.10: ETH and a token of six decimals are paid out 60/15/25 to the unit by a stranger, and nobody owns the split', async () => {
    const rpc = createEvmRpc({ urls: [new Secret(anvil.url)], chainId: BASE_CHAIN_ID, time: machineTime })
    const stranger = newEvmWallet() as string as Address
    await anvil.setBalance(stranger, 10n * ETH)
    const send = async ({ to, data }: EvmCall) => void (await anvil.sendAs(stranger, { to, data }))
    const args = ['Dollar', 'USD', 10n ** 12n, stranger] as const
    const data = encodeDeployData({ abi: tokenAbi, bytecode: artifact.bytecode as Hex, args })
    const hash = await anvil.sendAs(stranger, { data })
    const { contractAddress: token } = await anvil.call<{ contractAddress: Address }>('eth_getTransactionReceipt', hash)

    const shares = [6_000, 1_500, 2_500].map((share) => ({ wallet: newEvmWallet(), bps: bps(share) }))
    const split = await paymentSplitter.addressOf(rpc, token, shares)
    await anvil.setBalance(split, ETH)
    await send({ to: token, data: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [split, 1_000_000n] }) })
    // Both came before the split was there; it is made now, by anyone, where they are.
    await send(paymentSplitter.createCall(token, shares))
    expect(await rpc.code(split)).toBe(splitter.deployedBytecode as Hex)
    for (const call of paymentSplitter.distributeCalls(split, shares, { address: token, too: true }, new Set())) await send(call)
    for (const { wallet, bps: share } of shares) {
      expect(await rpc.balanceWei(wallet as string as Address)).toBe(wei((ETH * BigInt(share)) / 10_000n))
      const ask = { to: token, data: encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [wallet as string as Address] }) }
      expect(BigInt((await rpc.readMany([ask]))[0]!)).toBe((1_000_000n * BigInt(share)) / 10_000n)
    }
    expect(await rpc.balanceWei(split)).toBe(wei(0))
    const owned = await rpc.readMany([
      { to: split, data: encodeFunctionData({ abi: parseAbi(['function owner() view returns (address)']) }) },
    ])
    expect(owned).toEqual([null])
  })
})
