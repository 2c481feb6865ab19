import type { NodemailerError } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { isLoopbackHost } from '../../lib/public-address.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Mail, MailMessage, MailReply } from '../../ports/outbound/mail.ts'
import { FetchRefused } from '../../ports/outbound/web.ts'
import { withDeadline } from './pinned-request.ts'
import type { Timers } from '../../ports/clock.ts'

/** The operator's mail server, and who writes. */
export interface SmtpOptions {
  /** `smtps://` or `smtp://`, with user and password where the server wants them. */
  readonly url: Secret<string>
  readonly timers: Timers
  readonly from: string
  readonly fromName: string
  /** PEM of additional certificate authorities. */
  readonly ca?: string
  /** Where the connection goes in place of the URL's host and port, so that tests can use a local server for another. */
  readonly connectTo?: { readonly host: string; readonly port: number }
}

/** Most of a single reply that is read. */
const REPLY_BYTES_MAX = 16 * 1024

/**
 * Mail through one server: `smtps://` speaks TLS from the start, `smtp://` after STARTTLS, which it insists on but for a server on this
 * machine. A connection for each message; nothing is kept between two.
 */
export const createSmtpMail = (options: SmtpOptions): Mail => ({
  send: (message, { timeoutMs }) =>
    withDeadline(options.timers, timeoutMs, (signal) =>
      signedIn(options, timeoutMs, signal, (connection) => handOver(connection, options, message)),
    ),
})

/**
 * Signs in at the server and leaves; no mail is sent. Null when all is well, else why not, as a clause that begins with "it".
 */
export async function probeSmtp(options: SmtpOptions, timeoutMs: number): Promise<string | null> {
  try {
    await withDeadline(options.timers, timeoutMs, (signal) => signedIn(options, timeoutMs, signal, async () => {}))
    return null
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    return error.reason
  }
}

/** What is done on a connection that has signed in, which is closed afterwards. */
async function signedIn<Result>(
  { url, ca, connectTo }: SmtpOptions,
  timeoutMs: number,
  signal: AbortSignal,
  work: (connection: SMTPConnection) => Promise<Result>,
): Promise<Result> {
  const { protocol, hostname, port, username, password } = new URL(url.reveal())
  const secure = protocol === 'smtps:'
  const host = hostname.replaceAll(/[[\]]/g, '')
  const here = isLoopbackHost(host)
  const connection = new SMTPConnection({
    ...(connectTo ?? { host, port: Number(port || (secure ? 465 : here ? 25 : 587)) }),
    servername: host,
    secure,
    requireTLS: !secure && !here,
    ignoreTLS: here,
    tls: { rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    maxResponseSize: REPLY_BYTES_MAX,
  })
  signal.addEventListener('abort', () => connection.close())
  const { promise: broken, reject } = Promise.withResolvers<never>()
  connection.on('error', (error) => reject(refusal(error)))
  connection.on('end', () => reject(refusal(null)))
  const done = async (): Promise<Result> => {
    await asked((end) => connection.connect(end))
    if (username !== '')
      await asked((end) => connection.login({ user: decodeURIComponent(username), pass: decodeURIComponent(password) }, end))
    const result = await work(connection)
    connection.quit()
    return result
  }
  return Promise.race([done(), broken])
}

/** Hands the message over. A refusal of this recipient or this message is the server's answer; any other is none. */
async function handOver(connection: SMTPConnection, { from, fromName }: SmtpOptions, message: MailMessage): Promise<MailReply> {
  const raw = await new MailComposer({
    from: { name: fromName, address: from },
    to: { name: '', address: message.to },
    subject: message.subject,
    text: message.text,
    date: message.at,
    messageId: `<${message.id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    // No answering machine answers, and no list passes it on. RFC 3834
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
  const text = await new Promise<string>((resolve, reject) =>
    connection.send({ from, to: [message.to] }, raw, (error, info) => {
      const answered = error ? replyToMessage(error) : info.response
      if (answered === null) reject(refusal(error))
      else resolve(answered)
    }),
  )
  return { status: Number(/^\d{3}/.exec(text)?.[0] ?? 0), text }
}

/** The server's reply about the recipient or the message; null for a failure of anything else. */
const replyToMessage = ({ command, response }: NodemailerError): string | null =>
  command === 'RCPT TO' || command === 'DATA' ? (response ?? null) : null

/** Resolves when the call's callback was called without an error. @throws FetchRefused when it was called with one */
const asked = (call: (end: (error?: NodemailerError | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => call((error) => (error ? reject(refusal(error)) : resolve())))

/** Nothing of the server's text is in it: of the reply its code alone. */
function refusal(failure: NodemailerError | null): FetchRefused {
  const { code = '', command = '', responseCode } = failure ?? {}
  const replied = responseCode === undefined ? '' : ` (${responseCode})`
  const options = { cause: failure }
  if (code === 'EDNS') return new FetchRefused('it has a mail server of no address', options)
  if (code === 'ETIMEDOUT') return new FetchRefused('it has a mail server that did not answer in time', options)
  if (code === 'EAUTH') return new FetchRefused(`it has a mail server that did not take user and password${replied}`, options)
  if (command === 'MAIL FROM') return new FetchRefused(`it has a mail server that did not take the sender${replied}`, options)
  if (code === 'ETLS' || /CERT|ISSUER|SIGNATURE/.test(String(failure?.originalCode)))
    return new FetchRefused('it has a mail server without a valid certificate for its name, or without TLS', options)
  return new FetchRefused(`it has a mail server that could not be reached, or broke off${replied}`, options)
}
