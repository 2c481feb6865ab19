import { invalidFields } from '../../domain/errors.ts'
import { problemResponse } from '../../http/answers/problem.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { ORIGIN_HEADERS } from '../../http/request/came-directly.ts'
import { requestForRoute } from '../../http/request-for-route.ts'
import type { A2aMessage, A2aReply } from '../../ports/a2a.ts'
import { type Skill, type SkillDeps, skillsOf } from './skills-view.ts'

/** What answering a message needs. */
export type AnswerDeps = SkillDeps & Pick<HttpDeps, 'callRoute' | 'log' | 'redact'>

/** Headers of the outer request that the skill's route reads. A launcher secret is none of them. */
const PASSED = ['x-svc-api-key', 'x-idempotency-key', ...ORIGIN_HEADERS]

/** What an idempotency key may be. @see LIMITS */
const USABLE_ID = /^[\x21-\x7e]{8,128}$/

/**
 * Answers a message with what the skill's route answers the same client, refusals too. A message without a skill is told how to name
 * one. Where the route takes an idempotency key and none came, the message's id is it: a message that is sent again is no second
 * launch. An unforeseen error is answered like that of a route: without its text, which goes to the log.
 */
export async function answerMessage(deps: AnswerDeps, outer: Request, message: A2aMessage): Promise<A2aReply> {
  try {
    const skills = skillsOf(deps)
    const asked = askedIn(message)
    if (!asked) return { text: howTo(skills) }
    const response = await deps.callRoute(innerRequest(outer, skills, asked, message.messageId), outer)
    return { data: await response.json() }
  } catch (error) {
    return { data: await problemResponse(deps, outer, error, {}).json() }
  }
}

interface Asked {
  readonly skill: unknown
  readonly input?: unknown
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const asksIn = (value: unknown): value is Asked => isObject(value) && 'skill' in value

/** The first data part that names a skill, or a text that is one. */
function askedIn({ data, text }: A2aMessage): Asked | null {
  const found = data.find(asksIn)
  if (found || !text.trimStart().startsWith('{')) return found ?? null
  try {
    const parsed: unknown = JSON.parse(text)
    return asksIn(parsed) ? parsed : null
  } catch {
    return null
  }
}

/** @throws AppError validation_invalid */
function innerRequest(outer: Request, skills: readonly Skill[], asked: Asked, messageId: string): Request {
  const skill = skills.find(({ id }) => id === asked.skill)
  if (!skill) throw invalidFields([{ path: '/skill', message: `must be one of ${skills.map(({ id }) => id).join(', ')}` }])
  const { input = {} } = asked
  if (!isObject(input)) throw invalidFields([{ path: '/input', message: 'must be an object' }])
  const headers: Record<string, string> = {}
  if (skill.route.guard.idempotent && USABLE_ID.test(messageId)) headers['x-idempotency-key'] = messageId
  for (const name of PASSED) {
    const value = outer.headers.get(name)
    if (value !== null) headers[name] = value
  }
  return requestForRoute(outer.url, skill.route, { input, headers })
}

const howTo = (skills: readonly Skill[]): string =>
  [
    'Name a skill in a data part: {"skill": "…", "input": {…}}. The header x-svc-api-key says who you are. Skills:',
    ...skills.map(({ id, route }) => `${id}: ${route.summary}`),
  ].join('\n')
