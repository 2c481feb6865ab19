import { configuredSecrets } from '../config/configured-secrets.ts'
import { createRedactor } from '../lib/redactor.ts'
import type { Environment } from '../config/environment.ts'

/** The known parts of an error from a library or the operating system. */
interface Fault {
  readonly name: string
  readonly message: string
  readonly code: string
  readonly syscall: string
  readonly path: string
}

const listenAt = (env: Environment): string => `${env.HOST?.trim() || '127.0.0.1'}:${env.PORT?.trim() || '3000'}`
const folder = (env: Environment): string => env.DATA_DIR?.trim() || './data'
const usesPostgres = (env: Environment): boolean => /^postgres/.test(env.DATABASE_URL?.trim() ?? '')

/** Errors whose text already says what to do. */
const OWN: ReadonlySet<string> = new Set([
  'AppError',
  'ConfigError',
  'LockedByAnother',
  'DatabaseHasTwoNames',
  'NewerDatabase',
  'UnreleasedDatabase',
  'ForeignDatabase',
  'StartRefused',
])

/** Cause and fix, by the code of the error; the first match counts. */
const SENTENCES: readonly {
  readonly fits: (fault: Fault, env: Environment) => boolean
  readonly say: (fault: Fault, env: Environment) => string
}[] = [
  {
    fits: ({ code }) => code === 'EADDRINUSE',
    say: (_, env) => `Something listens on ${listenAt(env)} already: stop it, or set PORT to a free port.`,
  },
  {
    fits: ({ code, syscall }) => code === 'EACCES' && syscall === 'listen',
    say: (_, env) =>
      `This user may not listen on ${listenAt(env)}: set PORT to 1024 or more and let a proxy listen there, or give the right (AmbientCapabilities=CAP_NET_BIND_SERVICE).`,
  },
  {
    fits: ({ code, syscall }) => syscall === 'listen' && /^(EADDRNOTAVAIL|EINVAL|ENOTFOUND)$/.test(code),
    say: (_, env) => `This machine has no address ${env.HOST?.trim()}: set HOST to one of its own, such as 127.0.0.1 or 0.0.0.0.`,
  },
  {
    fits: ({ code }, env) => usesPostgres(env) && /^(storage_full|53100)$/.test(code),
    say: () => 'The disk of PostgreSQL is full: make room on its server, and run it again.',
  },
  {
    fits: ({ code }) => /^(ENOSPC|EDQUOT|SQLITE_FULL|storage_full)$/.test(code),
    say: ({ path }, env) => `The disk is full (${path || folder(env)}): make room there, and run it again.`,
  },
  {
    fits: ({ code }) => code === 'EMFILE' || code === 'ENFILE',
    say: () => 'This process may open no more files: raise the limit (LimitNOFILE=, `ulimit -n`) to 65536.',
  },
  {
    fits: ({ code }) => code === 'EEXIST' || code === 'ENOTDIR',
    say: ({ path }, env) =>
      `${path || folder(env)} cannot be a folder, since a file has that name: remove it, or set DATA_DIR to another folder.`,
  },
  { fits: ({ code }) => code === 'EISDIR', say: ({ path }) => `${path || 'That path'} is a folder, and a file is needed: name a file.` },
  {
    fits: ({ code }) => code === 'EACCES' || code === 'EPERM',
    say: ({ path }, env) =>
      `${path || folder(env)} may not be used by this user: chown it to the user that runs the service, or run as that user.`,
  },
  {
    fits: ({ code }) => code === 'EROFS' || code.startsWith('SQLITE_READONLY'),
    say: ({ path }, env) =>
      `${path || folder(env)} cannot be written: set DATA_DIR to a folder that is mounted for writing, and is this user’s.`,
  },
  {
    fits: ({ code, path }) => code === 'ENOENT' && path !== '',
    say: ({ path }) => `There is no ${path}: name one that is there.`,
  },
  {
    fits: ({ code }) => code.startsWith('SQLITE_CANTOPEN'),
    say: (_, env) =>
      `The database in ${env.DATABASE_URL?.trim() || folder(env)} cannot be opened: its folder must be there and be this user’s.`,
  },
  {
    fits: ({ code }) => /^SQLITE_(NOTADB|CORRUPT|IOERR|FORMAT)/.test(code),
    say: () => 'The database is damaged, or is no SQLite file: look at the disk, and `agent-launch restore` a backup.',
  },
  {
    fits: ({ code }) => /^SQLITE_(BUSY|LOCKED)/.test(code),
    say: () => 'Another program has the database locked: end it (a database shell, a copy by hand), and run it again.',
  },
  { fits: ({ code }) => /^28/.test(code), say: () => 'PostgreSQL refuses the user or password of DATABASE_URL: correct them.' },
  { fits: ({ code }) => code === '3D000', say: () => 'PostgreSQL has no database of that name: create it, or correct DATABASE_URL.' },
  {
    fits: ({ code }) => code === '42501',
    say: () => 'The user of DATABASE_URL lacks rights: give it the database (GRANT CREATE, USAGE ON SCHEMA public).',
  },
  {
    fits: ({ code }) => code === '25006',
    say: () => 'The database in DATABASE_URL takes no writes: name the server that leads, or reset default_transaction_read_only.',
  },
  {
    fits: ({ code }) => /^(53300|53400)$/.test(code),
    say: () => 'PostgreSQL takes no more connections: raise max_connections, or run fewer replicas.',
  },
  {
    fits: ({ code }, env) =>
      usesPostgres(env) &&
      /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRESET|EHOSTUNREACH|CONNECT_TIMEOUT|CONNECTION_|57P0)/.test(code),
    say: ({ code }) => `PostgreSQL does not answer (${code}): start it, or correct the host and port in DATABASE_URL.`,
  },
]

/**
 * A failure as one line: the cause and the fix, without secrets of settings. An unknown error is shown as it is, with a hint how to see
 * more.
 */
export function failureSentence(error: unknown, env: Environment): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (OWN.has(cause.name)) return withoutSecrets(cause.message, env)
    const fault = faultOf(cause)
    const known = SENTENCES.find(({ fits }) => fits(fault, env))
    if (known) return withoutSecrets(known.say(fault, env), env)
  }
  const message = error instanceof Error ? `${error.message}` : String(error)
  return `${withoutSecrets(message.split('\n', 1)[0]!, env)} (LOG_LEVEL=debug shows where)`
}

/** The stack of each cause, without secrets of settings. */
export function failureTrace(error: unknown, env: Environment): string {
  const lines: string[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) lines.push(cause.stack ?? cause.message)
  return withoutSecrets(lines.join('\ncaused by: '), env)
}

function faultOf(error: Error): Fault {
  const { code, syscall, path } = error as Error & Record<string, unknown>
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return { name: error.name, message: error.message, code: text(code), syscall: text(syscall), path: text(path) }
}

const withoutSecrets = (text: string, env: Environment): string => createRedactor(configuredSecrets(env))(text)
