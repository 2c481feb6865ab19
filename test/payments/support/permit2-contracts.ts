import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { encodeFunctionData, type Hex, maxUint256, parseAbi } from 'viem'
import { hasPaymentContracts, type PaymentContracts, paymentContractsPath } from '../../../scripts/contracts-cache.ts'
import { type BaseNode, describeOnBase } from './base-node.ts'

export const PERMIT2_ADDRESS = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const CREATE2_DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const ANYONE = '0x00000000000000000000000000000000000c0de5'
const APPROVE = parseAbi(['function approve(address spender, uint256 value) returns (bool)'])

/** A suite that needs the real contracts; without them nothing of it is run, and the run says how to get them. */
export function describeWithPermit2(name: string, body: () => void): void {
  if (hasPaymentContracts()) return describeOnBase(name, body)
  console.warn(`not run, since there are no contracts in ${paymentContractsPath()} (\`bun run contracts:pull\`): ${name}`)
}

/**
 * Puts Permit2 and x402’s contracts on the node, at the addresses that they have on Base; and Multicall3, which the library asks what was
 * wrong with a payment, and viem brings along.
 */
export async function deployPermit2(node: BaseNode): Promise<void> {
  const { permit2Code, proxies } = JSON.parse(readFileSync(paymentContractsPath(), 'utf8')) as PaymentContracts
  await node.call('anvil_setCode', PERMIT2_ADDRESS, permit2Code)
  for (const data of Object.values(proxies)) await node.sendAs(ANYONE, data, CREATE2_DEPLOYER)
  const { multicall3Bytecode } = (await import(fileURLToPath(new URL('constants/contracts.js', import.meta.resolve('viem'))))) as {
    multicall3Bytecode: Hex
  }
  await node.call('anvil_setCode', MULTICALL3, await node.call<Hex>('eth_call', { data: multicall3Bytecode }, 'latest'))
}

/** The owner allows Permit2 to spend so much of its USDC. */
export const approvePermit2 = (node: BaseNode, owner: string, value = maxUint256): Promise<void> =>
  node.sendAs(owner, encodeFunctionData({ abi: APPROVE, functionName: 'approve', args: [PERMIT2_ADDRESS, value] }))
