import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ERRORS } from '../../src/domain/errors/error-catalogue.ts'
import type { ErrorCode } from '../../src/domain/errors.ts'
import { statusOf } from '../../src/http/answers/problem.ts'
import { inlineSharedParts } from '../../src/http/openapi/inline-shared-parts.ts'
import { answersSeen } from '../support/check-answer.ts'
import { recordCalls } from '../support/record-calls.ts'
import { createTestApp } from '../support/test-app.ts'
import { closeProvocations } from './provocations/general-provocations.ts'
import type { Documented } from './provocations/provocation.ts'
import { provocationOf } from './provocations/provocations.ts'

/** Spec section 4. */
const SPEC = `
GET / | GET /api/agent | GET /llms.txt | GET /llms-full.txt | GET /openapi.json | GET /.well-known/agent.json
GET /.well-known/ai-plugin.json | GET /api/platforms
POST /api/agent/autohire | POST /api/agent/launch/dry-run | GET /api/agent/launch/dry-run/{id}
POST /api/agent/launch/dry-run/{id}/approve | POST /api/agent/launch | POST /api/agent/launch/unsigned | POST /api/agent/wire-fees
POST /api/agent/lock-holder-kol | POST /api/agent/crank | GET /api/agent/status/{mint} | GET /api/agent/launches
POST /api/agent/keys/claim | GET /api/agent/keys | POST /api/agent/keys | DELETE /api/agent/keys/{id}
POST /api/webhooks | GET /api/kol/referrals
GET /api/proof | GET /api/kols | GET /api/kols/wallet/{wallet} | GET /api/coins | GET /api/coins/{mint} | GET /api/coins/live
GET /api/coins/{mint}/logo | GET /api/coins/{mint}/kit | GET /api/board | GET /api/remits | GET /api/buybacks
GET /api/coins/graduated-unfeatured | POST /api/coins/{mint}/featured | GET /api/jobs/templates | POST /api/jobs/coin
`
  .split(/[|\n]/)
  .map((route) => route.trim())
  .filter((route) => route !== '')

let documented: Documented[]
beforeAll(async () => {
  const recorded = await recordCalls()
  const app = await createTestApp()
  const { paths } = inlineSharedParts((await app.call('GET', '/openapi.json')).body)
  documented = Object.entries(paths as Record<string, Record<string, any>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`
      return { method: method.toUpperCase(), path, operation, good: recorded[name] ?? { path, status: 0 } }
    }),
  )
  await app.close()
}, 180_000)
afterAll(closeProvocations)

/** May be in `default` of every route, and are provoked where they stand alone. */
const ANYWHERE = ['internal_error', 'storage_unavailable', 'storage_full', 'insecure_transport']

/** The statuses that a route may answer with, those in `default` too. */
function statusesOf({ operation }: Documented): string[] {
  const { default: other, ...named } = operation.responses
  const codes = other.content['application/problem+json'].schema.allOf[1].properties.code.enum as ErrorCode[]
  const general = codes.filter((code) => !ANYWHERE.includes(code)).map((code) => String(statusOf(ERRORS[code].kind)))
  // A secret over plain HTTP is refused wherever there is one to send, and a claim, whose answer has one.
  const secret = operation.security.length > 0 || operation['x-rate-limit'] === 'claim' ? ['403'] : []
  return [...new Set([...Object.keys(named), ...general, ...secret])]
}

describe('rules 4.1: /openapi.json says what the running app does', () => {
  test('every route of the specification is in it', () => {
    const names = new Set(documented.map(({ method, path }) => `${method} ${path}`))
    expect(SPEC).toHaveLength(40)
    expect(SPEC.filter((name) => !names.has(name))).toEqual([])
  })

  test('rules 9.2: no path has a version in it', () => {
    expect(documented.filter(({ path }) => /\/v\d/i.test(path)).map(({ path }) => path)).toEqual([])
  })

  test('every status has an example but those of open reads, and every refusal its codes', () => {
    const bare = documented.flatMap((route) =>
      Object.entries(route.operation.responses as Record<string, { content?: Record<string, any> }>)
        .filter(([status, { content = {} }]) => {
          const [[mediaType, first] = []] = Object.entries(content)
          const bodiless = Number(status) >= 300 && Number(status) < 400
          const isOpenRead = route.method === 'GET' && route.operation.security.length === 0
          const codes = first?.schema?.allOf?.[1]?.properties.code.enum ?? []
          return !bodiless && !isOpenRead && !mediaType?.startsWith('image/') && first?.example === undefined && codes.length === 0
        })
        .map(([status]) => `${route.method} ${route.path} ${status}`),
    )
    expect(bare).toEqual([])
  })

  test('every documented status can be provoked, and a refusal leaves every row as it was and moves nothing', async () => {
    const failed: string[] = []
    for (const route of documented) {
      for (const status of statusesOf(route)) {
        const name = `${route.method} ${route.path} ${status}`
        if (answersSeen.has(name)) continue
        const provoke = provocationOf(route, status)
        const got = provoke ? String((await provoke(route)).status) : 'has no provocation'
        if (got !== status) failed.push(`${name}: ${got}`)
      }
    }
    expect(failed).toEqual([])
  }, 180_000)
})
