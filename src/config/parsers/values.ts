import { postgresServers } from '../../adapters/storage/postgres/postgres-servers.ts'
import { isCronPattern } from '../../adapters/cron-pattern.ts'
import { type Bps, bps } from '../../domain/brands.ts'
import { BASE_CHAIN_ID, BASE_SEPOLIA_CHAIN_ID, type BaseNetwork } from '../../domain/chain.ts'
import { tokenKeyIn } from '../../domain/payments/token-key-in.ts'
import { MIB_BYTES } from '../../lib/bytes.ts'
import { type Cidr, parseCidr } from '../../lib/ip.ts'
import { MINUTE_MS } from '../../domain/limits.ts'
import { isMailAddress } from '../../domain/webhooks/mail-address.ts'
import { Secret } from '../../lib/secret.ts'
import { type Parser, Unfit } from '../variable.ts'

/** Any text. */
export const text: Parser<string> = (value) => value

/** A text that passes a test; else the error is the name followed by `problem`. @throws Unfit when the text does not pass */
export const textThat =
  (passes: (text: string) => boolean, problem: string): Parser<string> =>
  (value, name) => {
    if (!passes(value)) throw new Unfit(`${name} ${problem}`)
    return value
  }

/** A text of at least this many characters. */
export const longText = (least: number): Parser<string> =>
  textThat((value) => value.length >= least, `must have at least ${least} characters`)

/** The value of another parser, wrapped as a secret. */
export const secret =
  <Value>(parse: Parser<Value>): Parser<Secret<Value>> =>
  (value, name) =>
    new Secret(parse(value, name))

/** Comma-separated values; every invalid one is reported, equal problems once. @throws Unfit when a value is invalid */
export const list =
  <Value>(parse: Parser<Value>): Parser<readonly Value[]> =>
  (value, name) => {
    const items = value.split(',').flatMap((item) => item.trim() || [])
    const problems = new Set<string>()
    const values = items.flatMap((item) => {
      try {
        return [parse(item, name)]
      } catch (error) {
        if (!(error instanceof Unfit)) throw error
        for (const problem of error.problems) problems.add(problem)
        return []
      }
    })
    if (problems.size > 0) throw new Unfit(...problems)
    return values
  }

/** One of these words. @throws Unfit when the text is none of them */
export const oneOf =
  <const Choice extends string>(...choices: readonly Choice[]): Parser<Choice> =>
  (value, name) => {
    if (!choices.includes(value as Choice)) throw new Unfit(`${name} must be one of ${choices.join(', ')}`)
    return value as Choice
  }

/** The number of a network of Base. @throws Unfit when the text is none */
export const baseNetwork: Parser<BaseNetwork> = (value, name) =>
  oneOf(String(BASE_CHAIN_ID), String(BASE_SEPOLIA_CHAIN_ID))(value, name) === String(BASE_CHAIN_ID) ? BASE_CHAIN_ID : BASE_SEPOLIA_CHAIN_ID

/** 1 is true, 0 false. */
export const flag: Parser<boolean> = (value, name) => oneOf('0', '1')(value, name) === '1'

/** A whole number within these bounds, both included. @throws Unfit when the text is no whole number, or out of bounds */
export const whole =
  (least: number, most: number): Parser<number> =>
  (value, name) => {
    const fits = /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most
    if (!fits) throw new Unfit(`${name} must be a whole number from ${least} to ${most}`)
    return Number(value)
  }

/** Milliseconds, from a whole number of seconds within these bounds. */
export const seconds =
  (least: number, most: number): Parser<number> =>
  (value, name) =>
    whole(least, most)(value, name) * 1_000

/** Milliseconds, from a whole number of minutes within these bounds. */
export const minutes =
  (least: number, most: number): Parser<number> =>
  (value, name) =>
    whole(least, most)(value, name) * MINUTE_MS

/** Basis points from 0 to a maximum. */
export const basisPoints =
  (most: number): Parser<Bps> =>
  (value, name) =>
    bps(whole(0, most)(value, name))

/** Bytes, from a whole number of MiB. @throws Unfit when the text is no whole number, or too few */
export const mebibytes =
  (least: number): Parser<number> =>
  (value, name) => {
    const fits = /^\d{1,7}$/.test(value) && Number(value) >= least
    if (!fits) throw new Unfit(`${name} must be a whole number of MiB, at least ${least}`)
    return Number(value) * MIB_BYTES
  }

/** A cron pattern that will be due again. */
export const cron: Parser<string> = textThat(isCronPattern, 'is not a cron pattern')

/** A cron pattern, or `off`, which is null. */
export const cronOrOff: Parser<string | null> = (value, name) =>
  value === 'off' ? null : textThat(isCronPattern, 'is not a cron pattern, nor off')(value, name)

const isHttpUrl = (value: string): boolean => /^https?:\/\//.test(value) && URL.canParse(value)

/** An http(s) URL without a trailing slash. */
export const httpUrl: Parser<string> = (value, name) => textThat(isHttpUrl, 'must be an http(s) address')(value.replace(/\/+$/, ''), name)

/** One of several http(s) URLs, unchanged. */
export const eachHttpUrl: Parser<string> = textThat(isHttpUrl, 'must hold http(s) addresses')

/** A facilitator's URL, with an Ed25519 key of 64 bytes where it asks for signed tokens. @throws Unfit for anything else */
export const facilitatorUrl: Parser<string> = (value, name) => {
  const url = eachHttpUrl(value.replace(/\/+$/, ''), name)
  try {
    tokenKeyIn(url)
  } catch {
    throw new Unfit(`${name}: before @ there must be the key’s id, a colon, and its Ed25519 secret (64 bytes in base64)`)
  }
  return url
}

/** An https URL without query and credentials, and without a trailing slash. */
export const plainHttpsUrl: Parser<string> = (value, name) =>
  textThat((url) => /^https:\/\/[^?#@]+$/.test(url) && URL.canParse(url), 'must be an https address without query or credentials')(
    value.replace(/\/+$/, ''),
    name,
  )

/** One plain e-mail address, or an https URL. @throws Unfit when the text is neither */
export const mailOrHttps: Parser<string> = textThat(
  (value) => isMailAddress(value) || (/^https:\/\/[^@]+$/.test(value) && URL.canParse(value)),
  'must be an e-mail address or an https address',
)

/** Launchpads accept 200 bytes for the URL of a coin's metadata. */
const BASE_URL_BYTES_MAX = 180

/**
 * The public URL of the service: http(s), without path, query and credentials, and without a trailing slash.
 *
 * @throws Unfit when the text is no such URL, or longer than 180 bytes
 */
export const baseUrl: Parser<string> = (value, name) => {
  const url = value.replace(/\/+$/, '')
  if (!/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(url) || !URL.canParse(url))
    throw new Unfit(`${name} must be an http(s) address without query or credentials`)
  const { pathname } = new URL(url)
  if (pathname !== '/')
    throw new Unfit(
      `${name} has a path (${pathname}): pages, well-known documents and cookies are at the root of a host, so the service needs one of its own`,
    )
  if (Buffer.byteLength(url) > BASE_URL_BYTES_MAX)
    throw new Unfit(`${name} must have at most ${BASE_URL_BYTES_MAX} bytes: every coin's metadata address begins with it`)
  return url
}

/** The URL of a supported database, whose servers it may name all, with commas between. @throws Unfit when the text is no such URL */
export const databaseUrl: Parser<string> = (value, name) => {
  if (!/^(sqlite:.|postgres(ql)?:\/\/.)/.test(value)) throw new Unfit(`${name} must be sqlite:FILE or postgres://…`)
  // A host that is missing is the usual one, as pg has it.
  if (!value.startsWith('sqlite:') && !postgresServers(value).urls.every((url) => URL.canParse(url.replace('@/', '@localhost/'))))
    throw new Unfit(`${name} is no address of PostgreSQL: write a / in user or password as %2F, a # as %23, and a ? as %3F`)
  const [, wanted = 'read-write'] = /[?&]target_session_attrs=([^&]*)/.exec(value) ?? []
  if (!['read-write', 'primary', 'any'].includes(wanted))
    throw new Unfit(`${name}: target_session_attrs=${wanted} is not for a service that writes: use read-write`)
  return value
}

/** A mail server, with a user and a password or neither; nothing behind the host. @throws Unfit when the text is no such URL */
export const smtpUrl: Parser<string> = (value, name) => {
  const url = /^smtps?:\/\/[^/?#]+\/?$/.test(value) && URL.canParse(value) ? new URL(value) : null
  if (url === null || url.hostname === '') throw new Unfit(`${name} must be smtps://user:password@host or smtp://user:password@host`)
  if ((url.username === '') !== (url.password === '')) throw new Unfit(`${name} must have a user and a password, or neither`)
  if (!isEscaped(url.username) || !isEscaped(url.password))
    throw new Unfit(`${name}: write a % in user or password as %25, a : as %3A, a / as %2F and an @ as %40`)
  return value
}

function isEscaped(text: string): boolean {
  try {
    return !/[\u0000-\u001f\u007f]/.test(decodeURIComponent(text))
  } catch {
    return false
  }
}

/** One plain e-mail address. */
export const mailAddress: Parser<string> = textThat(isMailAddress, 'must be one plain e-mail address, such as launches@example.org')

/** A range of IP addresses. @throws Unfit when the text is no such range */
export const cidr: Parser<Cidr> = (value, name) => {
  const range = parseCidr(value)
  if (!range) throw new Unfit(`${name}: ${value} is not a CIDR`)
  return range
}

/** A SHA-256 in lower-case hex. */
export const hashHex: Parser<string> = (value, name) =>
  textThat((hash) => /^[0-9a-f]{64}$/.test(hash), 'must hold SHA-256 hashes of 64 hex characters')(value.toLowerCase(), name)

/** The number, with 0 as null. */
export const zeroIsNone =
  (parse: Parser<number>): Parser<number | null> =>
  (value, name) =>
    parse(value, name) || null
