import { QUOTED_WORDS, STRANGERS_WORDS } from '../../domain/text/strangers-words.ts'
import { invalidFields } from '../../domain/errors.ts'
import { JSON_LIMITS } from '../../domain/limits/json-limits.ts'
import { structureIn } from '../../lib/json/json-text.ts'
import type { A2aMessage, A2aReply } from '../../ports/a2a.ts'

/** A skill that a message can name. */
export interface NamedSkill {
  readonly id: string
  readonly route: { readonly summary: string }
}

/** How skills are asked, and failures told. */
export interface SkillCaller<Skill> {
  readonly skills: () => readonly Skill[]
  /** What the skill's route answers to this input, refusals too. */
  readonly ask: (skill: Skill, input: Readonly<Record<string, unknown>>, messageId: string) => Promise<unknown>
  /** What is answered where something was thrown: without its text where nobody foresaw it. */
  readonly failed: (error: unknown) => Promise<unknown>
}

/**
 * Answers a message with what the skill's route answers the same client, refusals too. A message without a skill is told how to name
 * one. An unforeseen error is answered like that of a route.
 */
export async function answerMessage<Skill extends NamedSkill>(caller: SkillCaller<Skill>, message: A2aMessage): Promise<A2aReply> {
  const { ask, failed } = caller
  try {
    const skills = caller.skills()
    const asked = askedIn(message)
    if (!asked) return { text: howTo(skills) }
    const input = inputOf(asked)
    const skill = skills.find(({ id }) => id === asked.skill)
    if (!skill) throw invalidFields([{ path: '/skill', message: `must be one of ${skills.map(({ id }) => id).join(', ')}` }])
    if (!isObject(input)) throw invalidFields([{ path: '/input', message: 'must be an object' }])
    return { data: await ask(skill, input, message.messageId), about: QUOTED_WORDS }
  } catch (error) {
    return { data: await failed(error) }
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
  const parsed = structureIn(text, JSON_LIMITS)?.value
  return asksIn(parsed) ? parsed : null
}

/** What the skill is asked with: the object that a JSON text of one spells, and none where it is left out or null. */
function inputOf({ input }: Asked): unknown {
  if (typeof input !== 'string') return input ?? {}
  const read = structureIn(input, JSON_LIMITS)
  return read && !read.repeated ? read.value : input
}

const howTo = (skills: readonly NamedSkill[]): string =>
  [
    'Name a skill in a data part: {"skill": "…", "input": {…}}. The header x-svc-api-key says who you are. Skills:',
    ...skills.map(({ id, route }) => `${id}: ${route.summary}`),
    STRANGERS_WORDS,
  ].join('\n')
