import { GLOBAL_PDA, PUMP_SDK } from '@pump-fun/pump-sdk'
import {
  createAssociatedTokenAccountIdempotentInstruction,
  createBurnCheckedInstruction,
  getAssociatedTokenAddressSync,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { type AddressLookupTableAccount, PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { type Lamports, lamports, type TokenMicros, tokenMicros } from '../../../../domain/brands.ts'
import { type BuybackOrder, type BuybackQuote, buybackBudget, impactBpsOf, lessSlippage } from '../../../../domain/buyback.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Prepared } from '../../../../ports/launchpad/launcher.ts'
import type { Signer } from '../../../../ports/signer.ts'
import type { ChainAccount } from '../../../chains/solana/solana-rpc.ts'
import { type ChainView, rentLamports, viewChain } from '../transactions/chain-view.ts'
import { coinAddresses } from '../coin-addresses.ts'
import { type PumpCoinState, coinStateKeys, readCoinState, TOKEN_AMOUNT_OFFSET, u64At } from '../state/coin-state.ts'
import { curveMarket, curveMarketKeys } from './curve-market.ts'
import { checkRoute, swapInstructions } from './jupiter-route.ts'
import { ACCOUNT_BYTES, feeLamports } from '../launch/launch-cost.ts'
import { accountInfo } from '../state/launch-terms.ts'
import type { Market } from './market.ts'
import { draftSteps, type InstructionGroup, type PlannedTransaction } from '../transactions/pack-transactions.ts'
import { poolMarket, poolMarketKeys, WRAPPED_SOL_BYTES } from './pool-market.ts'
import type { PumpContext } from '../context.ts'
import { signAll } from '../transactions/signing.ts'
import { simulateFirst } from '../transactions/simulate-first.ts'

/** Wrapping, a pool trade, unwrapping and the burn stay under 220,000 compute units; a Jupiter route may use several pools. */
const BUYBACK_UNITS = { market: 350_000, route: 700_000 }
const MINT_DECIMALS_OFFSET = 44
const TOKEN_PROGRAMS = [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID]

/**
 * Prepares a buyback in two round trips to read and one to simulate. One transaction buys the quoted tokens less the slippage, on the
 * curve or in the pool, and burns exactly these. Where Jupiter quotes more, its route has to bring what the own market promises, without
 * slippage: so whoever has a pool of the route gains nothing by moving its price. With any problem of a route, the own market is used.
 */
export async function prepareBuyback(
  context: PumpContext,
  order: BuybackOrder,
  payer: Signer,
): Promise<{ readonly prepared: Prepared; readonly quote: BuybackQuote }> {
  const snapshot = await readMarketSnapshot(context, order, payer)
  const quote = quoteOf(snapshot, order, payer)
  const { market } = snapshot
  if (context.jupiter) {
    const routed = await prepareRouted(context, snapshot, order, { quote, payer }).catch(() => null)
    if (routed) return routed
  }
  const trade = market.buy(quote.tokenMicros, lamports(quote.atomicMax))
  return tryOut(context, snapshot, order, { payer, quote, planned: plan(snapshot, order, { trade, tokenMicros: quote.tokenMicros }) })
}

type PreparedBuyback = { readonly prepared: Prepared; readonly quote: BuybackQuote }

/** Simulates and signs. */
async function tryOut(
  context: PumpContext,
  { view, balanceLamports }: MarketSnapshot,
  order: BuybackOrder,
  { payer, quote, planned }: { payer: Signer; quote: BuybackQuote; planned: PlannedTransaction },
): Promise<PreparedBuyback> {
  const { accounts } = await simulateFirst(context.rpc, planned.draft, {
    funds: { wallet: payer.wallet, balanceLamports, neededLamports: lamports(order.atomicMax + order.reserveAtomic) },
    refusal: 'chain_refused',
    notBeforeSlot: view.blockhash.slot,
    accounts: [payer.wallet],
  })
  const spentLamports = balanceLamports - (accounts[0]?.lamports ?? 0n)
  // Upgraded programs may cost more than expected: no buyback may exceed the allowed amount.
  if (spentLamports > order.atomicMax) throw new AppError('chain_refused', { reason: 'it would cost more than allowed' })
  return { prepared: { transactions: await signAll([planned], view.blockhash.lastValidBlockHeight, payer) }, quote }
}

/** The buy by Jupiter's route, which fails unless it brings what the coin's own market promises; null where it quotes no more. */
async function prepareRouted(
  context: PumpContext,
  snapshot: MarketSnapshot,
  order: BuybackOrder,
  { quote, payer }: { quote: BuybackQuote; payer: Signer },
): Promise<PreparedBuyback | null> {
  const { mint, user, userTokens, tokenProgram, decimals, heldTokenMicros } = snapshot
  const lamportsMax = lamports(quote.atomicMax)
  const route = await context.jupiter!({ mint, user, spentLamports: lamportsMax, slippageBps: order.slippageBps })
  const tokenMicros = snapshot.market.tokensFor(lamportsMax)
  if (route.tokenMicros <= tokenMicros) return null
  const { tables } = await checkRoute(context.rpc, route, { user, userTokens })
  const trade = swapInstructions({
    swap: route.swap,
    user,
    userTokens,
    mint,
    decimals,
    tokenProgram,
    heldTokenMicros,
    spentLamports: lamportsMax,
    tokenMicrosMin: tokenMicros,
  })
  const planned = plan(snapshot, order, { trade, tokenMicros, tables })
  return tryOut(context, snapshot, order, {
    payer,
    planned,
    quote: { ...quote, venue: 'jupiter', tokenMicros, impactBps: route.impactBps },
  })
}

interface MarketSnapshot {
  readonly view: ChainView
  readonly market: Market
  readonly mint: PublicKey
  readonly decimals: number
  readonly tokenProgram: PublicKey
  readonly user: PublicKey
  readonly userTokens: PublicKey
  readonly hasTokens: boolean
  readonly heldTokenMicros: TokenMicros
  readonly computeUnits: number
  readonly balanceLamports: Lamports
}

/** The coin, its market and the buyer's accounts. */
async function readMarketSnapshot({ rpc, lookupTable, jupiter }: PumpContext, order: BuybackOrder, payer: Signer): Promise<MarketSnapshot> {
  const [mint, user] = [new PublicKey(order.mint), new PublicKey(payer.wallet)]
  const addresses = coinAddresses(mint)
  const [mintAccount, global, ...stateAccounts] = await rpc.accounts([mint, GLOBAL_PDA, ...coinStateKeys(addresses)].map(String))
  const state = readCoinState(mint, stateAccounts)
  const tokenProgram = TOKEN_PROGRAMS.find((program) => program.toBase58() === mintAccount?.owner)
  if (!state || !mintAccount || !global || !tokenProgram) throw new AppError('mint_unknown')
  if (state.stage === 'graduating') throw new AppError('coin_not_tradable')

  const userTokens = getAssociatedTokenAddressSync(mint, user, true, tokenProgram)
  const buybackRecipient = buybackRecipientOf(global)
  const ofMarket =
    state.stage === 'curve' ? curveMarketKeys(user, state.curveCreator) : poolMarketKeys(mint, tokenProgram, user, buybackRecipient)
  const wanted = [user, userTokens, mint, addresses.curve, addresses.pool, ...ofMarket].map(String)
  const view = await viewChain(rpc, lookupTable, wanted)
  const account = (address: PublicKey) => view.accounts[wanted.indexOf(address.toBase58())] ?? null
  const input = { mint, tokenProgram, user, account }
  const [funds, held] = [account(user), account(userTokens)]
  return {
    view,
    mint,
    tokenProgram,
    user,
    userTokens,
    decimals: mintAccount.data.readUInt8(MINT_DECIMALS_OFFSET),
    market: marketOf(state, () => (state.stage === 'curve' ? curveMarket(input) : poolMarket(input, buybackRecipient))),
    hasTokens: held !== null,
    heldTokenMicros: tokenMicros(held ? u64At(held.data, TOKEN_AMOUNT_OFFSET) : 0n),
    computeUnits: jupiter ? BUYBACK_UNITS.route : BUYBACK_UNITS.market,
    balanceLamports: funds?.lamports ?? lamports(0),
  }
}

/** @throws AppError chain_refused when a program upgrade made the market's accounts unreadable */
function marketOf({ stage }: PumpCoinState, read: () => Market): Market {
  try {
    return read()
  } catch (cause) {
    throw new AppError('chain_refused', { reason: `UnknownAccountLayout of the ${stage === 'curve' ? 'curve' : 'pool'}` }, { cause })
  }
}

const buybackRecipientOf = (global: ChainAccount): PublicKey =>
  PUMP_SDK.decodeGlobal(accountInfo(global)).buybackFeeRecipients.find((key) => !key.equals(PublicKey.default))!

function quoteOf(snapshot: MarketSnapshot, order: BuybackOrder, { wallet }: Signer): BuybackQuote {
  const { market, view, hasTokens, balanceLamports } = snapshot
  const rent = (bytes: number) => rentLamports(view.emptyRentLamports, bytes)
  const opens = [...market.opensBytes, ...(hasTokens ? [] : [ACCOUNT_BYTES.tokenAccount])]
  // The network fee does not depend on the amounts.
  const networkLamports = feeLamports([
    plan(snapshot, order, { trade: market.buy(tokenMicros(1), lamports(1)), tokenMicros: tokenMicros(1) }),
  ])
  const overheadLamports = opens.reduce((sumLamports, bytes) => lamports(sumLamports + rent(bytes)), networkLamports)
  // The wrapped SOL account is temporary, and the wallet must keep the rent-exempt minimum.
  const leastLamports = lamports(rent(WRAPPED_SOL_BYTES) + view.emptyRentLamports)
  const reserveAtomic = order.reserveAtomic > leastLamports ? order.reserveAtomic : leastLamports
  const budgetAtomic = buybackBudget(
    { ...order, reserveAtomic },
    { wallet, balanceAtomic: balanceLamports, overheadAtomic: overheadLamports },
  )
  const lamportsMax = lamports(budgetAtomic < market.buyLamportsMax ? budgetAtomic : market.buyLamportsMax)
  const leastTokenMicros = lessSlippage(market.tokensFor(lamportsMax), order.slippageBps)
  if (leastTokenMicros === 0n) throw new AppError('chain_refused', { reason: 'the money buys no token' })
  const { venue, reserveTokenMicros } = market
  return {
    venue,
    atomicMax: lamportsMax,
    overheadAtomic: overheadLamports,
    tokenMicros: leastTokenMicros,
    impactBps: impactBpsOf(leastTokenMicros, reserveTokenMicros),
    burn: order.burn,
  }
}

/** Creates the token account, buys, and burns. @throws AppError chain_refused when it does not fit a transaction */
function plan(
  { view, mint, decimals, tokenProgram, user, userTokens, computeUnits }: MarketSnapshot,
  { burn }: BuybackOrder,
  {
    trade,
    tokenMicros,
    tables = [],
  }: { trade: TransactionInstruction[]; tokenMicros: TokenMicros; tables?: readonly AddressLookupTableAccount[] },
): PlannedTransaction {
  const instructions: TransactionInstruction[] = [
    createAssociatedTokenAccountIdempotentInstruction(user, userTokens, user, mint, tokenProgram),
    ...trade,
    ...(burn ? [createBurnCheckedInstruction(userTokens, mint, user, tokenMicros, decimals, [], tokenProgram)] : []),
  ]
  const group: InstructionGroup = { steps: burn ? ['buy', 'burn'] : ['buy'], instructions, computeUnits }
  const planned =
    draftSteps(group, { version: 0, payer: user, view, tables: [...(view.table ? [view.table] : []), ...tables] }) ??
    (view.takesV1 ? draftSteps(group, { version: 1, payer: user, view, tables: [] }) : null)
  if (!planned) throw new AppError('chain_refused', { reason: 'TransactionTooLarge' })
  return planned
}
