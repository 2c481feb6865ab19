import { type Static, Type } from '@sinclair/typebox'
import { ClusterName } from '../../domain/cluster.ts'
import { EVENT_TYPES, EventName } from '../../domain/events.ts'
import { feeMapOf, type Mode, MODES } from '../../domain/crew/fee-map.ts'
import { paymentRequirements } from '../../domain/payments/payment-requirements.ts'
import { LIMITS } from '../../domain/limits.ts'
import { RateRule, RATES } from '../../domain/limits/rates.ts'
import { LAUNCHPAD_OPERATIONS } from '../../ports/launchpad/facts.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { AUTH, authOf, launcherKeyOf, PAYMENT_AUTH } from '../../http/openapi/route-auth.ts'
import { linksOf, LinksView } from '../../http/answers/links.ts'
import { Enum, keyed, Nullable, Ok } from '../../domain/json.ts'
import { feeMapView, FeeMapView } from '../plan/plan-view.ts'
import { PlatformView, platformViews } from '../platforms/platform-view.ts'

const EndpointsView = Type.Object({
  auth: Type.String({
    description: 'none, key, operator key, ops key or wallet signature; or a payment of so much in the place of the key.',
  }),
  launcherKey: Enum(['no', 'optional', 'required'], { description: 'Whether x-launcher-key is read.' }),
  routes: Type.Array(Type.String(), { description: 'METHOD /path: each is described in /openapi.json.' }),
})

const Texts = Type.Record(Type.String(), Type.String())

const PaymentsView = Type.Object({
  protocol: Type.Literal('x402'),
  versions: Type.Array(Type.Integer()),
  scheme: Type.String(),
  network: Type.String(),
  asset: Type.String(),
  assetName: Type.String(),
  payTo: Type.String(),
  solana: Type.Optional(Texts),
  prices: Texts,
  atomicPrices: Texts,
  flow: Type.Array(Type.String()),
})

const FeeMaps = Type.Object({ standard: FeeMapView, referred: FeeMapView }, { title: 'FeeMaps' })

const { buybackAtomicMin: buybackMin, ...OTHER_LIMITS } = LIMITS

const LISTED_LIMITS = { ...OTHER_LIMITS, buybackMin }

/** What is always listed as offered or not. */
const CAPABILITIES = ['launch', 'humanApproval', 'operatorPaysCranks', 'webhooks', 'payPerCall', 'jobs', 'simulatedChain'] as const

/** Schema of the discovery document. @see rules 4.1, 9.3 */
export const AgentDocument = Ok({
  service: Type.String(),
  version: Type.Literal('1'),
  cluster: ClusterName,
  build: Type.Object({ commit: Type.String() }),
  links: LinksView,
  capabilities: Type.Object(
    { ...keyed(CAPABILITIES, Type.Boolean()), ...keyed(LAUNCHPAD_OPERATIONS, Type.Optional(Type.Boolean())) },
    { description: 'An operation of platforms is left out where none offers it.' },
  ),
  platforms: Type.Array(PlatformView),
  autohire: Type.Object({ seats: Type.Object({ minimum: Type.Integer(), maximum: Type.Integer(), default: Type.Integer() }) }),
  modes: Type.Object(keyed(MODES, FeeMaps)),
  auth: Texts,
  payments: Nullable(PaymentsView, {
    description: 'How to pay for single calls without a key; null where none are sold.',
  }),
  endpoints: Type.Array(EndpointsView, { description: 'Every route, by who may call it.' }),
  limits: Type.Record(Type.String(), Type.Integer()),
  rates: Type.Record(Type.String(), RateRule, { description: 'Calls a minute, by group.' }),
  events: Type.Array(EventName),
})
AgentDocument.title = 'AgentDocument'

export type AgentDocument = Static<typeof AgentDocument>

type DocumentDeps = Pick<HttpDeps, 'policy' | 'launchpads' | 'crankPayers' | 'simulation' | 'routes'>

/** The discovery document: what this service can do, for whom, and how often. */
export function agentDocument(deps: DocumentDeps): AgentDocument {
  const { policy, launchpads, routes } = deps
  const platforms = platformViews(launchpads)
  return {
    ok: true,
    service: policy.serviceTitle,
    version: '1',
    cluster: policy.cluster,
    build: { commit: policy.buildCommit },
    links: linksOf(policy.baseUrl),
    capabilities: capabilitiesOf(deps, platforms),
    platforms: platforms.map(({ afterLock: _afterLock, notices: _notices, ...platform }) => platform),
    autohire: { seats: { minimum: LIMITS.seatsMin, maximum: LIMITS.seatsMax, default: LIMITS.seatsDefault } },
    modes: {
      split: feeMapsView('split'),
      buyback: feeMapsView('buyback'),
      raid: feeMapsView('raid'),
      agent: feeMapsView('agent'),
    },
    auth: { ...AUTH, ...(policy.payments ? PAYMENT_AUTH : {}) },
    payments: paymentRequirements(policy.payments),
    endpoints: endpointsOf(routes()),
    limits: { ...LISTED_LIMITS, dryRunLifetimeMs: policy.dryRunLifetimeMs },
    rates: RATES,
    events: [...EVENT_TYPES],
  }
}

const feeMapsView = (mode: Mode) => ({ standard: feeMapView(feeMapOf(mode, false)), referred: feeMapView(feeMapOf(mode, true)) })

/** What is offered, each as true; what can be switched off, as it is. */
function capabilitiesOf(
  { policy, launchpads, crankPayers, simulation }: DocumentDeps,
  platforms: AgentDocument['platforms'],
): AgentDocument['capabilities'] {
  const offered = new Set(platforms.filter(({ enabled }) => enabled).flatMap(({ operations }) => operations))
  return {
    launch: true,
    ...Object.fromEntries([...offered].map((operation) => [operation, true])),
    humanApproval: policy.approvers.size > 0,
    operatorPaysCranks: crankPayers[launchpads.facts(launchpads.defaultId).chainId] !== undefined,
    webhooks: true,
    payPerCall: policy.payments !== null,
    jobs: policy.jobsEnabled,
    simulatedChain: simulation !== null,
  }
}

function endpointsOf(routes: ReturnType<DocumentDeps['routes']>): AgentDocument['endpoints'] {
  const groups = Map.groupBy(routes, (route) => JSON.stringify([authOf(route), launcherKeyOf(route)]))
  return [...groups.values()].map((group) => ({
    auth: authOf(group[0]!),
    launcherKey: launcherKeyOf(group[0]!),
    routes: group.map(({ method, path }) => `${method} ${path}`),
  }))
}
