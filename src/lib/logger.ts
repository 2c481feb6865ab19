// Not pino: it redacts fields by their path, and secrets here are redacted anywhere in a text.
import { Secret } from './secret.ts'
import { type Redactor, redactNothing } from './redactor.ts'

/** The levels, the least first; `silent` writes nothing. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** The least level that is written. */
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Writes one line per call. Secrets in `fields` show as "[secret]" and bigints as decimal text. */
export interface Logger {
  debug(message: string, fields?: Record<string, unknown>): void
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
}

const ORDER: Record<LogLevel, number> = { debug: 10, info: 20, warn: 30, error: 40, silent: 100 }
const HIDDEN_NAMES = /secret|private|mnemonic|seed|authorization|password|token|api-?key|launcher-?key|signature-?header/i
// A 64-byte key as base58, a service key, a webhook secret or a JSON byte array, anywhere in a text.
const HIDDEN_TEXT = /\b[1-9A-HJ-NP-Za-km-z]{86,88}\b|svc_ak_[0-9A-Za-z]+|whsec_[0-9A-Za-z+/=]+|\[(?:\s*\d{1,3}\s*,){31,}\s*\d{1,3}\s*\]/g
// Transaction signatures look like secrets (both are 64 bytes of base58), and are public: fields of these names keep them.
const PUBLIC_NAMES: ReadonlySet<string> = new Set(['signature', 'feeShareSignature', 'transactionSignature'])

const HIDDEN_NAMES_MAX = 1_000

/** The shortest match of HIDDEN_TEXT without a prefix is a byte array: 32 digits and their commas. */
const HIDDEN_CHARACTERS_MIN = 64

function shownText(text: string): string {
  if (text.length < HIDDEN_CHARACTERS_MIN && !text.includes('svc_ak_') && !text.includes('whsec_')) return text
  return text.replace(HIDDEN_TEXT, '[hidden]').slice(0, 4_000)
}

/** Makes values printable; a value that is secret by its type, its field name or its form becomes "[secret]". */
function createPrinter() {
  // Field names are few and repeat on every line, so each is checked once.
  const hiddenNames = new Map<string, boolean>()

  function isHiddenName(name: string): boolean {
    const known = hiddenNames.get(name)
    if (known !== undefined) return known
    const hidden = HIDDEN_NAMES.test(name)
    if (hiddenNames.size < HIDDEN_NAMES_MAX) hiddenNames.set(name, hidden)
    return hidden
  }

  function printable(value: unknown, name: string, depth: number): unknown {
    if (value instanceof Secret) return '[secret]'
    if (isHiddenName(name) && value !== undefined && value !== null) return '[secret]'
    if (typeof value === 'bigint') return value.toString()
    if (typeof value === 'string') return PUBLIC_NAMES.has(name) ? value : shownText(value)
    if (value instanceof Error) return printableError(value, depth)
    if (value instanceof Uint8Array) return `[${value.length} bytes]`
    if (value === null || typeof value !== 'object') return value
    if (depth > 5) return '[deep]'
    if (Array.isArray(value)) return value.slice(0, 100).map((item) => printable(item, '', depth + 1))
    return printedInto({}, value as Record<string, unknown>, depth)
  }

  function printedInto(shown: Record<string, unknown>, value: Readonly<Record<string, unknown>>, depth: number): Record<string, unknown> {
    for (const key of Object.keys(value)) shown[key] = printable(value[key], key, depth + 1)
    return shown
  }

  function printableError(error: Error, depth: number): unknown {
    const { name, message, stack, cause } = error
    return {
      name,
      message: printable(message, '', depth + 1),
      stack: printable(stack?.split('\n').slice(1, 6).join('\n'), '', depth + 1),
      ...(cause === undefined ? {} : { cause: printable(cause, '', depth + 1) }),
    }
  }

  return { printable, printedInto }
}

// 32 bytes of hex, or anything longer without a break, may be a key that somebody put into a URL. Mints, wallets and ids are shorter.
const LONG_TOKEN = /(?:0x)?[0-9a-fA-F]{64,}|[A-Za-z0-9_+=%.,~[\]-]{49,}/g

/** The text without any piece as long as a key. */
export const withoutTokens = (text: string): string => text.replace(LONG_TOKEN, '[hidden]')

/** A request's path for the log: without its query, and without any segment as long as a key. */
export const shownPath = (target: string): string => withoutTokens(target.slice(0, 2_000).split('?', 1)[0]!).slice(0, 200)

/** A logger that hands each finished line to `write`: JSON, or a short readable form when `pretty`. */
export function createLogger(options: {
  level: LogLevel
  pretty?: boolean
  nowMs: () => number
  write: (line: string) => void
  /** Applied to every finished line, so that it covers every value however deep. */
  redact?: Redactor
}): Logger {
  const { level, pretty = false, nowMs, write: writeOut, redact = redactNothing } = options
  const write = (line: string) => writeOut(redact(line))
  const { printable, printedInto } = createPrinter()
  const at =
    (lineLevel: LogLevel) =>
    (message: string, fields: Record<string, unknown> = {}) => {
      if (ORDER[lineLevel] < ORDER[level]) return
      const time = new Date(nowMs()).toISOString()
      const text = String(printable(message, '', 0))
      if (!pretty) return write(JSON.stringify(printedInto({ time, level: lineLevel, message: text }, fields, 0)))
      const shown = printable(fields, '', 0) as Record<string, unknown>
      const tail = Object.entries(shown).map(([key, value]) => ` ${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
      write(`${time.slice(11, 19)} ${lineLevel.padEnd(5)} ${text}${tail.join('')}`)
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
