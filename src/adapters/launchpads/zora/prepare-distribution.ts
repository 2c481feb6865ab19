import { type Address, encodeFunctionData } from 'viem'
import { lamports, type Mint } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import type { CoinRecord, DistributionOffer, Launcher } from '../../../ports/launchpad.ts'
import { MULTICALL } from '../../chains/evm/evm-rpc.ts'
import { multicallAbi } from '../../chains/evm/evm-shape.ts'
import { type EvmDraft, type EvmPlace, signDrafts } from '../../chains/evm/evm-transaction.ts'
import { accruedWei, coinsOf, isLocked, readCoinState } from './coin-state.ts'
import { checkPurse, feesNow, mostWei, nextNonce, orRefusal, withRoom } from './gas.ts'
import type { Shares } from './split-kind.ts'
import type { ZoraContext } from './context.ts'

/** Fewer of the smallest units than this are not worth a transfer to each shareholder. */
const COINS_MIN = 10n ** 18n

/**
 * One transaction that pays out everything, in ETH and in coins; a payee that takes no payment is left out of it. Or what
 * is missing before the smallest share is a wei.
 *
 * @throws AppError mint_unknown | fee_share_not_locked | launcher_busy | balance_too_low | chain_refused
 */
export async function prepareDistribution(
  { rpc }: ZoraContext,
  mint: Mint,
  payer: Launcher,
  record?: CoinRecord,
): Promise<DistributionOffer> {
  const state = await readCoinState(rpc, mint, record)
  if (!state) throw new AppError('mint_unknown')
  const { split, coin, payoutRecipient } = state
  if (!split || !isLocked(state)) throw new AppError('fee_share_not_locked')
  const missing = leastWei(split.shares) - accruedWei(state)
  if (missing > 0n) return { prepared: null, missingLamports: lamports(missing) }

  const coinsToo = (await coinsOf(rpc, state)) >= COINS_MIN
  const calls = split.kind.distributeCalls(payoutRecipient, split.shares, coin, coinsToo)
  const works = await rpc.tryMany(calls)
  const args = calls.filter((_call, place) => works[place]).map(({ to, data }) => ({ target: to, allowFailure: false, callData: data }))
  if (args.length === 0) throw new AppError('chain_refused', { reason: 'none of the shareholders takes a payment' })

  const from = payer.wallet as string as Address
  const call = { to: MULTICALL, data: encodeFunctionData({ abi: multicallAbi, functionName: 'aggregate3', args: [args] }) }
  const [gas, { head, fees }, nonce, balanceWei] = await Promise.all([
    rpc.estimateGas({ ...call, from }).catch(orRefusal('chain_refused')),
    feesNow(rpc),
    nextNonce(rpc, payer.wallet),
    rpc.balanceWei(from),
  ])
  const drafts: EvmDraft[] = [{ steps: ['distribute'], purpose: 'pay the creator fees out', ...call, gas: withRoom(gas) }]
  const place: EvmPlace = { chainId: rpc.chainId, from, nonce, fees, height: head.number }
  const [feeWei] = await mostWei(rpc, drafts, place)
  checkPurse(payer.wallet, balanceWei, feeWei!)
  return { prepared: { transactions: await signDrafts(drafts, place, payer) }, feeLamports: feeWei!, missingLamports: null }
}

/** The least that gives each of them a wei. */
function leastWei(shares: Shares): bigint {
  const smallest = shares.reduce((least, { bps }) => Math.min(least, bps), 10_000)
  return (10_000n + BigInt(smallest) - 1n) / BigInt(smallest)
}
