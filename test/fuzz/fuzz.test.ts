import { beforeAll, describe, expect, test } from 'bun:test'
import { type AnswerJudge, createAnswerJudge } from '../support/answer-judge.ts'
import { createTestApp } from '../support/test-app.ts'
import { createChance } from './chance.ts'
import { type Draft, wireOf } from './draft.ts'
import type { Maker } from './fields.ts'
import { createWireClient } from './raw-client.ts'
import { makeDraft } from './make-draft.ts'
import { createMemory } from './memory.ts'
import { mutate } from './mutate.ts'
import { createOracle } from './oracle.ts'
import { FUZZ_OPERATOR_KEY, personOf, SECRET_TEXTS } from './people.ts'

let document: any
let judge: AnswerJudge
beforeAll(async () => {
  const app = await createTestApp({ env: { JOBS_ENABLED: '1' } })
  document = (await app.call('GET', '/openapi.json')).body
  judge = createAnswerJudge(document)
  await app.close()
})

function makerOf(seed: number): Maker {
  const chance = createChance(seed)
  return { chance, memory: createMemory(chance, 'someone', { aheadMs: 0 }), document, outsideUrl: 'http://127.0.0.1:1' }
}

/** The first requests of a seed, as they go over the wire. */
function firstRequests(seed: number, count: number): string[] {
  const maker = makerOf(seed)
  return Array.from({ length: count }, () => {
    const draft = makeDraft(maker, maker.chance.pick(judge.routes))
    if (draft && maker.chance.happens(0.5)) mutate(maker.chance, draft)
    const { head, body } = draft ? wireOf(draft, 'host') : { head: '', body: null }
    // A payment's times are of the machine.
    return (
      head.replaceAll(/(payment-signature|x-payment|x-svc-timestamp|x-svc-signature): .*/g, '') +
      (body ? Buffer.from(body).toString('latin1') : '')
    )
  })
}

describe('what the fuzzer sends', () => {
  test('follows from its seed', () => {
    expect(firstRequests(5, 300)).toEqual(firstRequests(5, 300))
    expect(firstRequests(5, 300)).not.toEqual(firstRequests(6, 300))
  })

  test('every documented route has a request, as soon as there is something to ask for', () => {
    const remembering = (): Maker => {
      const maker = makerOf(1)
      const { memory } = maker
      memory.keys.add({ text: 'svc_ak_x', id: 'ak_1' })
      memory.coins.add({ mint: 'mint', key: 'svc_ak_x', launcher: memory.people[0]!, ticker: 'FROG' })
      memory.dryRuns.add({ id: 'dr_1', key: 'svc_ak_x', body: {}, launcher: null })
      memory.unlocked.add({ mint: 'mint', key: 'svc_ak_x', launcher: memory.people[0]!, ticker: 'FROG' })
      for (const offers of [memory.offers, memory.lockOffers]) offers.add({ id: 'op_1', key: 'svc_ak_x', transactions: [], signers: [] })
      memory.approvalTokens.add('a token')
      memory.refundsDue.add('pay_1')
      memory.hooks.add({ text: 'svc_ak_x', id: 'wh_1' })
      memory.deliveries.add({ hook: { text: 'svc_ak_x', id: 'wh_1' }, id: 'dlv_1' })
      memory.jobs.add({ id: 'job_1', key: 'svc_ak_x', parts: 4, worker: null })
      return maker
    }
    const silent = judge.routes.filter((route) => {
      const maker = remembering()
      return !Array.from({ length: 200 }).some(() => makeDraft(maker, route))
    })
    expect(silent.map(({ name }) => name)).toEqual([])
  })

  test('a secret in any encoding has one of the texts that are looked for', () => {
    const { secret, pair } = personOf('whoever')
    const written = [
      secret,
      `[${[...pair.secretKey.reveal()].join(',')}]`,
      Buffer.from(pair.secretKey.reveal()).toString('base64'),
      Buffer.from(pair.secretKey.reveal()).toString('hex'),
    ]
    for (const text of written) expect(SECRET_TEXTS.some((part) => text.includes(part))).toBe(true)
  })
})

describe('what counts as a fault', () => {
  const problemOf = (answer: { status?: number; headers?: Record<string, string>; body?: unknown }, path = '/api/coins'): string | null => {
    const { status = 200, headers = {}, body = { ok: true, coins: [], nextCursor: null } } = answer
    const draft: Draft = { ...makeDraft(makerOf(1), judge.find('GET', '/api/coins')!)!, path, query: [] }
    const type = status < 400 ? 'application/json' : 'application/problem+json'
    const all = {
      'content-type': type,
      'x-request-id': 'req_1',
      'x-svc-cluster': 'simulated',
      etag: '"x"',
      'cache-control': 'no-cache',
      vary: 'accept',
      ...headers,
    }
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const oracle = createOracle(judge, () => true)
    return oracle(draft, { status, headers: new Map(Object.entries(all)), body: Buffer.from(text), ms: 1 }).problem
  }
  const problem = (code: string, status: number) => ({
    type: `http://launch.test/errors/${code}`,
    title: 't',
    status,
    detail: 'd',
    code,
    requestId: 'req_1',
    ok: false,
    error: 'd',
    fix: 'f',
  })

  test('an answer that the document has, refusals too, is no fault', () => {
    expect(problemOf({})).toBeNull()
    expect(problemOf({ status: 400, body: problem('validation_invalid', 400) })).toBeNull()
    expect(problemOf({ status: 404, body: problem('route_not_found', 404) }, '/api/nothing')).toBeNull()
  })

  test.each([
    ['a field that is not documented', { body: { ok: true, coins: [], nextCursor: null, more: 1 } }, 'additional properties'],
    ['a status that is not documented', { status: 418, body: problem('validation_invalid', 418) }, '418'],
    ['a code that is not documented', { status: 400, body: problem('chain_refused', 400) }, 'chain_refused'],
    ['an internal error', { status: 500, body: problem('internal_error', 500) }, 'answered 500'],
    ['503 without a moment to come back', { status: 503, body: problem('upstream_unavailable', 503) }, 'without retry-after'],
    ['503 without a reason', { status: 503, headers: { 'retry-after': '1' }, body: {} }, 'without a code'],
    ['JSON that is none', { body: '{' }, 'is JSON and is not'],
    ['the operator’s key', { body: { ok: true, coins: [], nextCursor: FUZZ_OPERATOR_KEY } }, 'secret'],
    ['an API key', { body: { ok: true, coins: [], nextCursor: `svc_ak_${'aB3'.repeat(16)}` } }, 'API key'],
  ])('%s is a fault, and is named', (_what, answer, fault) => {
    expect(problemOf(answer)).toContain(fault)
  })
})

test('the fuzzer sends nothing over a connection that has been silent for so long that the service may hang up', async () => {
  const sources = new Set<number>()
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request, own) {
      sources.add(own.requestIP(request)!.port)
      return new Response('here')
    },
  })
  let nowMs = 0
  const client = createWireClient({ hostname: '127.0.0.1', port: server.port! }, () => nowMs)
  const connectionsAt = async (ms: number) => {
    nowMs = ms
    expect(await client.send('GET / HTTP/1.1\r\nhost: x\r\n\r\n', null, { bodiless: false, timeoutMs: 10_000 })).toMatchObject({
      status: 200,
    })
    return sources.size
  }
  expect([await connectionsAt(0), await connectionsAt(19_999), await connectionsAt(39_999)]).toEqual([1, 1, 2])
  client.close()
  await server.stop(true)
})
