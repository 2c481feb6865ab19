import { type Account, encodeFunctionData, type EncodeFunctionDataParameters, type Hex, numberToHex, parseAbi, size } from 'viem'
import type { EvmClient } from '../chains/evm/evm-client.ts'

/** What one settlement may take from the facilitator's wallet, decided before it is sent. */
export interface SettlementCost {
  /** What the node says that it takes now. */
  readonly estimatedGas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  /** Most wei that it can cost with that much gas, what it costs to post it to Ethereum included. */
  wei(gas: bigint): bigint
}

/** A call of the token's contract, with what is appended to its data. */
export type TokenCall = EncodeFunctionDataParameters & { readonly address: Hex; readonly dataSuffix?: Hex }

/** Base fees up to four times the present one are paid, and never more than the block's own. */
const BASE_FEE_TIMES = 4n
/** A signature, nonce, gas and addresses around the data. */
const ENVELOPE_BYTES = 200n
const GAS_PRICE_ORACLE: Hex = '0x420000000000000000000000000000000000000F'
const oracleAbi = parseAbi(['function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)'])

/**
 * The call is tried with the fees that it would be sent with: a contract that is cheap while nobody pays for gas shows
 * here what it takes when somebody does.
 *
 * @throws errors of viem, a refusal by a contract among them
 */
export async function settlementCost(client: EvmClient, account: Account, call: TokenCall): Promise<SettlementCost> {
  const data = encodeFunctionData(call)
  const [{ baseFeePerGas }, maxPriorityFeePerGas] = await Promise.all([
    client.getBlock({ blockTag: 'latest' }),
    client.estimateMaxPriorityFeePerGas(),
  ])
  const maxFeePerGas = (baseFeePerGas ?? 0n) * BASE_FEE_TIMES + maxPriorityFeePerGas
  const [estimatedGas, posting] = await Promise.all([
    client.estimateGas({ account, to: call.address, data, maxFeePerGas, maxPriorityFeePerGas }),
    postingWei(client, BigInt(size(data)) + ENVELOPE_BYTES),
  ])
  return { estimatedGas, maxFeePerGas, maxPriorityFeePerGas, wei: (gas) => gas * maxFeePerGas + posting }
}

/** What it may cost to post so many bytes; nothing on a chain that has no such oracle. */
async function postingWei(client: EvmClient, bytes: bigint): Promise<bigint> {
  const data = encodeFunctionData({ abi: oracleAbi, functionName: 'getL1FeeUpperBound', args: [bytes] })
  const { data: answer } = await client.call({ to: GAS_PRICE_ORACLE, data })
  return BigInt(answer ?? numberToHex(0))
}

/** What a settlement that is in a block did cost; nodes of Base tell besides what its posting took. */
export const paidWei = (receipt: { gasUsed: bigint; effectiveGasPrice: bigint; l1Fee?: unknown }): bigint =>
  receipt.gasUsed * receipt.effectiveGasPrice + BigInt((receipt.l1Fee as string | bigint | undefined) ?? 0)
