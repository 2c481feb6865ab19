import { afterEach, describe, expect, test } from 'bun:test'
import { createSmtpMail, probeSmtp, type SmtpOptions } from '../../../src/adapters/outbound/smtp-mail.ts'
import { Secret } from '../../../src/lib/secret.ts'
import { eventually } from '../../support/eventually.ts'
import { SMTP_CERTIFICATE, type SmtpServer, startSmtpServer } from '../../support/smtp-server.ts'
import { machineTime } from '../../support/machine-time.ts'

const servers: SmtpServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})
const started = async (...options: Parameters<typeof startSmtpServer>) => {
  const server = await startSmtpServer(...options)
  servers.push(server)
  return server
}

const TIMEOUT_MS = 20_000
const message = {
  to: 'approvals@example.org',
  subject: 'A plan waits',
  text: 'A plan waits.\nhttps://launch.test/approve/1\n',
  id: 'evt_1',
  at: new Date(0),
}
const optionsOf = (url: string, more: Partial<SmtpOptions> = {}): SmtpOptions => ({
  url: new Secret(url),
  timers: machineTime.timers,
  from: 'launches@example.com',
  fromName: 'Agent Launch Service',
  ...more,
})
const here = ({ port }: SmtpServer, user = '') => optionsOf(`smtp://${user}127.0.0.1:${port}`)
/** The server as one of the world, by its name. */
const away = ({ port }: SmtpServer, url: string) => optionsOf(url, { ca: SMTP_CERTIFICATE, connectTo: { host: '127.0.0.1', port } })
const sent = (options: SmtpOptions, changes: Partial<typeof message> = {}, timeoutMs = TIMEOUT_MS) =>
  createSmtpMail(options).send({ ...message, ...changes }, { timeoutMs })
const headersOf = (raw: string) => raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
const bodyOf = (raw: string) => raw.slice(raw.indexOf('\r\n\r\n') + 4)

describe('rules 10.34: a mail is handed to the operator’s server, and the answer is the server’s', () => {
  test('one recipient, one sender, plain text, a Message-ID of the event, and no answering machine answers', async () => {
    const server = await started()
    expect(await sent(here(server))).toMatchObject({ status: 250, text: '250 2.0.0 queued as 1' })
    const [mail] = server.mails
    expect(mail).toMatchObject({ from: 'launches@example.com', to: ['approvals@example.org'], user: null, encrypted: false })
    const headers = headersOf(mail!.raw)
    expect(headers).toContain('From: Agent Launch Service <launches@example.com>')
    expect(headers).toContain('Message-ID: <evt_1@example.com>')
    expect(headers).toContain('Auto-Submitted: auto-generated')
    expect(headers).toContain('Date: Thu, 01 Jan 1970 00:00:00 +0000')
    expect(headers).toContain('Content-Type: text/plain; charset=utf-8')
    expect(bodyOf(mail!.raw)).toBe('A plan waits.\r\nhttps://launch.test/approve/1')
    await eventually(() => server.commands.at(-1) === 'QUIT')
  })

  test('smtps speaks TLS from the start, smtp insists on STARTTLS, and only then signs in', async () => {
    for (const [tls, url] of [
      ['at once', 'smtps://user:pass%3Aw%40rd@public.test'],
      ['starttls', 'smtp://user:pass%3Aw%40rd@public.test'],
    ] as const) {
      const server = await started({ tls })
      server.password = 'pass:w@rd'
      expect((await sent(away(server, url))).status).toBe(250)
      expect(server.mails).toMatchObject([{ user: 'user', encrypted: true }])
    }
  })

  test('without STARTTLS, and with a certificate of another name, nothing is said: no password, no mail', async () => {
    const plain = await started()
    plain.password = 'password'
    await expect(sent(away(plain, 'smtp://user:password@public.test'))).rejects.toMatchObject({
      reason: 'it has a mail server without a valid certificate for its name, or without TLS',
    })
    const [early, late] = [await started({ tls: 'at once' }), await started({ tls: 'starttls' })]
    for (const [server, url] of [
      [early, 'smtps://user:password@other.test'],
      [late, 'smtp://user:password@other.test'],
    ] as const)
      await expect(sent(away(server, url))).rejects.toMatchObject({
        reason: 'it has a mail server without a valid certificate for its name, or without TLS',
      })
    for (const server of [plain, early, late]) {
      expect(server.commands.join()).not.toMatch(/AUTH|MAIL/)
      expect(server.mails).toEqual([])
    }
  })

  test.each([
    ['RCPT', '550 5.1.1 no such user', 550],
    ['RCPT', '451 4.7.1 come again', 451],
    ['DATA', '452 4.3.1 full', 452],
    ['.', '554 5.7.1 this is spam', 554],
  ])('what %s is answered is the answer: %s', async (command, reply, status) => {
    const server = await started()
    server.refusals.set(command, [reply])
    const answer = await sent(here(server))
    expect(answer.status).toBe(status)
    expect(answer.text).toContain(reply)
    expect(server.mails).toEqual([])
  })

  test.each([
    ['AUTH', '535 5.7.8 wrong, password is hunter22', 'it has a mail server that did not take user and password (535)'],
    ['MAIL', '553 5.1.8 not this sender', 'it has a mail server that did not take the sender (553)'],
    ['EHLO', '421 4.3.2 going down', 'it has a mail server that could not be reached, or broke off (421)'],
  ])('a refusal of ourselves is no answer, and its text is not shown: %s', async (command, reply, reason) => {
    const server = await started()
    server.password = 'password'
    server.refusals.set(command, [reply, reply])
    await expect(sent(here(server, 'user:password@'))).rejects.toMatchObject({ name: 'FetchRefused', reason })
  })

  test('a server that says nothing, or is not there, is left in time', async () => {
    const server = await started()
    server.silent = true
    await expect(sent(here(server), {}, 200)).rejects.toMatchObject({ name: 'FetchRefused' })
    const gone = here(server)
    await server.stop()
    await expect(sent(gone)).rejects.toMatchObject({ reason: 'it has a mail server that could not be reached, or broke off' })
  })

  test('a probe signs in and sends nothing', async () => {
    const server = await started()
    server.password = 'password'
    expect(await probeSmtp(here(server, 'user:password@'), TIMEOUT_MS)).toBeNull()
    expect(await probeSmtp(here(server, 'user:pass@'), TIMEOUT_MS)).toContain('did not take user and password (535)')
    expect(server.commands.join()).not.toContain('MAIL')
  })
})

describe('rules 10.34: nothing in a mail’s texts adds a header, a recipient or a command', () => {
  const EVIL = 'x\r\nBcc: evil@example.net\r\nRCPT TO:<evil@example.net>\r\n\r\n<b>hi</b>\n.\r\nQUIT\r\n\0\u0085\u2028end'

  test('a subject and a body with line breaks, dots and commands', async () => {
    const server = await started()
    await sent(here(server), { subject: EVIL, text: EVIL })
    const [mail] = server.mails
    expect(mail!.to).toEqual(['approvals@example.org'])
    expect(server.commands.filter((command) => command.startsWith('RCPT'))).toEqual(['RCPT TO:<approvals@example.org>'])
    const names = headersOf(mail!.raw)
      .split('\r\n')
      .map((line) => line.split(':')[0]!.toLowerCase())
    expect(names.toSorted()).toEqual([
      'auto-submitted',
      'content-transfer-encoding',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ])
    await eventually(() => server.commands.filter((command) => command === 'QUIT').length === 1)
  })
})
