import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { hirePlanOf, HirePlan } from '../../domain/matching/hire-plan.ts'
import { LIMITS } from '../../domain/limits.ts'
import { tip } from '../../domain/matching/disclaimer.ts'
import { keyGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { Ok } from '../../domain/json.ts'
import { AutohireRequest, crewView, CrewView } from './autohire-view.ts'
import { hireCrew } from './hire-crew.ts'

const AutohireResponse = Ok({ ...HirePlan.properties, crew: CrewView, tip: Type.String() })

/** Finds a crew for a coin in the directory; sends nothing and stores nothing. @see rules 1.3, 2.3, 4.2 */
export const autohireRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'autohire', prefix: '/api/agent', tags: ['autohire'] }).use(keyGuard(deps, 'autohire')).post(
    '/autohire',
    async ({ caller, body }) => {
      const { name = '', ticker = '', description = '', seats = LIMITS.seatsDefault, fallback = null } = body
      const match = await hireCrew(deps, {
        coin: { name, ticker, description },
        seats,
        fallback,
        mode: 'agent',
        referred: caller.referral !== null,
        keyId: caller.keyId,
        launcher: null,
        launchpad: deps.launchpads.facts(deps.launchpads.defaultId),
      })
      return { ok: true as const, ...hirePlanOf(match), crew: crewView(match.crew), tip }
    },
    {
      body: AutohireRequest,
      response: { 200: AutohireResponse },
      detail: {
        operationId: 'autohire',
        summary: 'Find a crew for a coin, with reasons; sends nothing',
        ...routeDocs({ refuses: ['autohire_unavailable', 'autohire_no_match', 'autohire_texts_required', 'autohire_seats_invalid'] }),
      },
    },
  )
