import { type Static, Type } from '@sinclair/typebox'
import { Nullable, Ok } from '../../domain/json.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { AmountView, amountView } from '../../domain/money/amount-json.ts'
import { CURRENCIES } from '../../domain/money/currency.ts'
import type { Policy } from '../../ports/policy.ts'
import type { AgentFacts } from '../../ports/storage/agents.ts'
import type { Agent } from './find-agent.ts'

/** Answer of GET /api/agents/{agent}. */
export const AgentRecordResponse = Ok({
  agent: Type.String(),
  coins: Type.Object(
    {
      launched: Type.Integer({ description: 'Those whose fees it locked here later too.' }),
      locked: Type.Integer({ description: 'Their fees go to their split, and nobody can change that.' }),
      redirected: Type.Integer({ description: 'Their launchpad took the fees from the split after the lock.' }),
    },
    { description: `Of its newest; ${OWN_LIMITS.agentCoinsMax} are counted at most, which stands for so many or more.` },
  ),
  paidToOthers: Type.Array(AmountView, {
    description: 'Creator fees that its coins paid to wallets other than their launchers. One of each currency, zeros included.',
  }),
  payments: Type.Integer({ description: 'How many payments those are.' }),
  jobs: Nullable(
    Type.Object({
      paid: Type.Integer({ description: 'Jobs for its coins that were done and paid.' }),
      done: Type.Integer({ description: 'Jobs that it did itself and was paid for; 0 for a key.' }),
    }),
    { description: 'Null where jobs are switched off.' },
  ),
  computedFrom: Type.Object(
    {
      coins: Type.String(),
      payments: Type.String({ description: 'The receipt of each of those coins.' }),
      jobsPaid: Nullable(Type.String({ description: 'The jobs of each of those coins.' })),
      jobsDone: Nullable(Type.String()),
    },
    { description: 'Where each figure can be counted again; `{mint}` stands for that of each coin.' },
  ),
})

export type AgentRecordResponse = Static<typeof AgentRecordResponse>

/** What an agent did as JSON. */
export function agentRecordView(
  { baseUrl, jobsEnabled }: Pick<Policy, 'baseUrl' | 'jobsEnabled'>,
  { name, by }: Agent,
  { launched, locked, redirected, paidToOthers, payments, jobs }: AgentFacts,
): AgentRecordResponse {
  const paidJobs = `${baseUrl}/api/jobs?state=paid`
  return {
    ok: true,
    agent: name,
    coins: { launched, locked, redirected },
    paidToOthers: CURRENCIES.map((currency) => amountView(paidToOthers[currency], currency)),
    payments,
    jobs: jobsEnabled ? jobs : null,
    computedFrom: {
      coins: `${baseUrl}/api/agents/${name}/coins`,
      payments: `${baseUrl}/api/coins/{mint}/receipt`,
      jobsPaid: jobsEnabled ? `${paidJobs}&mint={mint}` : null,
      jobsDone: jobsEnabled && 'launcher' in by ? `${paidJobs}&worker=${by.launcher}` : null,
    },
  }
}
