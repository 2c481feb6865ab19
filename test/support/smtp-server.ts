import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'
import { eventually } from './eventually.ts'

const fixture = (name: string) => Bun.file(new URL(`../fixtures/${name}`, import.meta.url)).text()
/** Of public.test. */
export const SMTP_CERTIFICATE = await fixture('public-test-certificate.pem')
const key = await fixture('public-test-key.pem')

/** A mail as the server took it. */
export interface TakenMail {
  readonly from: string
  readonly to: readonly string[]
  /** Its lines, with dots as they were meant. */
  readonly raw: string
  readonly user: string | null
  readonly encrypted: boolean
}

/** A mail server on loopback that speaks SMTP (RFC 5321) with STARTTLS or TLS from the start, and AUTH PLAIN. */
export interface SmtpServer {
  readonly port: number
  readonly mails: TakenMail[]
  /** Every command that came, in order. */
  readonly commands: string[]
  /** What it answers to the next commands of a name (`RCPT`; `.` is the end of a mail) in place of taking them. */
  readonly refusals: Map<string, string[]>
  /** The password of `user`; no sign-in is asked for while null. */
  password: string | null
  /** True: it takes connections and says nothing. */
  silent: boolean
  stop(): Promise<void>
}

/** Starts it. */
export async function startSmtpServer({ tls = 'none' }: { readonly tls?: 'none' | 'starttls' | 'at once' } = {}): Promise<SmtpServer> {
  const sockets = new Set<Socket>()
  const take = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    if (!server.silent) serve(socket, server, { starttls: tls === 'starttls' })
  }
  const listener: Server = tls === 'at once' ? createTlsServer({ key, cert: SMTP_CERTIFICATE }, take) : createServer(take)
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const server: SmtpServer = {
    port: (listener.address() as { port: number }).port,
    mails: [],
    commands: [],
    refusals: new Map(),
    password: null,
    silent: false,
    stop: async () => {
      listener.close()
      for (const socket of sockets) socket.destroy()
      await eventually(() => sockets.size === 0)
    },
  }
  return server
}

/** One connection, from its greeting to its end. */
function serve(socket: Socket, server: SmtpServer, { starttls, greeted = false }: { starttls: boolean; greeted?: boolean }): void {
  const encrypted = socket instanceof TLSSocket
  const say = (line: string) => void socket.write(`${line}\r\n`)
  let [from, to, data, user] = ['', [] as string[], null as string[] | null, null as string | null]
  let rest = ''
  const answers: Readonly<Record<string, (words: string) => void>> = {
    EHLO: () => say(`250-mail.test\r\n${starttls && !encrypted ? '250-STARTTLS\r\n' : ''}250-AUTH PLAIN\r\n250 8BITMIME`),
    AUTH: (words) => {
      const [, name = '', password] = Buffer.from(words.split(' ')[1] ?? '', 'base64')
        .toString()
        .split('\0')
      if (password !== server.password) return say('535 5.7.8 not the password')
      user = name
      say('235 2.7.0 signed in')
    },
    MAIL: (words) => {
      from = /<(.*)>/.exec(words)?.[1] ?? ''
      say(server.password !== null && user === null ? '530 5.7.0 sign in first' : '250 2.1.0 sender')
    },
    RCPT: (words) => {
      to = [...to, /<(.*)>/.exec(words)?.[1] ?? '']
      say('250 2.1.5 recipient')
    },
    DATA: () => {
      data = []
      say('354 go on')
    },
    QUIT: () => void socket.end('221 2.0.0 bye\r\n'),
  }
  const hear = (line: string) => {
    if (data !== null && line !== '.') return void data.push(line.startsWith('.') ? line.slice(1) : line)
    const name = line === '.' ? '.' : line.slice(0, 4).toUpperCase()
    server.commands.push(line)
    const refused = server.refusals.get(name)?.shift()
    const raw = data?.join('\r\n') ?? ''
    data = null
    if (refused !== undefined) return say(refused)
    if (name === '.') {
      server.mails.push({ from, to, raw, user, encrypted })
      return say(`250 2.0.0 queued as ${server.mails.length}`)
    }
    if (line === 'STARTTLS' && starttls && !encrypted) {
      socket.removeAllListeners('data')
      say('220 2.0.0 go on')
      return serve(new TLSSocket(socket, { isServer: true, key, cert: SMTP_CERTIFICATE }), server, { starttls, greeted: true })
    }
    ;(answers[name] ?? (() => say('500 5.5.1 what')))(line.slice(5))
  }
  socket.on('error', () => {})
  socket.on('data', (bytes: Buffer) => {
    rest += bytes.toString()
    for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
      const line = rest.slice(0, end)
      rest = rest.slice(end + 2)
      hear(line)
    }
  })
  if (!greeted) say('220 mail.test ESMTP')
}
