import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { unixMs, type Wallet } from '../../domain/brands.ts'
import { iso } from '../../domain/json.ts'
import { DAY_MS } from '../../domain/limits.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import { WholeNumber } from '../../domain/money/whole-number.ts'
import { serviceHost } from '../../domain/text/service-host.ts'
import { spelledWallet, WalletAddress, walletProblem } from '../../domain/text/wallet-address.ts'
import { cacheable } from '../../http/answers/cacheable.ts'
import { ListOf, pageOf, pageQuery } from '../../http/answers/wire.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { filledPage, notFoundPage } from '../../http/pages/filled-page.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { walletPageWidth } from '../kols/page-width.ts'
import { createWalletReader } from './wallet-reader.ts'
import { remitsCsv } from './remits-csv.ts'
import { dayView, WalletCoinView, walletCoinView, WalletDaysResponse, WalletResponse, walletView } from './wallet-view.ts'

const DAYS_DEFAULT = 30

const params = Type.Object({ wallet: WalletAddress() })

/** What creator fees came to for each wallet. */
export const walletRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'wallets', tags: ['record'] }).use(readRoutes(deps)).use(csvRoute(deps)).use(walletPageRoute(deps))

const readRoutes = (deps: HttpDeps) => {
  const { storage, clock } = deps
  const reader = createWalletReader(deps)
  return new Elysia({ prefix: '/api/wallets' })
    .use(openGuard(deps, 'public-read'))
    .use(cacheable())
    .get('/:wallet', async ({ params: { wallet } }) => walletView(await reader.earnings(spelledWallet(wallet))), {
      params,
      response: { 200: WalletResponse },
      detail: { operationId: 'getWallet', summary: 'What a wallet was paid by creator fees, and what waits for it' },
    })
    .get(
      '/:wallet/coins',
      async ({ params: { wallet }, query }) => {
        const { page, unpaid } = await reader.coins(pageQuery(query), spelledWallet(wallet))
        return pageOf('coins', page, walletCoinView(unpaid))
      },
      {
        params,
        query: ListOf.query(OWN_LIMITS.batchReadMax),
        response: { 200: ListOf('coins', WalletCoinView) },
        detail: { operationId: 'listWalletCoins', summary: 'Coins whose split names the wallet, newest first' },
      },
    )
    .get(
      '/:wallet/days',
      async ({ params: { wallet }, query }) => {
        const untilMs = (Math.floor(clock.nowMs() / DAY_MS) + 1) * DAY_MS
        const fromMs = unixMs(untilMs - Number(query.days ?? DAYS_DEFAULT) * DAY_MS)
        const days = await storage.earnings.byDay(spelledWallet(wallet), fromMs)
        return { ok: true as const, from: iso(fromMs), until: iso(unixMs(untilMs)), stepHours: 24 as const, points: days.map(dayView) }
      },
      {
        params,
        query: Type.Object(
          { days: Type.Optional(WholeNumber({ minimum: 1, maximum: FIELD_LIMITS.walletDaysMax, default: DAYS_DEFAULT })) },
          { additionalProperties: false },
        ),
        response: { 200: WalletDaysResponse },
        detail: { operationId: 'getWalletDays', summary: 'What a wallet was paid on each day, by role' },
      },
    )
}

const csvRoute = (deps: HttpDeps) =>
  new Elysia({ prefix: '/api/wallets' }).use(openGuard(deps, 'public-read')).get(
    '/:wallet/remits.csv',
    async ({ params, query }) => {
      const wallet = spelledWallet(params.wallet)
      const { rows, nextCursor } = await deps.storage.remits.list(
        { limit: FIELD_LIMITS.csvRowsMax, cursor: query.cursor ?? null },
        { wallet },
      )
      const next = nextCursor === null ? {} : { link: `</api/wallets/${wallet}/remits.csv?cursor=${nextCursor}>; rel="next"` }
      const headers = {
        'content-type': 'text/csv;charset=utf-8;header=present',
        'content-disposition': `attachment; filename="remits-${wallet}.csv"`,
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'no-store',
        ...next,
      }
      return new Response(remitsCsv(rows), { headers })
    },
    {
      params,
      query: Type.Pick(ListOf.query(), ['cursor']),
      detail: {
        operationId: 'downloadWalletRemits',
        summary: `The wallet’s payments as CSV, newest first, ${FIELD_LIMITS.csvRowsMax} at a time; \`link\` names the next`,
        ...routeDocs({ sends: 'text/csv', refuses: ['cursor_invalid'] }),
      },
    },
  )

/** An address that is none is answered by a page with status 404; one that was never paid has a page like others. */
const walletPageRoute = (deps: HttpDeps) =>
  new Elysia().use(openGuard(deps, 'pages')).get(
    '/wallet/:wallet',
    async ({ params }) => {
      if (walletProblem(params.wallet) !== null) {
        return notFoundPage(deps, {
          title: 'That is not a wallet address',
          text: 'Paste a wallet address on Solana or Base, or type an @handle.',
          asked: params.wallet,
        })
      }
      const wallet = spelledWallet(params.wallet as Wallet)
      const title = `Wallet ${wallet.slice(0, 4)}…${wallet.slice(-4)}`
      const shown = { PAGE_TITLE: title, PAGE_WIDTH: await walletPageWidth(deps, wallet), WALLET: wallet }
      const values = { ...shown, SERVER_TIME: iso(deps.clock.nowMs()), HOST: serviceHost(deps.policy) }
      return filledPage(deps, 'wallet.html', { ...values, SUMMARY: `The creator fees that ${wallet} was paid.` })
    },
    { detail: { hide: true } },
  )
