import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { LaunchRequest } from '../../domain/plan/launch-request.ts'
import { matchesSchema } from '../../domain/text/schema-kinds.ts'
import type { Acp } from '../../ports/acp.ts'

/** What a buyer may order: a launch, without what belongs to whoever pays for it and signs it. */
const Requirement = Type.Omit(
  LaunchRequest,
  ['initialBuySol', 'launcherPubkey', 'mintPubkey', 'dryRunId', 'platform', 'intent', 'atomicRequired'],
  { additionalProperties: false },
)

const PROBLEMS_MAX = 5

/** Longer than any launch with a picture in it. */
const CHARACTERS_MAX = 8_388_608

/** A requirement as a launch, or what is wrong with it. The value itself is in no sentence. */
export function readRequirement(content: string): ReturnType<Acp['readRequirement']> {
  if (content.length > CHARACTERS_MAX) return { problem: 'The requirement is too long.' }
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    return { problem: 'The requirement is not JSON.' }
  }
  if (matchesSchema(Requirement, value)) return { launch: value }
  const lines: string[] = []
  for (const { path, message } of Value.Errors(Requirement, value)) {
    const prefix = `${path || 'the requirement'}: `
    if (!lines.some((line) => line.startsWith(prefix))) lines.push(`${prefix}${message}`)
    if (lines.length === PROBLEMS_MAX) break
  }
  return { problem: `The requirement breaks rules of the offering: ${lines.join('; ')}.` }
}
