import { PRICE_GROUP_OF } from '../../src/domain/payments/payment.ts'
import type { RateGroup } from '../../src/domain/limits/rates.ts'
import { usdMicros } from '../../src/domain/brands.ts'
import type { DocumentedRoute } from '../support/answer-judge.ts'
import { paymentHeaders } from '../support/payment-bank.ts'
import type { Chance } from './chance.ts'
import type { Draft } from './draft.ts'
import { type Maker, mintOf, valueOf } from './fields.ts'
import { PAY_TO } from './payment-stand-in.ts'
import { FUZZ_OPERATOR_KEY } from './people.ts'
import { RECIPES } from './recipes.ts'

/** A request of this route that should succeed, as far as what is remembered allows; null when it cannot be made yet. */
export function makeDraft(maker: Maker, route: DocumentedRoute): Draft | null {
  const { chance } = maker
  const draft: Draft = {
    route,
    method: route.method,
    path: route.path.replaceAll(/\{(\w+)\}/g, (_hole, name: string) => encodeURIComponent(paramOf(maker, route.path, name))),
    query: queryOf(maker, route),
    headers: { 'x-forwarded-for': addressOf(chance), 'x-forwarded-proto': 'https' },
    body: bodyOf(maker, route),
    rawBody: null,
    rawHead: { lines: [], target: null, host: null },
    odd: false,
    mutations: [],
  }
  const etag = maker.memory.etags.get(draft.path)
  if (etag !== undefined && chance.happens(0.2)) draft.headers['if-none-match'] = etag
  const known = isOperators(route) && chance.happens(0.9) ? null : maker.memory.keys.pick()
  if (opensWith(route, 'apiKey')) draft.headers['x-svc-api-key'] = known?.text ?? FUZZ_OPERATOR_KEY
  if (RECIPES[route.name]?.(maker, draft) === false) return null
  if (draft.body !== undefined) draft.headers['content-type'] = 'application/json'
  if (draft.headers['x-svc-api-key'] !== undefined) changeCaller(maker, draft)
  return draft
}

/** True for routes that want the operator’s key. */
const isOperators = ({ path }: DocumentedRoute): boolean => path.startsWith('/api/operator/') || path === '/api/agent/approvals'

const opensWith = ({ operation }: DocumentedRoute, scheme: string): boolean =>
  ((operation.security ?? []) as object[]).some((entry) => scheme in entry)

/** Sometimes the operator calls, or someone who pays, or nobody. */
function changeCaller({ chance }: Maker, draft: Draft): void {
  if (chance.happens(0.92)) return
  if (chance.happens(0.4)) {
    draft.headers['x-svc-api-key'] = FUZZ_OPERATOR_KEY
    return
  }
  delete draft.headers['x-svc-api-key']
  if (chance.happens(0.8)) Object.assign(draft.headers, paymentOf(chance, draft.route))
}

const PRICES = { autohire: 10_000n, 'dry-run': 50_000n, launch: 1_000_000n, upkeep: 50_000n } as const

/** A payment for a call, sometimes of another amount, recipient or time. */
function paymentOf(chance: Chance, { operation }: DocumentedRoute): Record<string, string> {
  const group = PRICE_GROUP_OF[operation['x-rate-limit'] as RateGroup] ?? 'upkeep'
  const hex = (digits: number) => `0x${Array.from({ length: digits }, () => chance.below(16).toString(16)).join('')}`
  const nowSec = Math.floor(Date.now() / 1_000)
  const changes = chance.happens(0.1) ? { validBeforeSec: nowSec + chance.pick([-10, 1, 7, 4_000, 1e12]) } : {}
  return paymentHeaders(
    {
      version: chance.happens(0.7) ? 2 : 1,
      payer: chance.happens(0.8) ? hex(40) : `0x${'ab'.repeat(20)}`,
      payTo: chance.happens(0.97) ? PAY_TO.toLowerCase() : hex(40),
      amountUsdMicros: usdMicros(PRICES[group] + (chance.happens(0.05) ? 1n : 0n)),
      validAfterSec: nowSec - 600,
      validBeforeSec: nowSec + 300,
      nonce: hex(64),
      signature: hex(130),
      ...changes,
    },
    chance.happens(0.03) ? { x402Version: chance.pick([0, 3, '2', null]) } : {},
  )
}

/** One of 16 million addresses: no rate of an address hides a route. */
export const addressOf = (chance: Chance): string =>
  chance.happens(0.8)
    ? `10.${chance.below(256)}.${chance.below(256)}.${chance.below(256)}`
    : `2a${chance.below(256).toString(16).padStart(2, '0')}:${chance.below(65_536).toString(16)}:${chance.below(65_536).toString(16)}::1`

function paramOf(maker: Maker, path: string, name: string): string {
  const { chance, memory } = maker
  if (name === 'mint') return mintOf(maker)
  if (name === 'wallet') return String(valueOf(maker, { type: 'string' }, 'wallet'))
  if (name === 'code') return chance.pick(['validation_invalid', 'rate_limit_exceeded', 'launch_unresolved', 'nothing'])
  const known = path.includes('/dry-run/')
    ? memory.dryRuns.pick()?.id
    : path.startsWith('/m/')
      ? memory.metadata.pick()
      : path.startsWith('/api/jobs/')
        ? memory.jobs.pick()?.id
        : path.startsWith('/api/webhooks/')
          ? memory.hooks.pick()?.id
          : undefined
  return known ?? 'unknown'
}

const isQuery = (parameter: any): boolean => parameter.in === 'query'

function queryOf(maker: Maker, { path, operation }: DocumentedRoute): [string, string][] {
  const { chance, memory } = maker
  return ((operation.parameters ?? []) as any[]).filter(isQuery).flatMap(({ name, schema, required }): [string, string][] => {
    if (name === 'cursor') {
      const cursor = memory.cursors.get(path)
      return cursor !== undefined && chance.happens(0.4) ? [['cursor', cursor]] : []
    }
    // Short pages, mostly: long ones cost the fuzzer more than the service.
    if (name === 'limit') return chance.happens(0.85) ? [['limit', String(valueOf(maker, schema, 'limit'))]] : []
    return required || chance.happens(0.4) ? [[name, String(valueOf(maker, schema, name))]] : []
  })
}

function bodyOf(maker: Maker, { operation }: DocumentedRoute): unknown {
  const schema = operation.requestBody?.content?.['application/json']?.schema
  if (schema === undefined) return undefined
  if (!operation.requestBody.required && maker.chance.happens(0.2)) return undefined
  return valueOf(maker, schema)
}
