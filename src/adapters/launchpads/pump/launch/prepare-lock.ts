import { PublicKey, type TransactionInstruction } from '@solana/web3.js'
import type { Mint } from '../../../../domain/brands.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { CoinPlan } from '../../../../ports/launchpad/coin.ts'
import type { Launcher, Prepared } from '../../../../ports/launchpad/signing.ts'
import { rentLamports, viewChain } from '../transactions/chain-view.ts'
import { coinAddresses } from '../coin-addresses.ts'
import { type PumpCoinState, coinStateKeys, isLocked, readCoinState } from '../state/coin-state.ts'
import { ACCOUNT_BYTES, feeLamports } from './launch-cost.ts'
import { lockFeeShare } from './launch-instructions.ts'
import { packOne } from '../transactions/packing.ts'
import type { PumpContext } from '../context.ts'
import { signAll } from '../transactions/signing.ts'
import { balanceTooLow, simulateFirst } from '../transactions/simulate-first.ts'
import { splitProblem } from './split-problem.ts'
import { sweepCurve, sweepPool } from '../transactions/sweeps.ts'

/** Sweeps, and for a graduated coin the change of the pool's creator, come on top of what a lock at launch takes. */
const LOCK_UNITS = 600_000

/**
 * The lock of an existing coin, in one transaction with the sweeps that the deployed programs ask for.
 *
 * @throws AppError mint_unknown | fee_share_already_locked | launcher_not_creator | balance_too_low | chain_refused
 */
export async function prepareLock(
  context: PumpContext,
  mint: Mint,
  shareholders: CoinPlan['shareholders'],
  launcher: Launcher,
): Promise<Prepared> {
  const problem = splitProblem(shareholders)
  if (problem) throw new AppError('chain_refused', { reason: problem })
  const addresses = coinAddresses(new PublicKey(mint))
  const view = await viewChain(context.rpc, context.lookupTable, [launcher.wallet, ...coinStateKeys(addresses)])
  const [funds, ...accounts] = view.accounts
  const state = readCoinState(addresses.mint, accounts)
  if (!state) throw new AppError('mint_unknown')
  if (isLocked(state) || state.split?.final) throw new AppError('fee_share_already_locked', { mint })
  const payer = new PublicKey(launcher.wallet)
  if (!mayLock(state, payer)) throw new AppError('launcher_not_creator')

  const instructions = [...sweepsOf(state, payer), ...(await lockOf(state, shareholders, payer))]
  const packed = packOne({ steps: ['lock'], instructions, computeUnits: LOCK_UNITS }, { payer, view })
  if (!packed) throw new AppError('chain_refused', { reason: 'TransactionTooLarge' })
  const { transactions: planned, tableRentLamports } = packed
  const splitRentLamports = state.split ? 0n : rentLamports(view.emptyRentLamports, ACCOUNT_BYTES.feeShare)
  const payerFunds = {
    wallet: launcher.wallet,
    balanceLamports: funds?.lamports ?? 0n,
    neededLamports: feeLamports(planned) + tableRentLamports + splitRentLamports + view.emptyRentLamports,
  }
  // Only the first of several is tried out: what the others cost must be there before it is paid for.
  if (planned.length > 1 && payerFunds.balanceLamports < payerFunds.neededLamports) throw balanceTooLow(payerFunds)
  await simulateFirst(context.rpc, planned[0]!.draft, {
    funds: payerFunds,
    refusal: 'chain_refused',
    notBeforeSlot: view.blockhash.slot,
  })
  return { transactions: signAll(planned, view.blockhash.lastValidBlockHeight, launcher) }
}

/** The creator may, and once the split is made its admin, who is the same person. */
function mayLock({ split, curveCreator, poolCreator }: PumpCoinState, wallet: PublicKey): boolean {
  return (split?.admin ?? poolCreator ?? curveCreator).equals(wallet)
}

/** Fees that wait belong to who is creator now; the programs refuse a change of creator before they are paid out. */
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
