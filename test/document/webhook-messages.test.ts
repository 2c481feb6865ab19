import { beforeAll, describe, expect, test } from 'bun:test'
import addFormats from 'ajv-formats'
import Ajv2020 from 'ajv/dist/2020'
import { EVENT_TYPES, EVENTS } from '../../src/domain/events.ts'
import recorded from '../../src/features/discovery/recorded-events.json'
import { closed } from '../support/answer-judge.ts'
import { withoutChance } from '../support/drawn-by-chance.ts'
import { recordEvents } from '../support/record-events.ts'
import { createTestApp } from '../support/test-app.ts'

let made: Awaited<ReturnType<typeof recordEvents>>
let document: any
beforeAll(async () => {
  made = await recordEvents()
  const app = await createTestApp()
  document = (await app.call('GET', '/openapi.json')).body
  await app.close()
}, 180_000)

/** decision "Documents in proportion": long texts by their first characters. */
const cut = (text: string) => (text.length > 64 ? `${text.slice(0, 32)}…` : text)

const pointerOf = (type: string) => `openapi#/webhooks/${type}/post/requestBody/content/application~1json/schema`

describe('what webhooks are told', () => {
  test('rules 6: every event is told as /openapi.json says, field by field', () => {
    const ajv = addFormats(new Ajv2020({ strict: false }))
    ajv.addSchema(closed(document), 'openapi')
    const broken = made.messages.flatMap((message) => {
      const validate = ajv.getSchema(pointerOf(message.type)) ?? ajv.compile({ $ref: pointerOf(message.type) })
      return validate(message) ? [] : [[message.type, validate.errors]]
    })
    expect(broken).toEqual([])
    expect(Object.keys(made.first).toSorted()).toEqual([...EVENT_TYPES].toSorted())
    expect(Object.keys(document.webhooks).toSorted()).toEqual([...EVENT_TYPES, 'webhook.test'].toSorted())
  })

  test('rules 6: the example of each is one that was really sent (if not: bun run record)', () => {
    expect(JSON.parse(withoutChance(made.first))).toEqual(JSON.parse(withoutChance(recorded)))
    // decision "Documents in proportion": of data of one form the first.
    const forms = new Map(EVENT_TYPES.toReversed().map((type) => [EVENTS[type].data as object, type]))
    for (const type of EVENT_TYPES) {
      if (forms.get(EVENTS[type].data) !== type) {
        expect(document.webhooks[type].post.requestBody.content['application/json']).not.toHaveProperty('example')
        continue
      }
      const { example } = document.webhooks[type].post.requestBody.content['application/json']
      const sent = JSON.stringify((recorded as Record<string, unknown>)[type])
      // decision "Documents in proportion": with one entry of each list.
      expect(example).toEqual(
        JSON.parse(sent, (_, value: unknown) =>
          Array.isArray(value) ? value.slice(0, 1) : typeof value === 'string' ? cut(value) : value,
        ),
      )
    }
  })

  test('rules 6: one plan, one launch and one job are each told once, in the order of their states', () => {
    const typesAbout = (id: unknown) =>
      made.messages.filter(({ data }) => JSON.stringify(data).includes(`"${String(id)}"`)).map(({ type }) => type)
    const { dryRunId } = made.first['dryRun.created']!.data as { dryRunId: string }
    expect(typesAbout(dryRunId)).toEqual(['dryRun.named', 'dryRun.created', 'dryRun.approved', 'launch.created', 'feeShare.locked'])
    const { launchId } = made.first['launch.failed']!.data as { launchId: string }
    expect(typesAbout(launchId)).toEqual(['launch.failed'])
    const jobOf = (type: string) => (made.first[type]!.data as { job: { id: string } }).job.id
    expect(typesAbout(jobOf('job.paid'))).toEqual(['job.created', 'job.claimed', 'job.submitted', 'job.verified', 'job.paid'])
    expect(typesAbout(jobOf('job.released'))).toEqual(['job.created', 'job.claimed', 'job.released', 'job.expired'])
    expect(typesAbout(jobOf('job.returned'))).toEqual(['job.created', 'job.claimed', 'job.submitted', 'job.returned'])
    expect(typesAbout(jobOf('job.rejected'))).toEqual(['job.created', 'job.claimed', 'job.submitted', 'job.rejected'])
    const asked = ['job.created', 'job.claimed', 'job.cancelRequested', 'job.cancelled'] as const
    expect(typesAbout(jobOf('job.cancelRequested'))).toEqual([...asked])
    expect(typesAbout(jobOf('job.cancelled'))).toEqual(['job.created', 'job.cancelled'])
    expect(typesAbout(jobOf('job.expired'))).toEqual(['job.created', 'job.expired'])
  })
})
