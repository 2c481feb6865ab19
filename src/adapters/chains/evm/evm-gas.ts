import { type Address, encodeFunctionData, parseAbi, serializeTransaction, size } from 'viem'
import { type Wei, wei } from '../../../domain/brands.ts'
import { decoded } from './decoded.ts'
import { type EvmDraft, type EvmFees, type EvmTransactionBase, numbered } from './evm-draft.ts'
import type { EvmBid, EvmRpc } from './evm-rpc.ts'
import { type EvmHead, quantity } from './evm-shape.ts'

/** The fee for posting a transaction to Ethereum, on chains of the OP stack. */
export const GAS_PRICE_ORACLE: Address = '0x420000000000000000000000000000000000000F'

/** The function of that contract which is called here: of an unsigned transaction's bytes, to which it adds a signature's; in wei. */
export const oracleAbi = parseAbi(['function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)'])

/** Margin for busier blocks than the measured one: a base fee grows by at most an eighth per block. */
export const BASE_FEE_TIMES = 4n

/** The same for the second bid, which is sent once the base fee is above what the first can pay. */
const REBID_TIMES = 2n * BASE_FEE_TIMES

/**
 * The gas prices to bid: the first accepts base fees up to four times the current one, the re-bid up to eight times, and each pays no more
 * than the block's own. Nodes take a second transaction with the number of a first only where tip and price are both a tenth higher.
 */
export async function readGasPrice(rpc: EvmRpc): Promise<{ readonly head: EvmHead; readonly fees: EvmFees }> {
  const [head, tipWei] = await Promise.all([rpc.head(), rpc.tipWei()])
  const fees = bidOver(head, BASE_FEE_TIMES, tipWei)
  return { head, fees: { ...fees, rebid: bidOver(head, REBID_TIMES, wei(2n * tipWei + 1n)) } }
}

/** The bid with this tip that accepts so many times the base fee. */
const bidOver = ({ baseFeeWei }: EvmHead, times: bigint, tipWei: Wei): EvmBid => ({
  tipWei,
  gasPriceWeiMax: wei(baseFeeWei * times + tipWei),
})

/** Gas with a margin for changes until the transaction is in a block. */
export const gasWithMargin = (gas: bigint): bigint => (gas * 5n) / 4n

/** Most wei that the gas of each draft can cost, in order: at the re-bid's price, and with its posting to Ethereum. */
export async function readMostGasWei(rpc: EvmRpc, drafts: readonly EvmDraft[], base: EvmTransactionBase): Promise<Wei[]> {
  const sizes = numbered(drafts, base).map((transaction) => size(serializeTransaction(transaction)))
  const posting = await rpc.readMany(
    sizes.map((bytes) => ({
      to: GAS_PRICE_ORACLE,
      data: encodeFunctionData({ abi: oracleAbi, functionName: 'getL1FeeUpperBound', args: [BigInt(bytes)] }),
    })),
  )
  return drafts.map(({ gas }, index) => wei(gas * base.fees.rebid.gasPriceWeiMax + decoded(() => quantity(posting[index] ?? '0x0'))))
}
