import { afterEach, describe, expect, test } from 'bun:test'
import { EVENT_TYPES, type EventData, type EventType } from '../../../src/domain/events.ts'
import { CHAT_FORMATS, NOTICE_BODIES } from '../../../src/domain/webhooks/notice-formats.ts'
import { noticeOf } from '../../../src/domain/webhooks/notice.ts'
import recordedEvents from '../../../src/features/discovery/recorded-events.json'
import { registerEndpoint } from '../../../src/features/webhooks/register-endpoint.ts'
import { sendTest } from '../../../src/features/webhooks/send-test.ts'
import { deliverDue } from '../../support/deliver-webhooks.ts'
import { callerOf, createWebhookScene, type WebhookScene } from '../../support/webhook-scene.ts'
import { createWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts'

const TOKEN = 'T0KEN-of-a-chat'
const closing: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of closing.splice(0)) await each.close()
})
const opened = async () => {
  const scene = await createWebhookScene()
  const receiver = createWebhookReceiver()
  closing.push(scene, { close: receiver.stop })
  return { scene, receiver }
}
const registered = ({ deps }: WebhookScene, { url }: WebhookReceiver, format: (typeof CHAT_FORMATS)[number] = 'slack') =>
  registerEndpoint(deps, callerOf('ak_1'), { url: `${url}/${TOKEN}/sendMessage?chat_id=-100200300`, format, events: ['*'] })
const sentTo = ({ requests }: WebhookReceiver) => requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
const examples = recordedEvents as unknown as Readonly<Record<string, { readonly data: unknown }>>
const page = { limit: 50, cursor: null }

describe('rules 10.21: a chat is told what another receiver is told', () => {
  test.each([
    ['slack', 'text'],
    ['discord', 'content'],
    ['telegram', 'text'],
  ] as const)('%s gets one sentence an event of its key in its own form', async (format, member) => {
    const { scene, receiver } = await opened()
    await registered(scene, receiver, format)
    await scene.emit('ak_1')
    await scene.emit('ak_2')
    expect(await deliverDue(scene.deps)).toBe(1)
    expect(receiver.requests.length).toBe(1)
    expect(sentTo(receiver)[0]![member]).toStartWith('Zoë 🚀')
  })

  test('a notice that failed is tried again by the plan of every webhook', async () => {
    const { scene, receiver } = await opened()
    await registered(scene, receiver)
    receiver.answers = [429, 200]
    await scene.emit('ak_1')
    await deliverDue(scene.deps)
    expect(await deliverDue(scene.deps)).toBe(0)
    await scene.clock.advance(7_000)
    expect(await deliverDue(scene.deps)).toBe(1)
    expect(sentTo(receiver).length).toBe(2)
    expect(sentTo(receiver)[0]).toEqual(sentTo(receiver)[1]!)
  })

  test('its address is in no row and no line, and no answer of the chat that repeats it is kept with it', async () => {
    const { scene, receiver } = await opened()
    const { endpoint } = await registered(scene, receiver)
    expect(endpoint.url).toBe(new URL(receiver.url).origin)
    receiver.answers = [new Response(`no such hook: ${TOKEN} for -100200300`, { status: 404 })]
    await scene.emit('ak_1')
    await deliverDue(scene.deps)
    const { attempt } = await sendTest(scene.deps, callerOf('ak_1'), endpoint.id)
    expect(attempt.answerStart).toBe('no such hook: [removed] for [removed]')
    const kept = [
      await scene.deps.storage.webhooks.find(endpoint.id),
      (await scene.deps.storage.webhooks.listDeliveries(endpoint.id, page)).rows,
      scene.logLines,
    ]
    expect(JSON.stringify(kept)).not.toContain(TOKEN)
    expect(scene.deps.webhookSecrets.open(endpoint.sealedUrl!, endpoint.id).reveal()).toContain(TOKEN)
  })

  test('nor is one of which the chat repeats the secret as it reads it, with %3A as a colon', async () => {
    const { scene, receiver } = await opened()
    const url = `${receiver.url}/bot12345%3A${TOKEN}/sendMessage?chat_id=1`
    const { endpoint } = await registerEndpoint(scene.deps, callerOf('ak_1'), { url, format: 'telegram', events: ['*'] })
    receiver.answers = [new Response(`no bot12345:${TOKEN}`, { status: 404 })]
    const { attempt } = await sendTest(scene.deps, callerOf('ak_1'), endpoint.id)
    expect(attempt.answerStart).toBe('no [removed]')
  })

  test('the address of a chat must be public, as any other', async () => {
    const { scene } = await opened()
    const body = { url: 'https://10.0.0.1/services/T/B/x', format: 'slack' as const, events: ['*' as const] }
    await expect(registerEndpoint(scene.deps, callerOf('ak_1'), body)).rejects.toMatchObject({ code: 'validation_invalid' })
    expect(await scene.deps.storage.webhooks.count(callerOf('ak_1').keyId)).toBe(0)
  })
})

describe('rules 10.21: a notice says what happened, and nothing that agents wrote does anything', () => {
  test.each([...EVENT_TYPES])('%s: a whole sentence from a message that was really sent', (type) => {
    const { data } = examples[type]!
    const { text, url } = noticeOf(type, data as EventData[EventType] as never)
    expect(text).not.toMatch(/undefined|null|NaN|\[object/)
    expect(text.length).toBeGreaterThan(15)
    if (url !== null) expect(new URL(url).protocol).toMatch(/^https?:$/)
  })

  test('a plan that waits names its page, and the rejection of one its reason', () => {
    const waits = noticeOf('dryRun.created', {
      ...(examples['dryRun.created']!.data as EventData['dryRun.created']),
      approvalRequired: true,
    })
    expect(waits.text).toStartWith('A plan waits for a decision until ')
    expect(waits.url).toContain('/approve/')
    const { data } = examples['dryRun.rejected']! as { data: EventData['dryRun.rejected'] }
    expect(noticeOf('dryRun.rejected', { ...data, reason: 'Not this name.' }).text).toEndWith('The reason: Not this name.')
  })

  const hostile = {
    text: '<!channel> <https://evil.test|the page> @everyone [the page](https://evil.test) **bold** `x`\n\n# Approved\u2028by all',
    url: 'https://launch.test/approve/dr_1',
  }

  test('what agents wrote neither formats, names links nor calls anybody, and stays on the first line', () => {
    const slack = NOTICE_BODIES.slack(hostile)
    expect(slack.text).not.toMatch(/[<>]/)
    expect(slack.mrkdwn).toBe(false)
    const discord = NOTICE_BODIES.discord(hostile)
    expect(discord.content.split('\n')[0]!.replaceAll(/\\./g, '')).not.toMatch(/[*_`<>[\]()#@|~]/u)
    expect(discord.allowed_mentions).toEqual({ parse: [] })
    for (const text of [slack.text, discord.content, NOTICE_BODIES.telegram(hostile).text]) {
      expect(text.split(/[\n\r\u2028\u2029]/).slice(1)).toEqual([hostile.url])
    }
    expect(NOTICE_BODIES.telegram(hostile)).not.toHaveProperty('parse_mode')
  })

  test('the longest fits into what every chat takes, and is not cut within a character', () => {
    const long = { text: '*🐸'.repeat(5_000), url: `https://launch.test/${'x'.repeat(100)}` }
    for (const format of CHAT_FORMATS) {
      const text = Object.values(NOTICE_BODIES[format](long)).find((value) => typeof value === 'string')!
      expect(text.length).toBeLessThan(2_000)
      expect(text.isWellFormed()).toBe(true)
      expect(text).toEndWith(`…\n${long.url}`)
    }
  })
})
