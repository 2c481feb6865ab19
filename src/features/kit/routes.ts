import { Elysia } from 'elysia'
import { cacheable } from '../../http/answers/cacheable.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { mintParam } from '../../http/answers/wire.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { KitResponse, kitView } from './kit-view.ts'
import { readKit } from './read-kit.ts'
import { createRecentAccrued } from './recent-accrued.ts'

/** What a coin's treasury share pays for. @see rules 3.3, 4.3 */
export const kitRoutes = (deps: HttpDeps) => {
  const accruedOf = createRecentAccrued(deps)
  return new Elysia({ name: 'kit', prefix: '/api/coins', tags: ['coins'] })
    .use(openGuard(deps, 'public-read'))
    .use(cacheable())
    .get('/:mint/kit', async ({ params }) => kitView(await readKit(deps, params.mint, accruedOf), deps.policy), {
      params: mintParam,
      response: { 200: KitResponse },
      detail: {
        operationId: 'getKit',
        summary: 'The coin’s kit: what its treasury share covers, and what is missing',
        ...routeDocs({ refuses: ['coin_not_found'] }),
      },
    })
}
