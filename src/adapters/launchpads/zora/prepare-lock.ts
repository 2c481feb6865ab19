import { type Address, encodeFunctionData } from 'viem'
import { type Mint, type Wallet, wei } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import type { UnsignedTransaction } from '../../../domain/operation.ts'
import type { Launcher, Prepared } from '../../../ports/launchpad/launcher.ts'
import { type EvmDraft, type EvmTransactionBase, signDrafts, unsignedDrafts } from '../../chains/evm/evm-draft.ts'
import { readCoinState } from './coin-state.ts'
import { coinAbi, revertAbi } from './contracts.ts'
import { checkFunds } from '../../chains/evm/check-funds.ts'
import { gasWithMargin, readGasPrice, readMostGasWei } from '../../chains/evm/evm-gas.ts'
import { nextNonce } from '../../chains/evm/next-nonce.ts'
import { refuseRevert } from '../../chains/evm/refuse-revert.ts'
import { sharesProblem } from '../../chains/evm/split/shares-problem.ts'
import type { Shares } from '../../chains/evm/split/split-kind.ts'
import type { ZoraContext } from './context.ts'
import { ZORA_FACTS } from './facts.ts'

/** Signs the remaining steps of a coin's lock, whatever was done before: create the split, set it as fee recipient, renounce ownership. */
export async function prepareLock(context: ZoraContext, mint: Mint, shares: Shares, launcher: Launcher): Promise<Prepared> {
  const { drafts, base } = await draftLock(context, mint, shares, launcher.wallet)
  return { transactions: await signDrafts(drafts, base, launcher) }
}

/** The same for the client to sign. */
export async function prepareUnsignedLock(
  context: ZoraContext,
  mint: Mint,
  shares: Shares,
  launcher: Wallet,
): Promise<UnsignedTransaction[]> {
  const { drafts, base } = await draftLock(context, mint, shares, launcher)
  return unsignedDrafts(drafts, base)
}

async function draftLock(context: ZoraContext, mint: Mint, shares: Shares, launcher: Wallet) {
  const { rpc, split: kind } = context
  const from = launcher as string as Address
  const problem = sharesProblem(shares, ZORA_FACTS.shareholdersMax)
  if (problem) throw new AppError('chain_refused', { reason: problem })
  const state = await readCoinState(rpc, mint, { shareholders: shares })
  if (!state) throw new AppError('mint_unknown')
  const { coin, owners, payoutRecipient } = state
  if (owners.length === 0) throw new AppError('fee_share_already_locked', { mint })
  if (!owners.includes(from)) throw new AppError('launcher_not_creator')
  if (owners.length > 1) throw new AppError('chain_refused', { reason: 'the coin has other owners, who must give it up first' })
  if (!state.inEth) throw new AppError('chain_refused', { reason: 'the coin is not traded against ETH' })

  const split = state.split ? payoutRecipient : await kind.addressOf(rpc, coin, shares)
  const isThere = state.split !== null || (await rpc.code(split)) !== '0x'
  const setRecipient = encodeFunctionData({ abi: coinAbi, functionName: 'setPayoutRecipient', args: [split] })
  const revoke = encodeFunctionData({ abi: coinAbi, functionName: 'revokeOwnership' })
  const wanted: Omit<EvmDraft, 'gas'>[] = [
    ...(isThere ? [] : [{ steps: ['split'] as const, purpose: 'make the split', ...kind.createCall(coin, shares) }]),
    ...(payoutRecipient === split
      ? []
      : [{ steps: ['payout'] as const, purpose: 'have the fees go to the split', to: coin, data: setRecipient }]),
    { steps: ['lock'], purpose: 'give up the coin’s ownership', to: coin, data: revoke },
  ]
  const gas = await Promise.all(
    wanted.map((draft) => rpc.estimateGas({ ...draft, from }).catch((error: unknown) => refuseRevert(revertAbi, 'chain_refused', error))),
  )
  const drafts = wanted.map((draft, index) => ({ ...draft, gas: gasWithMargin(gas[index]!) }))
  const [{ head, fees }, nonce, balanceWei] = await Promise.all([readGasPrice(rpc), nextNonce(rpc, launcher), rpc.balanceWei(from)])
  const base: EvmTransactionBase = { chainId: rpc.chainId, from, nonce, fees, height: head.number }
  const most = await readMostGasWei(rpc, drafts, base)
  checkFunds(launcher, balanceWei, wei(most.reduce((sumWei, eachWei) => sumWei + eachWei, 0n)))
  return { drafts, base }
}
