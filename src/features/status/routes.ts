import { Elysia } from 'elysia'
import { AppError } from '../../domain/errors.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { filledPage } from '../../http/pages/filled-page.ts'
import { statusView } from './status-view.ts'

/** The page that says what works, where the operator publishes it. */
export const statusRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'status' }).use(openGuard(deps, 'pages')).get(
    '/status',
    async () => {
      if (!deps.policy.statusPage) throw new AppError('route_not_found')
      return filledPage(deps, 'status.html', await statusView(deps))
    },
    { detail: { hide: true } },
  )
