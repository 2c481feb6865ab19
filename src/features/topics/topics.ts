import { APPROVE_TOPIC } from './approve-topic.ts'
import { BASE_TOPIC } from './base-topic.ts'
import { FEES_TOPIC } from './fees-topic.ts'
import { JOBS_TOPIC } from './jobs-topic.ts'
import { LAUNCH_TOPIC } from './launch-topic.ts'
import { MCP_TOPIC } from './mcp-topic.ts'
import { PAYMENTS_TOPIC } from './payments-topic.ts'
import { REFERRALS_TOPIC } from './referrals-topic.ts'
import type { Topic, TopicName } from './topic.ts'
import { UNSIGNED_TOPIC } from './unsigned-topic.ts'
import { WEBHOOKS_TOPIC } from './webhooks-topic.ts'

/** Every topic by its name. @see GET /llms/{topic} */
export const TOPICS: Readonly<Record<TopicName, Topic>> = {
  launch: LAUNCH_TOPIC,
  approve: APPROVE_TOPIC,
  unsigned: UNSIGNED_TOPIC,
  fees: FEES_TOPIC,
  webhooks: WEBHOOKS_TOPIC,
  payments: PAYMENTS_TOPIC,
  referrals: REFERRALS_TOPIC,
  jobs: JOBS_TOPIC,
  base: BASE_TOPIC,
  mcp: MCP_TOPIC,
}
