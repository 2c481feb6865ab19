import { Elysia, t } from 'elysia'
import { AppError } from '../../domain/errors.ts'
import { Kol } from '../../domain/kols/kol.ts'
import { LIMITS } from '../../domain/limits.ts'
import { Lookup } from '../../domain/text/text.ts'
import { cacheable } from '../../http/answers/cacheable.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { Ok } from '../../domain/json.ts'
import { ListOf, pageOf, pageQuery, walletParam } from '../../http/answers/wire.ts'
import { isAddress } from '../../lib/ed25519.ts'

const listQuery = t.Object({
  ...ListOf.query().properties,
  q: t.Optional(
    Lookup({
      maxLength: LIMITS.kolQueryMax,
      description: 'Words of handle, name, alias or narrative; the last may be begun. Whole names come first, then better ranks.',
    }),
  ),
})

/** The directory of KOLs, without those who opted out. @see rules 4.3 */
export const kolRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'kols', prefix: '/api/kols', tags: ['kols'], normalize: false })
    .use(openGuard(deps, 'public-read'))
    .use(cacheable())
    .get('', async ({ query }) => pageOf('kols', await deps.storage.kols.list(pageQuery(query), query.q), (kol) => kol), {
      query: listQuery,
      response: { 200: ListOf('kols', Kol) },
      detail: { summary: 'KOLs, best rank first, or those that a search finds' },
    })
    .get(
      '/wallet/:wallet',
      async ({ params }) => {
        const kol = isAddress(params.wallet) ? await deps.storage.kols.findByWallet(params.wallet) : null
        if (!kol) throw new AppError('kol_not_found')
        return { ok: true as const, kol }
      },
      {
        params: walletParam,
        response: { 200: Ok({ kol: Kol }) },
        detail: { summary: 'The KOL who is paid into a wallet; of several the best ranked', ...routeDocs({ refuses: ['kol_not_found'] }) },
      },
    )
