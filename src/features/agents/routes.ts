import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import { Lookup } from '../../domain/text/text.ts'
import { cacheable } from '../../http/answers/cacheable.ts'
import { ListOf, pageOf, pageQuery } from '../../http/answers/wire.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { routeDocs } from '../../http/route-docs.ts'
import { ListedCoin, listedCoinViewer } from '../coins/listed-coin-view.ts'
import { AgentRecordResponse, agentRecordView } from '../wallets/agent-record-view.ts'
import { findAgent } from '../wallets/find-agent.ts'

/** What agents did, by facts that are public. @see decision "Records of agents" */
export const agentRoutes = (deps: HttpDeps) => {
  const { storage, policy } = deps
  const docs = routeDocs({ refuses: ['agent_not_found'] })
  const params = Type.Object({
    agent: Lookup({ maxLength: FIELD_LIMITS.idMax, description: 'The wallet that launched its coins, or the `keyName` of its key.' }),
  })
  return new Elysia({ name: 'agents', prefix: '/api/agents', tags: ['record'] })
    .use(openGuard(deps, 'public-read'))
    .use(cacheable())
    .get(
      '/:agent',
      async ({ params }) => {
        const agent = await findAgent(deps, params.agent)
        return agentRecordView(policy, agent, await storage.agents.facts(agent.by))
      },
      {
        params,
        response: { 200: AgentRecordResponse },
        detail: { operationId: 'getAgentRecord', summary: 'What an agent did: coins, fees paid to others, jobs', ...docs },
      },
    )
    .get(
      '/:agent/coins',
      async ({ params, query }) => {
        const { by } = await findAgent(deps, params.agent)
        return pageOf('coins', await storage.coins.listFacts(pageQuery(query), by), listedCoinViewer(deps))
      },
      {
        params,
        query: ListOf.query(),
        response: { 200: ListOf('coins', ListedCoin) },
        detail: { operationId: 'listAgentCoins', summary: 'The coins that an agent launched, newest first', ...docs },
      },
    )
}
