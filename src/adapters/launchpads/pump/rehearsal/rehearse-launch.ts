import { GLOBAL_PDA, PUMP_FEE_CONFIG_PDA, PUMP_PROGRAM_ID, PUMP_SDK } from '@pump-fun/pump-sdk'
import { getAssociatedTokenAddressSync, TOKEN_2022_PROGRAM_ID } from '@solana/spl-token'
import { PublicKey, SystemProgram } from '@solana/web3.js'
import { type Lamports, lamports, type Mint, tokenMicros, type Wallet } from '../../../../domain/brands.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { NoRehearsal, Rehearsal } from '../../../../domain/plan/rehearsal.ts'
import { toBase58 } from '../../../../lib/bytes.ts'
import type { CoinPlan } from '../../../../ports/launchpad/coin.ts'
import type { ChainAccount, SolanaRpc } from '../../../chains/solana/solana-rpc.ts'
import { bigintOf } from '../buyback/market.ts'
import { coinAddresses } from '../coin-addresses.ts'
import type { PumpContext } from '../context.ts'
import { quoteBuy } from '../launch/first-buy.ts'
import { draftLaunch, type PumpLaunchDraft } from '../launch/prepare-launch.ts'
import { aboveRentLamports, CURVE_CREATOR_FEE_OFFSET, TOKEN_AMOUNT_OFFSET, u64At } from '../state/coin-state.ts'
import { accountInfo, readLaunchTerms } from '../state/launch-terms.ts'
import { simulateFirst } from '../transactions/simulate-first.ts'
import { rehearseMinute } from './rehearse-minute.ts'
import { preferListed } from '../transactions/chain-view.ts'

const RAN_BY = 'simulateTransaction of the operator’s Solana node, with the programs and accounts that it has'

/**
 * Drafts the launch as for a signature, has a node run it on the accounts of now, and trades on the curve that the node gives back.
 * A node runs one transaction at a time: a launch of several is not rehearsed.
 */
export async function rehearseLaunch(context: PumpContext, plan: CoinPlan, launcher: Wallet | null): Promise<Rehearsal | NoRehearsal> {
  const { rpc, lookupTable } = context
  const fixed = [GLOBAL_PDA.toBase58(), PUMP_FEE_CONFIG_PDA.toBase58()]
  const [global, feeConfig, table] = await rpc.accounts([...fixed, ...(lookupTable ? [lookupTable] : [])])
  if (!global) return { reason: 'The programs of pump are not on the chain of the operator’s Solana node.' }
  const mint = toBase58(context.newKeyPair().publicKey) as Mint
  const cast = await castOf(context, { plan, launcher, mint, otherPayer: () => standIn(rpc, global, table ?? null) })
  if (cast === null) return { reason: 'No wallet was found that could stand in for the launcher and pay.' }
  const { route, view } = cast.draft
  if (route.transactions.length > 1) {
    const count = route.transactions.length
    return {
      reason: `This launch takes ${count} transactions, one after the other, and a Solana node runs one at a time on accounts as they are.`,
    }
  }
  const accounts = await runOn(context, { mint, ...cast })
  try {
    return { ...read(plan, accounts, { ...cast, global, feeConfig: feeConfig ?? null }), height: view.blockhash.slot }
  } catch (cause) {
    throw new AppError('upstream_unavailable', { upstream: 'the Solana RPC (its rehearsal does not fit together)' }, { cause })
  }
}

interface Cast extends Pick<Rehearsal, 'payer' | 'standsIn'> {
  readonly draft: PumpLaunchDraft
}

/** The launch as the launcher would sign it; by another wallet where the launcher is not named, or cannot pay now. */
async function castOf(
  context: PumpContext,
  { plan, launcher, mint, otherPayer }: { plan: CoinPlan; launcher: Wallet | null; mint: Mint; otherPayer: () => Promise<Wallet | null> },
): Promise<Cast | null> {
  const draftBy = (payer: Wallet) => draftLaunch(context, plan, payer, mint, context.allowedPaths)
  if (launcher !== null) {
    const draft = await draftBy(launcher).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'balance_too_low') return null
      throw error
    })
    if (draft) return { payer: launcher, standsIn: null, draft }
  }
  const other = await otherPayer()
  return other && { payer: other, standsIn: launcher === null ? 'unnamed' : 'balance-too-low', draft: await draftBy(other) }
}

/** Payer, its tokens, the curve and the vault of the creator fees, after the launch. */
async function runOn({ rpc }: PumpContext, { mint, payer, draft }: Cast & { mint: Mint }) {
  const { route, view, cost } = draft
  const { mint: mintKey, curve, vault } = coinAddresses(new PublicKey(mint))
  const payerKey = new PublicKey(payer)
  const tokens = getAssociatedTokenAddressSync(mintKey, payerKey, true, TOKEN_2022_PROGRAM_ID)
  const { accounts } = await simulateFirst(rpc, route.transactions[0]!.draft, {
    funds: { wallet: payer, balanceLamports: draft.balanceLamports, neededLamports: lamports(cost.totalAtomic + view.emptyRentLamports) },
    refusal: 'launch_refused',
    notBeforeSlot: view.blockhash.slot,
    accounts: [payerKey, tokens, curve, vault].map(String),
  })
  return accounts
}

/** What the node gave back, as far as it fits together. @throws Error where it does not */
function read(
  plan: CoinPlan,
  [payerAfter, tokens, curveAccount, vault]: readonly (ChainAccount | null)[],
  { payer, standsIn, draft, global, feeConfig }: Cast & { global: ChainAccount; feeConfig: ChainAccount | null },
): Omit<Rehearsal, 'height'> {
  if (!payerAfter || !curveAccount || curveAccount.owner !== PUMP_PROGRAM_ID.toBase58()) throw new Error('no payer, or no curve')
  const curve = PUMP_SDK.decodeBondingCurve(accountInfo(curveAccount))
  const boughtTokenMicros = tokenMicros(tokens ? u64At(tokens.data, TOKEN_AMOUNT_OFFSET) : 0n)
  const buys = plan.initialBuyAtomic > 0n
  if (buys !== boughtTokenMicros > 0n) throw new Error('a first buy without tokens, or tokens without one')
  const costLamports = lamports(draft.balanceLamports - payerAfter.lamports)
  if (costLamports < plan.initialBuyAtomic) throw new Error('a launch that costs less than its first buy')
  return {
    ranBy: RAN_BY,
    payer,
    standsIn,
    transactions: draft.route.transactions.length,
    costAtomic: costLamports,
    firstBuy: buys ? { spentAtomic: plan.initialBuyAtomic, tokenMicros: boughtTokenMicros } : null,
    supplyTokenMicros: tokenMicros(bigintOf(curve.tokenTotalSupply)),
    ...rehearseMinute(plan, firstFeeOf(plan, draft, { curveAccount, vault: vault ?? null }), {
      curve,
      global: PUMP_SDK.decodeGlobal(accountInfo(global)),
      feeConfig: feeConfig && PUMP_SDK.decodeFeeConfig(accountInfo(feeConfig)),
    }),
  }
}

/** The creator fee of the first buy: what waits for the split. A vault of the launcher's is shared by all its coins, and tells nothing. */
function firstFeeOf(
  plan: CoinPlan,
  { view }: PumpLaunchDraft,
  { curveAccount, vault }: { curveAccount: ChainAccount; vault: ChainAccount | null },
): Lamports {
  if (plan.initialBuyAtomic === 0n) return lamports(0)
  if (plan.shareholders.length === 0) return quoteBuy(lamports(plan.initialBuyAtomic), view.launchTerms()).creatorFeeLamports
  const heldLamports = aboveRentLamports(vault?.lamports ?? lamports(0), view.emptyRentLamports)
  return lamports(u64At(curveAccount.data, CURVE_CREATOR_FEE_OFFSET) + heldLamports)
}

/**
 * The richest of pump's own fee wallets, which hold SOL on every cluster with pump; not the one that a launch with this lookup table pays
 * its fee to. Nothing is signed for it: a node runs what nobody has signed.
 */
async function standIn(rpc: SolanaRpc, global: ChainAccount, table: ChainAccount | null): Promise<Wallet | null> {
  const [, ...others] = preferListed(readLaunchTerms(global, null), table?.data ?? null).feeRecipients
  const wallets = others.map((key) => key.toBase58() as Wallet)
  const accounts = await rpc.accounts(wallets)
  const held = wallets.flatMap((wallet, index) => {
    const account = accounts[index]
    const pays = account && account.data.length === 0 && account.owner === SystemProgram.programId.toBase58()
    return pays ? [{ wallet, balanceLamports: account.lamports }] : []
  })
  return held.toSorted((one, other) => (one.balanceLamports < other.balanceLamports ? 1 : -1))[0]?.wallet ?? null
}
