import { PUMP_SDK } from '@pump-fun/pump-sdk'
import { ACCOUNT_SIZE, NATIVE_MINT, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { type Lamports, lamports, type Mint } from '../../../../domain/brands.ts'
import { AppError } from '../../../../domain/errors.ts'
import { divideUp } from '../../../../domain/money/divide-up.ts'
import type { DistributionAttempt } from '../../../../ports/launchpad/fee-share.ts'
import type { Signer } from '../../../../ports/signer.ts'
import type { RpcSimulation } from '../../../chains/solana/solana-rpc.ts'
import { rentLamports, viewChain } from '../transactions/chain-view.ts'
import { coinAddresses } from '../coin-addresses.ts'
import { type PumpCoinState, coinStateKeys, isLocked, readCoinState } from '../state/coin-state.ts'
import { feeLamports } from '../launch/launch-cost.ts'
import { packOne } from '../transactions/pack-transactions.ts'
import { sweepsOf } from '../launch/prepare-lock.ts'
import type { PumpContext } from '../context.ts'
import { signAll } from '../transactions/signing.ts'
import { balanceTooLow, simulateFirst } from '../transactions/simulate-first.ts'

/** Two sweeps, the transfer from the pool and ten payments stay under 250,000 compute units. */
const DISTRIBUTION_COMPUTE_UNITS = 400_000
/** pump logs this and succeeds when the vault cannot make every new wallet rent-exempt. */
const MINIMUM_NEEDED = /Minimum vault balance needed: (\d+)/

/**
 * A distribution of all waiting fees, or how many lamports are missing for one. A distribution that pays nothing succeeds on chain, so
 * that the simulated vault balance decides, not the simulation's result.
 */
export async function prepareDistribution(context: PumpContext, mint: Mint, payer: Signer): Promise<DistributionAttempt> {
  const addresses = coinAddresses(new PublicKey(mint))
  const view = await viewChain(context.rpc, context.lookupTable, [payer.wallet, ...coinStateKeys(addresses)])
  const [funds, ...accounts] = view.accounts
  const state = readCoinState(addresses.mint, accounts)
  if (!state) throw new AppError('mint_unknown')
  if (!isLocked(state)) throw new AppError('fee_share_not_locked')
  const payerKey = new PublicKey(payer.wallet)
  const packed = packOne(
    { steps: ['distribute'], instructions: await distributionOf(state, payerKey), computeUnits: DISTRIBUTION_COMPUTE_UNITS },
    { payer: payerKey, view },
  )
  if (!packed) throw new AppError('chain_refused', { reason: 'TransactionTooLarge' })
  const { transactions: planned, tableRentLamports } = packed
  const costLamports = lamports(feeLamports(planned) + tableRentLamports + openingRentsLamports(state, view.emptyRentLamports))
  const payerFunds = {
    wallet: payer.wallet,
    balanceLamports: funds?.lamports ?? lamports(0),
    neededLamports: lamports(view.emptyRentLamports + costLamports),
  }
  // A distribution with a new lookup table cannot be simulated yet: only the table's creation is, and the fees must cover everything.
  if (planned.length > 1 && payerFunds.balanceLamports < payerFunds.neededLamports) throw balanceTooLow(payerFunds)
  const simulation = await simulateFirst(context.rpc, planned[0]!.draft, {
    funds: payerFunds,
    refusal: 'chain_refused',
    notBeforeSlot: view.blockhash.slot,
    accounts: [addresses.vault, ...state.split!.shareholders.map(({ address }) => address)].map(String),
  })
  const missingLamports = lamports(planned.length === 1 ? missingIn(state, simulation, view.emptyRentLamports) : 0n)
  if (missingLamports > 0n) return { prepared: null, missingAtomic: missingLamports }
  const transactions = await signAll(planned, view.blockhash.lastValidBlockHeight, payer)
  return { prepared: { transactions }, feeAtomic: costLamports, missingAtomic: null }
}

/** Rent that the payer pays for missing accounts of the split: the vault, and for a pool its wrapped SOL account. */
function openingRentsLamports({ waiting, stage, sweepsPool, hasPoolVault }: PumpCoinState, emptyRentLamports: Lamports): Lamports {
  const vaultLamports = waiting.vaultLamports === 0n ? emptyRentLamports : 0n
  const opensPoolVault = stage === 'graduated' && sweepsPool && !hasPoolVault
  return lamports(vaultLamports + (opensPoolVault ? rentLamports(emptyRentLamports, ACCOUNT_SIZE) : 0n))
}

/** Everything that one distribution can bring to the vault, its rent included. */
const availableOf = ({ waiting }: PumpCoinState): Lamports =>
  lamports(waiting.curveLamports + waiting.poolLamports + waiting.poolVaultLamports + waiting.vaultLamports)

/**
 * How much the simulated vault lacks for a payment; 0 when it paid. Where the program logs no figure, it is computed from the wallets:
 * the share alone must make each wallet below the rent-exempt minimum reach it.
 */
function missingIn(state: PumpCoinState, { logs, accounts }: RpcSimulation, emptyRentLamports: Lamports): Lamports {
  const [vaultAfterLamports, ...wallets] = accounts.map((account) => account?.lamports ?? 0n)
  const needed = logs.map((line) => MINIMUM_NEEDED.exec(line)?.[1]).find((figure) => figure !== undefined)
  const heldLamports = vaultAfterLamports ?? 0n
  if (needed) return lamports(BigInt(needed) > heldLamports ? BigInt(needed) - heldLamports : 1n)
  const availableLamports = availableOf(state)
  if (heldLamports < availableLamports) return lamports(0)
  const claims = state.split!.shareholders.map(({ shareBps }, index) => {
    const shortLamports = emptyRentLamports - (wallets[index] ?? 0n)
    return shortLamports > 0n ? divideUp(shortLamports * 10_000n, BigInt(shareBps)) : 0n
  })
  const leastLamports =
    emptyRentLamports + claims.reduce((mostLamports, claimLamports) => (claimLamports > mostLamports ? claimLamports : mostLamports), 1n)
  return lamports(leastLamports > availableLamports ? leastLamports - availableLamports : 1n)
}

/** Sweeps, the transfer of the pool's fees to the curve's vault, and the payment, in this order. */
async function distributionOf(state: PumpCoinState, payer: PublicKey): Promise<TransactionInstruction[]> {
  const { addresses, split, waiting, stage } = state
  const sol = { quoteMint: NATIVE_MINT, quoteTokenProgram: TOKEN_PROGRAM_ID }
  const instructions = sweepsOf(state, payer)
  if (stage === 'graduated' && waiting.poolLamports + waiting.poolVaultLamports > 0n) {
    instructions.push(await PUMP_SDK.transferCreatorFeesToPumpV2({ payer, mint: addresses.mint, ...sol }))
  }
  const sharingConfig = { shareholders: [...split!.shareholders] } as Parameters<
    typeof PUMP_SDK.distributeCreatorFeesV2
  >[0]['sharingConfig']
  instructions.push(
    await PUMP_SDK.distributeCreatorFeesV2({
      mint: addresses.mint,
      sharingConfig,
      sharingConfigAddress: addresses.feeShare,
      payer,
      shouldInitializeAta: false,
      ...sol,
    }),
  )
  return instructions
}
