import { PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { lamports, type Mint, type Wallet } from '../../../../domain/brands.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { UnsignedTransaction } from '../../../../domain/operation.ts'
import type { CoinPlan } from '../../../../ports/launchpad/coin.ts'
import type { Launcher, Prepared } from '../../../../ports/launchpad/launcher.ts'
import { rentLamports, viewChain } from '../transactions/chain-view.ts'
import { coinAddresses } from '../coin-addresses.ts'
import { type PumpCoinState, coinStateKeys, isLocked, readCoinState } from '../state/coin-state.ts'
import { ACCOUNT_BYTES, feeLamports } from './launch-cost.ts'
import { lockFeeShare } from './launch-parts.ts'
import { packOne } from '../transactions/pack-transactions.ts'
import type { PumpContext } from '../context.ts'
import { signAll } from '../transactions/signing.ts'
import { balanceTooLow, simulateFirst } from '../transactions/simulate-first.ts'
import { splitProblem } from './split-problem.ts'
import { unsignedTransaction } from './unsigned-launch.ts'
import { sweepCurve, sweepPool } from '../transactions/sweeps.ts'

/** Sweeps, and for a graduated coin the change of the pool's creator, in addition to a lock at launch. */
const LOCK_COMPUTE_UNITS = 600_000

/** The lock of an existing coin, in one transaction with the sweeps that the deployed programs require. */
export async function prepareLock(
  context: PumpContext,
  mint: Mint,
  shareholders: CoinPlan['shareholders'],
  launcher: Launcher,
): Promise<Prepared> {
  const { planned, lastValidBlockHeight } = await draftLock(context, mint, shareholders, launcher.wallet)
  return { transactions: await signAll(planned, lastValidBlockHeight, launcher) }
}

/** The same for the client to sign; without version 1 transactions, which not every browser wallet reads. */
export async function prepareUnsignedLock(
  context: PumpContext,
  mint: Mint,
  shareholders: CoinPlan['shareholders'],
  launcher: Wallet,
): Promise<UnsignedTransaction[]> {
  const { planned, lastValidBlockHeight } = await draftLock(context, mint, shareholders, launcher, { takesV1: false })
  return planned.map((transaction) => unsignedTransaction(transaction, lastValidBlockHeight))
}

async function draftLock(
  context: PumpContext,
  mint: Mint,
  shareholders: CoinPlan['shareholders'],
  launcher: Wallet,
  limits: { readonly takesV1?: false } = {},
) {
  const problem = splitProblem(shareholders)
  if (problem) throw new AppError('chain_refused', { reason: problem })
  const addresses = coinAddresses(new PublicKey(mint))
  const view = await viewChain(context.rpc, context.lookupTable, [launcher, ...coinStateKeys(addresses)])
  const [funds, ...accounts] = view.accounts
  const state = readCoinState(addresses.mint, accounts)
  if (!state) throw new AppError('mint_unknown')
  if (state.feeReceivers) throw new AppError('creator_fees_not_splittable', { mint, receivers: state.feeReceivers })
  if (isLocked(state) || state.split?.final) throw new AppError('fee_share_already_locked', { mint })
  const payer = new PublicKey(launcher)
  if (!mayLock(state, payer)) throw new AppError('launcher_not_creator')

  const instructions = [...sweepsOf(state, payer), ...(await lockOf(state, shareholders, payer))]
  const packed = packOne({ steps: ['lock'], instructions, computeUnits: LOCK_COMPUTE_UNITS }, { payer, view: { ...view, ...limits } })
  if (!packed) throw new AppError('chain_refused', { reason: 'TransactionTooLarge' })
  const { transactions: planned, tableRentLamports } = packed
  const splitRentLamports = state.split ? lamports(0) : rentLamports(view.emptyRentLamports, ACCOUNT_BYTES.feeShare)
  const payerFunds = {
    wallet: launcher,
    balanceLamports: funds?.lamports ?? lamports(0),
    neededLamports: lamports(feeLamports(planned) + tableRentLamports + splitRentLamports + view.emptyRentLamports),
  }
  // Only the first of several transactions can be simulated; the payer must have the cost of all of them.
  if (planned.length > 1 && payerFunds.balanceLamports < payerFunds.neededLamports) throw balanceTooLow(payerFunds)
  await simulateFirst(context.rpc, planned[0]!.draft, {
    funds: payerFunds,
    refusal: 'chain_refused',
    notBeforeSlot: view.blockhash.slot,
  })
  return { planned, lastValidBlockHeight: view.blockhash.lastValidBlockHeight }
}

/** The creator may lock and, once the sharing config exists, its admin, who is the same person. */
function mayLock({ split, curveCreator, poolCreator }: PumpCoinState, wallet: PublicKey): boolean {
  return (split?.admin ?? poolCreator ?? curveCreator).equals(wallet)
}

/** Waiting fees belong to the current creator; the programs refuse a change of creator before they are paid out. */
export function sweepsOf({ addresses, sweepsCurve, sweepsPool, curveCreator, poolCreator }: PumpCoinState, payer: PublicKey) {
  const sweeps: TransactionInstruction[] = []
  if (sweepsCurve) sweeps.push(sweepCurve(addresses, curveCreator, payer))
  if (sweepsPool && poolCreator) sweeps.push(sweepPool(addresses, poolCreator, payer))
  return sweeps
}

const lockOf = ({ addresses, split, poolCreator }: PumpCoinState, shareholders: CoinPlan['shareholders'], creator: PublicKey) =>
  lockFeeShare(addresses.mint, creator, split ? split.shareholders.map(({ address }) => address) : [creator], shareholders, {
    pool: poolCreator ? addresses.pool : null,
    configured: split !== null,
  })
