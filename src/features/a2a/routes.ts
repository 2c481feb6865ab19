import { Elysia } from 'elysia'
import { type Problem, problemResponse } from '../../http/answers/problem.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { ORIGIN_HEADERS } from '../../http/request/came-directly.ts'
import { requestForRoute } from '../../http/request-for-route.ts'
import { A2A_PATH, agentCard } from '../well-known/agent-card-view.ts'
import { answerMessage } from './answer-message.ts'
import { type Skill, skillsOf } from '../well-known/skills-view.ts'

/** The messages of other agents, which the agent card announces. */
export const a2aRoutes = (deps: HttpDeps) => {
  let card: object | null = null
  return new Elysia({ name: 'a2a', tags: ['discovery'] }).use(openGuard(deps, 'public-read')).post(
    A2A_PATH,
    async ({ request, body }) => {
      card ??= agentCard(deps)
      const failed = async (error: unknown) => (await problemResponse(deps, request, error, {}).json()) as Problem
      return deps.a2a.answer(card, {
        body: (body ?? {}) as Record<string, unknown>,
        version: request.headers.get('a2a-version'),
        reply: (message) => answerMessage({ skills: () => skillsOf(deps), ask: askRoute(deps, request), failed }, message),
        unforeseen: async (error) => (await failed(error)).detail,
      })
    },
    { detail: { hide: true } },
  )
}

/** Headers of the outer request that the skill's route reads. A launcher secret is none of them. */
const PASSED = ['x-svc-api-key', 'x-idempotency-key', ...ORIGIN_HEADERS]

/** What an idempotency key may be. @see LIMITS */
const USABLE_ID = /^[\x21-\x7e]{8,128}$/

/**
 * Asks the skill's route in the name of the same client. Where the route takes an idempotency key and none came, the message's id is it:
 * a message that is sent again is no second launch.
 */
const askRoute =
  (deps: HttpDeps, outer: Request) =>
  async ({ route }: Skill, input: Readonly<Record<string, unknown>>, messageId: string): Promise<unknown> => {
    const headers: Record<string, string> = {}
    if (route.guard.idempotent && USABLE_ID.test(messageId)) headers['x-idempotency-key'] = messageId
    for (const name of PASSED) {
      const value = outer.headers.get(name)
      if (value !== null) headers[name] = value
    }
    const response = await deps.callRoute(requestForRoute(outer.url, route, { input, headers }), outer)
    return response.json()
  }
