import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import { COIN_STAGES } from '../../domain/coin.ts'
import { AppError } from '../../domain/errors.ts'
import { amountNumber } from '../../domain/money/currency.ts'
import { spelledMint } from '../../domain/text/coin-address.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { mayControlSimulation } from '../../http/request/came-directly.ts'
import { mintParam, walletParam } from '../../http/answers/wire.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { DateTime, Enum, iso, Nullable, Ok } from '../../domain/json.ts'
import { SIMULATION_REFUSALS, type SimulatedCoin, type SimulatedWallet } from '../../ports/simulation.ts'
import { lamportsOf, orderOf, Sol, TradeAnswer, TradeBody, tradeView } from './trade-view.ts'

const Closed = { additionalProperties: false }

const SimulatedCoinView = Type.Object({
  mint: Type.String(),
  name: Type.String(),
  ticker: Type.String(),
  metadataUri: Type.String(),
  creator: Type.String(),
  stage: Enum(COIN_STAGES),
  slot: Type.Integer(),
  createSlot: Type.Integer(),
  lockSlot: Nullable(Type.Integer()),
  vaultLamports: Type.String(),
  vaultSol: Type.Number(),
  missingLamports: Nullable(Type.String()),
  reserveSol: Type.Number(),
  tradeCount: Type.Integer(),
  holderCount: Type.Integer(),
  holders: Type.Array(Type.Object({ wallet: Type.String(), tokens: Type.String() })),
})
SimulatedCoinView.title = 'SimulatedCoin'

const WalletView = Type.Object({
  wallet: Type.String(),
  lamports: Type.String(),
  sol: Type.Number(),
  holdings: Type.Array(Type.Object({ mint: Type.String(), tokens: Type.String() })),
})
WalletView.title = 'SimulatedWallet'

const coinView = (coin: SimulatedCoin): Static<typeof SimulatedCoinView> => ({
  mint: coin.mint,
  name: coin.name,
  ticker: coin.ticker,
  metadataUri: coin.metadataUri,
  creator: coin.creator,
  stage: coin.stage,
  slot: coin.slot,
  createSlot: coin.createSlot,
  lockSlot: coin.lockSlot,
  vaultLamports: coin.vaultLamports.toString(),
  vaultSol: amountNumber(coin.vaultLamports, 'SOL'),
  missingLamports: coin.missingLamports?.toString() ?? null,
  reserveSol: amountNumber(coin.reserveLamports, 'SOL'),
  tradeCount: coin.tradeCount,
  holderCount: coin.holderCount,
  holders: coin.holders.map(({ wallet, tokenMicros }) => ({ wallet, tokens: tokenMicros.toString() })),
})

const walletView = (held: SimulatedWallet): Static<typeof WalletView> => ({
  wallet: held.wallet,
  lamports: held.lamports.toString(),
  sol: amountNumber(held.lamports, 'SOL'),
  holdings: held.holdings.map(({ mint, tokenMicros }) => ({ mint, tokens: tokenMicros.toString() })),
})

const simulationOf = ({ simulation }: Pick<HttpDeps, 'simulation'>) => {
  if (!simulation) throw new AppError('simulated_only')
  return simulation
}

const advance = (deps: Pick<HttpDeps, 'simulation' | 'policy'>, request: Request, ms: number) => {
  const { advanceClock } = simulationOf(deps)
  if (!mayControlSimulation(deps.policy, request)) throw new AppError('simulated_control_not_allowed')
  return advanceClock(ms)
}

const clockAndWalletRoutes = (deps: HttpDeps) =>
  new Elysia({ tags: ['simulated'] })
    .use(openGuard(deps, 'simulated'))
    .post('/clock', ({ body, request }) => ({ ok: true as const, now: iso(advance(deps, request, body.advanceMs)) }), {
      body: Type.Object({ advanceMs: Type.Integer({ minimum: 1, maximum: FIELD_LIMITS.simulatedAdvanceMaxMs }) }, Closed),
      response: { 200: Ok({ now: DateTime() }) },
      detail: {
        operationId: 'advanceClock',
        summary: 'Move the service’s clock forward',
        ...routeDocs({ refuses: ['simulated_only', 'simulated_control_not_allowed', ...SIMULATION_REFUSALS.advanceClock] }),
      },
    })
    .get(
      '/wallets/:wallet',
      async ({ params }) => ({ ok: true as const, wallet: walletView(await simulationOf(deps).wallet(params.wallet)) }),
      {
        params: walletParam,
        response: { 200: Ok({ wallet: WalletView }) },
        detail: {
          operationId: 'getSimulatedWallet',
          summary: 'A wallet; a new one holds 10 SOL',
          ...routeDocs({ refuses: ['simulated_only', ...SIMULATION_REFUSALS.wallet] }),
        },
      },
    )
    .post(
      '/wallets/:wallet/airdrop',
      async ({ params, body }) => ({
        ok: true as const,
        wallet: walletView(await simulationOf(deps).airdrop(params.wallet, lamportsOf(body.sol))),
      }),
      {
        params: walletParam,
        body: Type.Object({ sol: Sol }, Closed),
        response: { 200: Ok({ wallet: WalletView }) },
        detail: {
          operationId: 'airdrop',
          summary: 'Give a wallet SOL',
          ...routeDocs({ refuses: ['simulated_only', ...SIMULATION_REFUSALS.airdrop] }),
        },
      },
    )

const mintIn = ({ mint }: { readonly mint: string }) => spelledMint(mint)

const coinRoutes = (deps: HttpDeps) =>
  new Elysia({ tags: ['simulated'] })
    .use(openGuard(deps, 'simulated'))
    .post(
      '/:mint/trades',
      async ({ params, body, set }) => {
        const trade = await simulationOf(deps).trade(orderOf(mintIn(params), body))
        set.status = 201
        return { ok: true as const, trade: tradeView(trade, body.side) }
      },
      {
        params: mintParam,
        body: TradeBody,
        response: { 201: TradeAnswer },
        detail: {
          operationId: 'trade',
          summary: 'Trade as any wallet',
          ...routeDocs({ refuses: ['simulated_only', ...SIMULATION_REFUSALS.trade] }),
        },
      },
    )
    // For the page of a coin, which asks with every amount that is typed.
    .get(
      '/:mint/quote',
      async ({ params, query }) => {
        const quote = await simulationOf(deps).quote(orderOf(mintIn(params), query))
        return { ok: true as const, trade: tradeView(quote, query.side) }
      },
      {
        params: mintParam,
        query: TradeBody,
        response: { 200: TradeAnswer },
        detail: { hide: true },
      },
    )
    .post(
      '/:mint/graduate',
      async ({ params }) => ({ ok: true as const, coin: coinView(await simulationOf(deps).graduate(mintIn(params))) }),
      {
        params: mintParam,
        response: { 200: Ok({ coin: SimulatedCoinView }) },
        detail: {
          operationId: 'graduateCoin',
          summary: 'Buy out the curve',
          ...routeDocs({ refuses: ['simulated_only', ...SIMULATION_REFUSALS.graduate] }),
        },
      },
    )
    .get('/:mint', async ({ params }) => ({ ok: true as const, coin: coinView(await simulationOf(deps).inspect(mintIn(params))) }), {
      params: mintParam,
      response: { 200: Ok({ coin: SimulatedCoinView }) },
      detail: {
        operationId: 'getSimulatedCoin',
        summary: 'A coin as the simulated chain has it',
        ...routeDocs({ refuses: ['simulated_only', ...SIMULATION_REFUSALS.inspect] }),
      },
    })

/** The controls of the simulated chain; on a real chain each of them answers 404. @see rules 11 */
export const simulatedRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'simulated', prefix: '/api/simulated' }).use(clockAndWalletRoutes(deps)).use(coinRoutes(deps))
