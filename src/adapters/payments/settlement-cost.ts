import {
  type Account,
  encodeFunctionData,
  type EncodeFunctionDataParameters,
  type Hex,
  numberToHex,
  size,
  type TransactionReceipt,
} from 'viem'
import { type Wei, wei } from '../../domain/brands.ts'
import type { EvmClient } from '../chains/evm/evm-client.ts'
import { BASE_FEE_TIMES, GAS_PRICE_ORACLE, oracleAbi } from '../chains/evm/evm-gas.ts'

/** The maximum cost of one settlement, determined before it is sent. */
export interface SettlementCost {
  /** The node's gas estimate. */
  readonly estimatedGas: bigint
  readonly maxFeePerGas: Wei
  readonly maxPriorityFeePerGas: Wei
  /** Most wei that it can cost with that gas, including its posting to Ethereum. */
  weiMax(gas: bigint): Wei
}

/** A call of the token's contract, with the suffix that is appended to its data. */
export type TokenCall = EncodeFunctionDataParameters & { readonly address: Hex; readonly dataSuffix?: Hex }

/** The wallet that pays for settlements has too little for one. */
export class GasMissing extends Error {
  override readonly name = 'GasMissing'

  constructor(wallet: Hex, { heldWei, neededWei }: { readonly heldWei: Wei; readonly neededWei: Wei }) {
    super(`${wallet} holds ${heldWei} wei, and ${neededWei} are needed to settle`)
  }
}

/** @throws GasMissing unless the wallet holds as much; errors of viem */
export async function checkGas(client: EvmClient, { address }: Pick<Account, 'address'>, neededWei: () => Wei): Promise<void> {
  const heldWei = wei(await client.getBalance({ address }))
  if (heldWei < neededWei()) throw new GasMissing(address, { heldWei, neededWei: neededWei() })
}

/** Bytes of signature, nonce, gas and addresses around the data. */
const ENVELOPE_BYTES = 200n

/**
 * Estimated with the gas price that will be bid, since a contract can behave differently while gas is free. A node estimates only for a
 * wallet that could pay, so the wallet must hold what a settlement with the most gas can cost.
 *
 * @throws GasMissing | errors of viem, including a contract's refusal
 */
export async function settlementCost(client: EvmClient, account: Account, call: TokenCall, gasMax: bigint): Promise<SettlementCost> {
  const data = encodeFunctionData(call)
  const [{ baseFeePerGas }, tipPerGas] = await Promise.all([client.getBlock({ blockTag: 'latest' }), client.estimateMaxPriorityFeePerGas()])
  const maxPriorityFeePerGas = wei(tipPerGas)
  const maxFeePerGas = wei((baseFeePerGas ?? 0n) * BASE_FEE_TIMES + maxPriorityFeePerGas)
  const postingWei = await costOfPosting(client, BigInt(size(data)) + ENVELOPE_BYTES)
  const weiMax = (gas: bigint) => wei(gas * maxFeePerGas + postingWei)
  await checkGas(client, account, () => weiMax(gasMax))
  const estimatedGas = await client.estimateGas({ account, to: call.address, data, maxFeePerGas, maxPriorityFeePerGas })
  return { estimatedGas, maxFeePerGas, maxPriorityFeePerGas, weiMax }
}

/** The cost of posting so many bytes; 0 on a chain without such an oracle. */
async function costOfPosting(client: EvmClient, bytes: bigint): Promise<Wei> {
  const data = encodeFunctionData({ abi: oracleAbi, functionName: 'getL1FeeUpperBound', args: [bytes] })
  const { data: answer } = await client.call({ to: GAS_PRICE_ORACLE, data })
  return wei(answer ?? numberToHex(0))
}

/** The actual cost of a settlement in a block; nodes of Base also report the cost of its posting. */
export const paidWei = (receipt: Pick<TransactionReceipt, 'gasUsed' | 'effectiveGasPrice'> & { l1Fee?: unknown }): Wei =>
  wei(receipt.gasUsed * receipt.effectiveGasPrice + BigInt((receipt.l1Fee ?? 0) as string | number))
