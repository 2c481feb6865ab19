import type { ErrorCode } from '../../domain/errors.ts'
import type { Policy } from '../../ports/policy.ts'
import type { LaunchpadFacts } from '../../ports/launchpad/facts.ts'

/** The names of the topics, in the order in which they are listed. */
export const TOPIC_NAMES = ['launch', 'approve', 'unsigned', 'fees', 'webhooks', 'payments', 'referrals', 'jobs', 'base', 'mcp'] as const

/** One of TOPIC_NAMES. */
export type TopicName = (typeof TOPIC_NAMES)[number]

/** What a topic may know of the service that it describes. */
export interface TopicContext {
  readonly policy: Policy
  /** The launchpads that are switched on. */
  readonly launchpads: readonly LaunchpadFacts[]
}

/** One part of a topic. */
export interface TopicSection {
  readonly title: string
  readonly text: string
  /** Commands for bash, with curl, jq and openssl; they run after those of `/llms.txt` and of the sections before. */
  readonly commands?: string
}

/** A document about one thing, of at most 2,500 tokens: what it is for, commands, routes and what to do about its errors. */
export interface Topic {
  readonly title: string
  /** One line, also in the list of topics. */
  readonly summary: string
  /** Why the service does not offer it; null when it does. */
  whyOff?(context: TopicContext): string | null
  sections(context: TopicContext): readonly TopicSection[]
  /** Names of the operations it is about. */
  readonly operations: readonly string[]
  /** Operations whose body is listed field by field. */
  readonly bodies?: readonly string[]
  readonly errors: readonly ErrorCode[]
}
