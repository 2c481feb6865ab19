import { type Static, Type } from '@sinclair/typebox'
import { Nullable, Ok } from '../../domain/json.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { AmountView, amountView } from '../../domain/money/amount-json.ts'
import { CURRENCIES } from '../../domain/money/currency.ts'
import type { AgentFacts } from '../../ports/storage/agents.ts'

/** Answer of GET /api/agents/{agent}. */
export const AgentRecordResponse = Ok({
  agent: Type.String(),
  coins: Type.Object(
    {
      launched: Type.Integer({ description: 'Those whose fees it locked here later too.' }),
      locked: Type.Integer({ description: 'Their fees go to their split, and nobody can change that.' }),
      redirected: Type.Integer({ description: 'Their launchpad took the fees from the split after the lock.' }),
    },
    { description: `Of its newest ${OWN_LIMITS.agentCoinsMax}.` },
  ),
  paidToOthers: Type.Array(AmountView, {
    description: 'Creator fees that its coins paid to wallets other than their launchers. One of each currency, zeros included.',
  }),
  payments: Type.Integer({ description: 'How many payments those are.' }),
  jobs: Type.Object({
    paid: Type.Integer({ description: 'Jobs for its coins that were done and paid.' }),
    done: Type.Integer({ description: 'Jobs that it did itself and was paid for; 0 for a key.' }),
  }),
  computedFrom: Type.Object(
    {
      coins: Type.String(),
      payments: Type.String({ description: 'The receipt of each of those coins.' }),
      jobsPaid: Type.String({ description: 'The jobs of each of those coins.' }),
      jobsDone: Nullable(Type.String()),
    },
    { description: 'Where each figure can be counted again; `{mint}` stands for that of each coin.' },
  ),
})

export type AgentRecordResponse = Static<typeof AgentRecordResponse>

/** What an agent did as JSON. */
export function agentRecordView(
  agent: string,
  facts: AgentFacts,
  { baseUrl, isWallet }: { baseUrl: string; isWallet: boolean },
): AgentRecordResponse {
  const { coins, paidToOthers, payments, jobs } = facts
  return {
    ok: true,
    agent,
    coins,
    paidToOthers: CURRENCIES.map((currency) => amountView(paidToOthers[currency], currency)),
    payments,
    jobs,
    computedFrom: {
      coins: `${baseUrl}/api/agents/${agent}/coins`,
      payments: `${baseUrl}/api/coins/{mint}/receipt`,
      jobsPaid: `${baseUrl}/api/jobs?state=paid&mint={mint}`,
      jobsDone: isWallet ? `${baseUrl}/api/jobs?state=paid&worker=${agent}` : null,
    },
  }
}
