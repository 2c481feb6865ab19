import { type Address, concat, numberToHex } from 'viem'
import { type Mint, wei } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import type { CoinRecord } from '../../../ports/launchpad/coin.ts'
import type { DistributionAttempt } from '../../../ports/launchpad/fee-share.ts'
import type { Signer } from '../../../ports/signer.ts'
import { boundedCalls, gasOfBounded } from '../../chains/evm/programs/bounded-calls.ts'
import { type EvmDraft, type EvmTransactionBase, signDrafts } from '../../chains/evm/evm-draft.ts'
import { runOnce } from '../../chains/evm/run-once.ts'
import { revertAbi } from './contracts.ts'
import { accruedWei, coinUnitsOf, isLocked, readCoinState } from './coin-state.ts'
import { checkFunds } from '../../chains/evm/check-funds.ts'
import { nextNonce } from '../../chains/evm/next-nonce.ts'
import { readGasPrice, readMostGasWei } from '../../chains/evm/evm-gas.ts'
import { refuseRevert } from '../../chains/evm/refuse-revert.ts'
import { leastWei } from '../../chains/evm/split/split-kind.ts'
import { warehousePayoutCalls } from '../../chains/evm/split/warehouse.ts'
import type { ZoraContext } from './context.ts'

/** Minimum number of smallest units that is worth a transfer to each shareholder. */
const COINS_MIN = 10n ** 18n

/**
 * One transaction that pays out everything, in ETH and in coins, and what the warehouse of 0xSplits holds for the payees. A payee whose
 * simulated payment fails is left out; one whose payment fails in the block does not affect the others, since each payment has its own
 * gas and may fail alone. Or the amount missing until the smallest share is one wei.
 */
export async function prepareDistribution(
  { rpc }: ZoraContext,
  mint: Mint,
  payer: Signer,
  record?: CoinRecord,
): Promise<DistributionAttempt> {
  const state = await readCoinState(rpc, mint, record)
  if (!state) throw new AppError('mint_unknown')
  const { split, coin, payoutRecipient } = state
  if (!split || !isLocked(state)) throw new AppError('fee_share_not_locked')
  const from = payer.wallet as string as Address
  const missingWei = leastWei(split.shares) - accruedWei(state)
  const waiting = split.kind.credits ? await warehousePayoutCalls(rpc, split.shares, from) : []
  if (missingWei > 0n && waiting.length === 0) return { prepared: null, missingAtomic: wei(missingWei) }

  const [coinsWei, codes] = await Promise.all([
    coinUnitsOf(rpc, state),
    Promise.all(split.shares.map(({ wallet }) => rpc.code(wallet as string as Address))),
  ])
  const contracts = new Set(split.shares.filter((_share, index) => codes[index] !== '0x').map(({ wallet }) => wallet))
  const payments = split.kind.distributeCalls(payoutRecipient, split.shares, { address: coin, too: coinsWei >= COINS_MIN }, contracts)
  // What was credited before is paid out first: the same payee may refuse again, and that is then a credit of its own.
  const calls = [...waiting, ...(missingWei > 0n ? [] : payments)]
  const [{ head, fees }, nonce, balanceWei] = await Promise.all([readGasPrice(rpc), nextNonce(rpc, payer.wallet), rpc.balanceWei(from)])
  const works = await rpc.tryBounded(calls, from, fees).catch((error: unknown) => refuseRevert(revertAbi, 'chain_refused', error))
  const working = calls.filter((_call, index) => works[index])
  if (working.length === 0 && missingWei > 0n) return { prepared: null, missingAtomic: wei(missingWei) }
  if (working.length === 0) throw new AppError('chain_refused', { reason: 'none of the shareholders takes a payment' })

  // A new salt each time, since an address can be deployed to only once.
  const salt = concat([from, numberToHex(nonce, { size: 12 })])
  const { call } = runOnce(boundedCalls(working, { tells: false }), salt)
  const drafts: EvmDraft[] = [{ steps: ['distribute'], purpose: 'pay the creator fees out', ...call, gas: gasOfBounded(working) }]
  const base: EvmTransactionBase = { chainId: rpc.chainId, from, nonce, fees, height: head.number }
  const [feeWei] = await readMostGasWei(rpc, drafts, base)
  checkFunds(payer.wallet, balanceWei, feeWei!)
  return { prepared: { transactions: await signDrafts(drafts, base, payer) }, feeAtomic: feeWei!, missingAtomic: null }
}
