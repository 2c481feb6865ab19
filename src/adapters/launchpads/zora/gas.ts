import { type Abi, decodeErrorResult, encodeFunctionData, type Hex, serializeTransaction, size } from 'viem'
import { type Wei, wei, type Wallet } from '../../../domain/brands.ts'
import { amountText } from '../../../domain/money/currency.ts'
import { AppError } from '../../../domain/errors.ts'
import { EvmRevert, type EvmRpc } from '../../chains/evm/evm-rpc.ts'
import { type EvmHead, quantity } from '../../chains/evm/evm-shape.ts'
import { type EvmDraft, type EvmFees, type EvmTransactionBase, numbered } from '../../chains/evm/evm-draft.ts'
import { decoded } from './decoded.ts'
import { GAS_PRICE_ORACLE, oracleAbi, revertAbi } from './contracts.ts'

/** Margin for busier blocks than the measured one: a base fee grows by at most an eighth per block. */
const BASE_FEE_TIMES = 4n
/** The gas price to bid: accepts base fees up to four times the current one, and pays no more than the block's own. */
export async function feesNow(rpc: EvmRpc): Promise<{ head: EvmHead; fees: EvmFees }> {
  const [head, tipWei] = await Promise.all([rpc.head(), rpc.tipWei()])
  return { head, fees: { tipWei, gasPriceWeiMax: wei(head.baseFeeWei * BASE_FEE_TIMES + tipWei) } }
}

/** Gas with a margin for changes until the transaction is in a block. */
export const gasWithMargin = (gas: bigint): bigint => (gas * 5n) / 4n

/** Most wei that each draft can cost, in order, including its posting to Ethereum. */
export async function mostWei(rpc: EvmRpc, drafts: readonly EvmDraft[], base: EvmTransactionBase): Promise<Wei[]> {
  const sizes = numbered(drafts, base).map((transaction) => size(serializeTransaction(transaction)))
  const posting = await rpc.readMany(
    sizes.map((bytes) => ({
      to: GAS_PRICE_ORACLE,
      data: encodeFunctionData({ abi: oracleAbi, functionName: 'getL1FeeUpperBound', args: [BigInt(bytes)] }),
    })),
  )
  return drafts.map(({ gas }, index) => wei(gas * base.fees.gasPriceWeiMax + decoded(() => quantity(posting[index] ?? '0x0'))))
}

/** @throws AppError launcher_busy when transactions of the wallet are pending, which ours would wait for or conflict with */
export async function nextNonce(rpc: EvmRpc, wallet: Wallet): Promise<number> {
  const address = wallet as string as Hex
  const [used, waiting] = await Promise.all([rpc.nonce(address, 'latest'), rpc.nonce(address, 'pending')])
  if (waiting > used) throw new AppError('launcher_busy', { wallet, count: waiting - used })
  return used
}

/** @throws AppError balance_too_low */
export function checkFunds(wallet: Wallet, balanceWei: Wei, neededWei: Wei): void {
  if (balanceWei >= neededWei) return
  throw new AppError('balance_too_low', {
    wallet,
    balance: amountText(balanceWei, 'ETH'),
    needed: amountText(neededWei, 'ETH'),
  })
}

/** The value, or a refusal with the contract's own error name. @throws AppError of this code */
export const orRefusal =
  (code: 'launch_refused' | 'chain_refused') =>
  (error: unknown): never => {
    throw error instanceof EvmRevert ? new AppError(code, { reason: nameOf(error.data) }, { cause: error }) : error
  }

function nameOf(data: Hex): string {
  try {
    // Decoded with a generic ABI: a plain revert is not in ours, and is named "Error" with its text.
    const { errorName, args = [] } = decodeErrorResult({ abi: revertAbi as Abi, data })
    const reason = errorName === 'Error' ? String(args[0]) : errorName
    return /^[\w :.,'-]{1,80}$/.test(reason) ? reason : 'reverted'
  } catch {
    return 'reverted'
  }
}
