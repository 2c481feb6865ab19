import { afterEach, describe, expect, test } from 'bun:test'
import { createSmtpMail } from '../../../src/adapters/outbound/smtp-mail.ts'
import { OPERATOR_KEY_ID } from '../../../src/domain/api-key.ts'
import { approvalMessage } from '../../../src/features/dry-run/approve-dry-run.ts'
import { noticeMail } from '../../../src/domain/webhooks/notice-formats.ts'
import { registerEndpoint } from '../../../src/features/webhooks/register-endpoint.ts'
import { sendTest } from '../../../src/features/webhooks/send-test.ts'
import { Secret } from '../../../src/lib/secret.ts'
import { deliverDue } from '../../support/deliver-webhooks.ts'
import { type SmtpServer, startSmtpServer } from '../../support/smtp-server.ts'
import { createTestApp, OPERATOR_KEY } from '../../support/test-app.ts'
import { callerOf, createWebhookScene, type WebhookScene } from '../../support/webhook-scene.ts'
import { machineTime } from '../../support/machine-time.ts'

const MAILBOX = 'approvals@example.org'
const operator = callerOf(OPERATOR_KEY_ID)
const closing: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of closing.splice(0)) await each.close()
})

const mailTo = ({ port }: SmtpServer) =>
  createSmtpMail({
    timers: machineTime.timers,
    url: new Secret(`smtp://127.0.0.1:${port}`),
    from: 'launches@example.com',
    fromName: 'Agent Launch Service',
  })
const opened = async () => {
  const server = await startSmtpServer()
  const scene = await createWebhookScene({ mail: mailTo(server) })
  closing.push(scene, { close: server.stop })
  return { server, scene }
}
const registered = ({ deps }: WebhookScene) =>
  registerEndpoint(deps, operator, { url: `mailto:${MAILBOX}`, format: 'email', events: ['*'] })
const states = async ({ deps }: WebhookScene, id: Awaited<ReturnType<typeof registered>>['endpoint']['id']) =>
  (await deps.storage.webhooks.listDeliveries(id, { limit: 50, cursor: null })).rows

describe('rules 10.34: e-mail is a format of webhooks: the same queue, tries and log', () => {
  test('each event is one mail, whose Message-ID is the event’s', async () => {
    const { server, scene } = await opened()
    const { endpoint } = await registered(scene)
    const eventId = await scene.emit('ak_1')
    expect(await deliverDue(scene.deps)).toBe(1)
    expect(server.mails).toMatchObject([{ to: [MAILBOX] }])
    expect(server.mails[0]!.raw).toContain(`Message-ID: <${eventId}@example.com>`)
    expect(await states(scene, endpoint.id)).toMatchObject([{ state: 'delivered', attempts: [{ status: 250, error: null }] }])
  })

  test('what the server puts off (4xx) is tried again by the plan of every webhook, as the same mail', async () => {
    const { server, scene } = await opened()
    const { endpoint } = await registered(scene)
    server.refusals.set('RCPT', ['451 4.7.1 come again'])
    const eventId = await scene.emit('ak_1')
    await deliverDue(scene.deps)
    expect(await states(scene, endpoint.id)).toMatchObject([{ state: 'pending', attempts: [{ status: 451 }] }])
    expect(await deliverDue(scene.deps)).toBe(0)
    await scene.clock.advance(7_000)
    expect(await deliverDue(scene.deps)).toBe(1)
    expect(server.mails).toHaveLength(1)
    expect(server.mails[0]!.raw).toContain(`<${eventId}@`)
  })

  test('what it refuses for good (5xx) is not tried again, and the next event is', async () => {
    const { server, scene } = await opened()
    const { endpoint } = await registered(scene)
    server.refusals.set('.', ['554 5.7.1 spam'])
    await scene.emit('ak_1')
    await scene.emit('ak_1')
    await deliverDue(scene.deps)
    expect((await states(scene, endpoint.id)).map(({ state }) => state).toSorted()).toEqual(['delivered', 'failed'])
    await scene.clock.advance(400_000)
    expect(await deliverDue(scene.deps)).toBe(0)
    expect(server.mails).toHaveLength(1)
  })

  test('a password that is refused is our own fault: every notice waits for the next try', async () => {
    const { server, scene } = await opened()
    const { endpoint } = await registered(scene)
    server.password = 'another'
    await scene.emit('ak_1')
    await deliverDue(scene.deps)
    const [delivery] = await states(scene, endpoint.id)
    expect(delivery).toMatchObject({ state: 'pending', attempts: [{ status: null }] })
    expect(delivery!.attempts[0]!.error).toContain('did not take the sender (530)')
  })

  test('a service whose SMTP_URL is gone keeps what waits, and says why', async () => {
    const { scene } = await opened()
    const { endpoint } = await registered(scene)
    await scene.emit('ak_1')
    await deliverDue({ ...scene.deps, mail: null })
    const [delivery] = await states(scene, endpoint.id)
    expect(delivery).toMatchObject({ state: 'pending', attempts: [{ status: null }] })
    expect(delivery!.attempts[0]!.error).toContain('SMTP_URL')
  })

  test('the mailbox is in no row and no line, and is struck out of what its server answers', async () => {
    const { server, scene } = await opened()
    const { endpoint } = await registered(scene)
    expect(endpoint.url).toBe('mailto:*@example.org')
    server.refusals.set('RCPT', [`451 4.2.2 <${MAILBOX.toUpperCase()}> is full`])
    await scene.emit('ak_1')
    await deliverDue(scene.deps)
    server.refusals.set('RCPT', [`550 5.1.1 <${MAILBOX}>: unknown`])
    const { delivered, attempt } = await sendTest(scene.deps, operator, endpoint.id)
    expect({ delivered, status: attempt.status }).toEqual({ delivered: false, status: 550 })
    expect(attempt.answerStart).toContain('<[removed]>: unknown')
    const kept = [await scene.deps.storage.webhooks.find(endpoint.id), await states(scene, endpoint.id), scene.logLines, attempt]
    expect(JSON.stringify(kept).toLowerCase()).not.toContain(MAILBOX)
    expect(scene.deps.webhookSecrets.open(endpoint.sealedUrl!, endpoint.id).reveal()).toBe(`mailto:${MAILBOX}`)
  })
})

describe('rules 10.34: who may have the service write to a mailbox', () => {
  const body = (url: string) => ({ url, format: 'email', events: ['*'] })

  test('the operator’s key alone; an agent’s is refused, and nothing is kept or sent', async () => {
    const server = await startSmtpServer()
    const app = await createTestApp({ mail: mailTo(server) })
    closing.push(app, { close: server.stop })
    const key = await app.claim()
    const refused = await app.call('POST', '/api/webhooks', body(`mailto:${MAILBOX}`), { key })
    expect([refused.status, refused.body.code]).toEqual([401, 'operator_key_required'])
    const taken = await app.call('POST', '/api/webhooks', body(`mailto:${MAILBOX}`), { key: OPERATOR_KEY })
    expect(taken.status).toBe(201)
    expect(taken.body.webhook).toMatchObject({ url: 'mailto:*@example.org', format: 'email' })
    const listed = await app.call('GET', '/api/webhooks', undefined, { key: OPERATOR_KEY })
    expect(listed.body.webhooks).toHaveLength(1)
    expect(JSON.stringify(listed.body)).not.toContain(MAILBOX)
    const tried = await app.call('POST', `/api/webhooks/${taken.body.webhook.id}/test`, undefined, { key: OPERATOR_KEY })
    expect(tried.body).toMatchObject({ delivered: true, attempt: { status: 250 } })
    expect(server.mails).toHaveLength(1)
    expect((await app.call('DELETE', `/api/webhooks/${taken.body.webhook.id}`, undefined, { key: OPERATOR_KEY })).status).toBe(200)
  })

  test('a plan of any key that waits and its approval are a mail each, with the page to look at', async () => {
    const server = await startSmtpServer()
    const app = await createTestApp({ mail: mailTo(server) })
    closing.push(app, { close: server.stop })
    const hook = { ...body(`mailto:${MAILBOX}`), events: ['dryRun.created', 'dryRun.approved'] }
    expect((await app.call('POST', '/api/webhooks', hook, { key: OPERATOR_KEY })).status).toBe(201)
    const desk = await app.call('POST', '/api/agent/keys', { label: 'desk', requireApproval: true }, { key: OPERATOR_KEY })
    const plan = await app.call('POST', '/api/agent/launch/dry-run', app.launchBody(), { key: desk.body.key })
    const id: string = plan.body.dryRunId
    const headers = app.signed(app.approver, (at) => approvalMessage(id, at))
    expect((await app.call('POST', `/api/agent/launch/dry-run/${id}/approve`, undefined, { headers })).status).toBe(200)
    await deliverDue(app.deps)
    expect(server.mails.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)![1])).toEqual([
      expect.stringContaining('A plan waits for a decision until'),
      expect.stringContaining('Approved by'),
    ])
    for (const { raw } of server.mails) expect(raw.replaceAll('=\r\n', '')).toContain(`http://launch.test/approve/${id}`)
  })

  test('without a mail server in the settings it is refused with the name of the setting', async () => {
    const app = await createTestApp()
    closing.push(app)
    const { status, body: problem } = await app.call('POST', '/api/webhooks', body(`mailto:${MAILBOX}`), { key: OPERATOR_KEY })
    expect([status, problem.code]).toEqual([400, 'validation_invalid'])
    expect(problem.errors).toEqual([{ path: '/format', message: expect.stringContaining('SMTP_URL') }])
  })

  test.each([
    'https://public.test/hook',
    MAILBOX,
    'mailto:',
    'mailto:nobody',
    'mailto:a@localhost',
    'mailto:a@127.0.0.1',
    'mailto:a@example.org,b@example.org',
    'mailto:a@example.org;b@example.org',
    'mailto:a@example.org?bcc=b@example.org',
    'mailto:a%0d%0ab@example.org',
    'mailto:"a b"@example.org',
    'mailto:A <a@example.org>',
    'mailto:a@b@example.org',
    'mailto:.a@example.org',
    'mailto:a..b@example.org',
    `mailto:${'a'.repeat(65)}@example.org`,
    'mailto:ä@example.org',
  ])('refuses %s as a mailbox', async (url) => {
    const { scene } = await opened()
    const registration = registerEndpoint(scene.deps, operator, { url, format: 'email', events: ['*'] })
    await expect(registration).rejects.toMatchObject({ code: 'validation_invalid', fields: [{ path: '/url' }] })
    expect(await scene.deps.storage.webhooks.count(operator.keyId)).toBe(0)
  })

  test('no other format writes to a mailbox', async () => {
    const { scene } = await opened()
    for (const format of ['standard', 'slack'] as const)
      await expect(registerEndpoint(scene.deps, operator, { url: `mailto:${MAILBOX}`, format, events: ['*'] })).rejects.toMatchObject({
        code: 'validation_invalid',
      })
  })
})

test('rules 10.34: the subject is one line of what happened, and nothing in a mail turns the order of characters around', () => {
  const text = `Zo\u00eb 🚀\u202egnp.exe\u2066\u0000\u0085\r\nBcc: evil@example.net ${'x'.repeat(5_000)}`
  const { subject, text: body } = noticeMail({ text, url: 'https://launch.test/approve/1' })
  expect(subject).toStartWith('Zo\u00eb 🚀 gnp.exe Bcc: evil@example.net xxx')
  expect([...subject]).toHaveLength(120)
  expect(body.split('\n').slice(1)).toEqual(['https://launch.test/approve/1', ''])
  expect(subject + body.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028]/u)
})
