import { describe, expect, test } from 'bun:test'
import { inlineSharedParts } from '../../src/http/openapi/inline-shared-parts.ts'
import { TOPIC_NAMES } from '../../src/features/topics/topic.ts'
import { jsonLines } from '../support/json-lines.ts'
import {
  commandsOf,
  countTokens,
  type DocumentWalk,
  missingPrograms,
  openDocumentWalk,
  openWalkOf,
  startWithoutSettings,
  walkTopic,
} from '../support/document-walk.ts'
import { createPaidApp, PAY_TO, PRICE } from '../support/payment-bank.ts'
import { sampleDirectory } from '../support/sample-kols.ts'
import { createTestApp } from '../support/test-app.ts'

const TOPIC_TOKENS_MAX = 2_500

if (missingPrograms.length > 0) console.log(`walks of the topics: skipped, there is no ${missingPrograms.join(', ')}`)
const walking = test.skipIf(missingPrograms.length > 0)
const WALK_MS = 60_000

type Service = Awaited<ReturnType<typeof startWithoutSettings>>

/** The walk beside a service with no settings. */
async function besideService(walked: (walk: DocumentWalk, service: Service) => Promise<void>): Promise<void> {
  const service = await startWithoutSettings()
  const walk = openDocumentWalk(service.url)
  try {
    await walked(walk, service)
  } finally {
    await walk.close()
    await service.stop()
  }
}

describe('decision "A topic": an agent that knows /llms.txt and one topic', () => {
  const walks = (name: string, walked: Parameters<typeof besideService>[0]) => walking(name, () => besideService(walked), WALK_MS)

  walks('launch: hires, launches, and gets the same coin again', async (walk, { deps }) => {
    const [first, again] = jsonLines(await walkTopic(walk, 'launch')).slice(-2)
    expect(first).toMatchObject({ feeShareLocked: true })
    expect(again).toEqual(first)
    expect((await deps.storage.coins.list({ limit: 10, cursor: null })).rows).toHaveLength(2)
  })

  walks('approve: launches what a person approved', async (walk, { deps }) => {
    const answers = jsonLines(await walkTopic(walk, 'approve'))
    expect(answers.at(-2)).toMatchObject({ approved: true })
    expect(await deps.storage.coins.find(answers.at(-1).mint)).toMatchObject({ ticker: 'APFROG', feeShareLocked: true })
  })

  walks('unsigned: launches with keys that never leave it', async (walk) => {
    const answers = jsonLines(await walkTopic(walk, 'unsigned'))
    expect(answers.at(-1)).toMatchObject({ mint: answers[0].mint, feeShareLocked: true })
  })

  walks('fees: repairs a lock that failed, distributes, and sees who was paid', async (walk) => {
    const answers = jsonLines(await walkTopic(walk, 'fees'))
    const [broken, status, repaired] = answers
    expect([broken.feeShareLocked, status.feeShareLocked, repaired.feeShareLocked]).toEqual([false, false, true])
    const paid = answers.filter(({ role }) => role).map(({ role }) => role as string)
    expect(paid.toSorted()).toEqual(['agent', 'kol', 'kol', 'treasury'])
  })

  walks('webhooks: hears of its plan, and can tell that the message is genuine', async (walk) => {
    const [tested, plan, delivery] = jsonLines(await walkTopic(walk, 'webhooks'))
    expect(tested).toMatchObject({ delivered: true, attempt: { status: 204, error: null } })
    expect(plan.dryRunId).toBeString()
    expect(delivery).toMatchObject({ type: 'dryRun.created' })
    const { secret } = await walk.file('hook.json')
    const { headers, body } = walk.receiver.requests[0]!
    const checking = commandsOf(await walk.read('/llms/webhooks.txt'))[1]!.split('\nsignature evt_1')[0]!
    const made = await walk.run([`SECRET=${secret}`, checking, 'signature "$ID" "$AT" "$BODY"'], {
      ID: headers.get('webhook-id')!,
      AT: headers.get('webhook-timestamp')!,
      BODY: body,
    })
    expect(headers.get('webhook-signature')!.split(' ')).toContain(`v1,${made.trim()}`)
  })

  walking(
    'payments: pays for a call in the place of a key',
    async () => {
      const { app, bank } = await createPaidApp({ kols: sampleDirectory })
      const walk = openWalkOf(app)
      const payer = bank.newPayer()
      const PAYMENT = payer.pay(PRICE.autohire)['payment-signature']!
      const [quote, hired, receipt] = jsonLines(await walkTopic(walk, 'payments', { PAYMENT }))
      expect(quote).toMatchObject({ status: 402, code: 'payment_required', accepts: [{ amount: String(PRICE.autohire), payTo: PAY_TO }] })
      expect(hired.hired.length).toBeGreaterThan(0)
      expect(receipt).toMatchObject({ success: true, payer: payer.address })
      expect(bank.transfers).toHaveLength(1)
      await walk.close()
      await app.close()
    },
    WALK_MS,
  )

  walks('referrals: launches with a referred key, and the referrer sees it', async (walk) => {
    const [plan, launched, stats] = jsonLines(await walkTopic(walk, 'referrals'))
    expect(plan.feeMap).toEqual({ crewPoolBps: 6_000, deskBps: 1_500, referrerBps: 500, platformBuybackBps: 2_000 })
    expect([plan.referrer, launched.feeShareLocked]).toEqual([[500], true])
    expect(stats).toMatchObject({ code: 'SAMPLE', keysReferred: 1, launches: 1 })
  })

  walks('jobs: orders work, and pays for it', async (walk, { deps }) => {
    // The one thing that is not here: the public page that the worker hands in.
    const page = new TextEncoder().encode('<p>The best memes of $NMFROG</p>')
    Object.assign(deps.web, { get: async () => ({ status: 200, contentType: 'text/html', bytes: page }) })
    const states = jsonLines(await walkTopic(walk, 'jobs')).flatMap(({ state }) => state ?? [])
    expect(states).toEqual(['open', 'claimed', 'submitted', 'paid'])
  })

  walks('mcp: calls the same as tools', async (walk) => {
    const shown = await walkTopic(walk, 'mcp')
    expect(shown.split('\n')[0]).toContain('dry_run')
    expect(jsonLines(shown).at(-1)).toMatchObject({ dryRunId: expect.any(String) })
  })
})

describe('decision "A topic": GET /llms/{topic}', () => {
  test('each has at most 2,500 tokens, and is listed in /llms.txt where it is offered', async () => {
    const { app } = await createPaidApp({ env: { JOBS_ENABLED: '1' } })
    const guide = (await app.call('GET', '/llms.txt')).body as string
    for (const name of TOPIC_NAMES) {
      const { status, body } = await app.call('GET', `/llms/${name}.txt`)
      expect([name, status]).toEqual([name, 200])
      expect(countTokens(body)).toBeLessThanOrEqual(TOPIC_TOKENS_MAX)
      expect(guide.includes(`/llms/${name}.txt`)).toBe(!body.includes('Not offered here.'))
    }
    await app.close()
  })

  test('what a setting switched off is not promised, and an unknown topic is 404', async () => {
    const app = await createTestApp()
    const guide = (await app.call('GET', '/llms.txt')).body
    for (const name of ['payments', 'jobs', 'base']) {
      expect(guide).not.toContain(`/llms/${name}.txt`)
      expect((await app.call('GET', `/llms/${name}.txt`)).body).toContain('Not offered here.')
    }
    for (const name of ['nothing.txt', 'launch.md', '__proto__', 'launch.txt.txt']) {
      const { status, body } = await app.call('GET', `/llms/${name}`)
      expect({ status, body }).toMatchObject({
        status: 404,
        body: { code: 'topic_not_found', detail: expect.stringContaining('webhooks') },
      })
    }
    expect((await app.call('GET', '/llms/launch')).body).toBe((await app.call('GET', '/llms/launch.txt')).body)
    await app.close()
  })

  test('every operation that a topic names is one of the document', async () => {
    const app = await createTestApp()
    const { paths } = (await app.call('GET', '/openapi.json')).body
    const known = new Set(
      Object.values(paths as Record<string, Record<string, { operationId: string }>>).flatMap((methods) =>
        Object.values(methods).map(({ operationId }) => operationId),
      ),
    )
    const { TOPICS } = await import('../../src/features/topics/topics.ts')
    const unknown = Object.values(TOPICS).flatMap(({ operations, bodies = [] }) =>
      [...operations, ...bodies].filter((name) => !known.has(name)),
    )
    expect(unknown).toEqual([])
    await app.close()
  })
})

const withoutExamples = (paths: object) => JSON.parse(JSON.stringify(paths, (name, value) => (name === 'example' ? undefined : value)))

describe('rules 4.1: GET /openapi.json?tag= is a part of the document', () => {
  test('has the routes of one group, and every schema that they name', async () => {
    const app = await createTestApp()
    const whole = (await app.call('GET', '/openapi.json')).body
    for (const { name } of whole.tags as { name: string }[]) {
      const { status, body } = await app.call('GET', `/openapi.json?tag=${name}`)
      expect([name, status, body.tags.map((tag: { name: string }) => tag.name)]).toEqual([name, 200, [name]])
      const named = [...JSON.stringify(body).matchAll(/"#\/components\/(\w+)\/([\w.-]+)"/g)]
      for (const [, kind, member] of named) expect(body.components[kind!][member!]).toBeDefined()
      // What only other groups share stands where it is used, and with its own example.
      const [part, all] = [body, whole].map((document) => withoutExamples(inlineSharedParts(document).paths))
      for (const [path, methods] of Object.entries(part))
        expect(methods).toEqual(Object.fromEntries(Object.entries(all[path]).filter(([method]) => method in (methods as object))) as never)
      expect(Object.keys(body.webhooks ?? {}).length > 0).toBe(name === 'webhooks')
    }
    expect(await app.call('GET', '/openapi.json?tag=nothing')).toMatchObject({ status: 400, body: { code: 'validation_invalid' } })
    await app.close()
  })
})
