import { type Address, encodeFunctionData } from 'viem'
import { type Mint, wei } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import type { CoinRecord } from '../../../ports/launchpad/coin.ts'
import type { DistributionAttempt } from '../../../ports/launchpad/fee-share.ts'
import type { Signer } from '../../../ports/signer.ts'
import { type EvmDraft, type EvmTransactionBase, signDrafts } from '../../chains/evm/evm-draft.ts'
import { checkFunds } from '../../chains/evm/check-funds.ts'
import { gasWithMargin, readGasPrice, readMostGasWei } from '../../chains/evm/evm-gas.ts'
import type { BoundedCall } from '../../chains/evm/programs/bounded-calls.ts'
import { type EvmCall, EvmRevert, MULTICALL } from '../../chains/evm/evm-rpc.ts'
import { tokenDistribution } from '../../chains/evm/split/push-split.ts'
import { leastWei } from '../../chains/evm/split/split-kind.ts'
import { multicallAbi } from '../../chains/evm/evm-shape.ts'
import { nextNonce } from '../../chains/evm/next-nonce.ts'
import { type ClankerCoinState, isLocked, readCoinState, sharesOf, waitingWei } from './coin-state.ts'
import type { ClankerContext } from './context.ts'
import { feeLockerAbi, lockerAbi } from './abis.ts'
import { waitingAfter } from './fee-history.ts'

/** The cost of the transaction beside its calls, data included. */
const BASE_GAS = 80_000n
/** Most gas of one claim, which was measured at 58,000: a transfer of WETH runs no code of its recipient. */
const CLAIM_GAS = 100_000n

/**
 * One transaction that collects the coin's fees and pays every wallet of its rows all that waits for it. A claim that somebody else makes
 * first fails alone, and fees that nothing can be had for yet are left where they are. Or the amount missing until the smallest row gets
 * one wei of this coin.
 */
export async function prepareDistribution(
  context: ClankerContext,
  mint: Mint,
  payer: Signer,
  record?: CoinRecord,
): Promise<DistributionAttempt> {
  const { rpc } = context
  const state = await readCoinState(context, mint, record)
  if (!state) throw new AppError('mint_unknown')
  if (!isLocked(state)) throw new AppError('fee_share_not_locked')
  const missing = leastWei(sharesOf(state)) - waitingWei(state)
  if (missing > 0n && !(await waitsForSome(context, state, record))) return { prepared: null, missingAtomic: wei(missing) }

  const from = payer.wallet as string as Address
  const collect = collectCall(context, state)
  const payments = paymentCalls(context, state)
  const [{ head, fees }, nonce, balanceWei, collectGas] = await Promise.all([
    readGasPrice(rpc),
    nextNonce(rpc, payer.wallet),
    rpc.balanceWei(from),
    // A collection reverts where the coin's side of the fees would be sold for nothing.
    rpc.estimateGas({ ...collect, from }).catch(nullWhereReverted),
  ])
  const made = collectGas === null ? payments : [collect, ...payments]
  const calls = made.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))
  const data = encodeFunctionData({ abi: multicallAbi, functionName: 'aggregate3', args: [calls] })
  const gas = BASE_GAS + gasWithMargin(collectGas ?? 0n) + payments.reduce((sumGas, { gas: callGas }) => sumGas + callGas, 0n)
  const drafts: EvmDraft[] = [{ steps: ['distribute'], purpose: 'pay the creator fees out, in WETH', to: MULTICALL, data, gas }]
  const base: EvmTransactionBase = { chainId: rpc.chainId, from, nonce, fees, height: head.number }
  const [feeWei] = await readMostGasWei(rpc, drafts, base)
  checkFunds(payer.wallet, balanceWei, feeWei!)
  return { prepared: { transactions: await signDrafts(drafts, base, payer) }, feeAtomic: feeWei!, missingAtomic: null }
}

const collectCall = ({ contracts }: ClankerContext, { coin }: ClankerCoinState): EvmCall => ({
  to: contracts.locker,
  data: encodeFunctionData({ abi: lockerAbi, functionName: 'collectRewards', args: [coin] }),
})

/** Pays each row that anything waits for; a split behind the row pays out in turn what it then holds. */
function paymentCalls({ contracts }: ClankerContext, { rows, payableWei, split }: ClankerCoinState): BoundedCall[] {
  const { feeLocker, weth } = contracts
  const claims = rows
    .filter((_row, index) => payableWei[index]! > 0n)
    .map(({ wallet }) => ({
      to: feeLocker,
      data: encodeFunctionData({ abi: feeLockerAbi, functionName: 'claim', args: [wallet as string as Address, weth] }),
      gas: CLAIM_GAS,
    }))
  if (!split) return claims
  return [...claims, tokenDistribution(rows[0]!.wallet as string as Address, split.shares, weth)]
}

/** True when fees of this coin wait for some of its wallets, though one of them was paid alone: nothing waits for that one. */
async function waitsForSome(context: ClankerContext, state: ClankerCoinState, record?: CoinRecord): Promise<boolean> {
  if (state.split) return false
  const wallets = state.rows.filter((_row, index) => state.payableWei[index]! > 0n).map(({ wallet }) => wallet)
  if (wallets.length === 0) return false
  const { number: block } = await context.rpc.head()
  const waiting = await waitingAfter(context, state, { wallets, block, createBlock: record?.createHeight ?? 0 })
  return [...waiting.values()].some((amountWei) => amountWei > 0n)
}

function nullWhereReverted(error: unknown): null {
  if (error instanceof EvmRevert) return null
  throw error
}
