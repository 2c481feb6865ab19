import { fromBase58 } from '../lib/bytes.ts'
import { Secret } from '../lib/secret.ts'
import { ALL_VARIABLES } from './variables.ts'

/** A part of a path that is so long is a key; the words of paths are shorter. */
const PATH_KEY_MIN = 12
/** So is a query's value of a name that says nothing. */
const QUERY_VALUE_MIN = 16
const QUERY_KEY_NAME = /key|token|auth|secret|pass|sig|jwt|cred/i
const HOST_KEY_MIN = 20

/** Everything in these variables that must never be shown, texts and bytes: for what strikes it out. */
export function configuredSecrets(env: Readonly<Record<string, string | undefined>>): Secret<readonly (string | Uint8Array)[]> {
  const found = ALL_VARIABLES.flatMap(({ name, secret }) => {
    const value = env[name]?.trim()
    if (!value || !secret) return []
    if (secret === 'address') return value.split(',').flatMap((address) => ofAddress(address.trim()))
    return secret === 'key' ? [value, ...ofKey(value)] : [value, ...value.split('.').filter((part) => part.length >= QUERY_VALUE_MIN)]
  })
  return new Secret(found)
}

/** The bytes of a wallet's key, and those of its seed: the public half alone is no secret. */
function ofKey(text: string): Uint8Array[] {
  const bytes = bytesOf(text)
  return bytes === null || bytes.length < 32 ? [] : [bytes, bytes.slice(0, 32)]
}

function bytesOf(text: string): Uint8Array | null {
  if (/^(0x)?[0-9a-fA-F]{64}$/.test(text)) return Buffer.from(text.replace(/^0x/, ''), 'hex')
  if (!text.startsWith('[')) return fromBase58(text)
  try {
    return Uint8Array.from(JSON.parse(text) as number[])
  } catch {
    return null
  }
}

/** What opens the place: user and password, keys in path, query and host; and the whole of it where there is any of these. */
function ofAddress(address: string): string[] {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(address) || !URL.canParse(address)) return []
  const url = new URL(address)
  const { username, password, pathname, search, searchParams, hostname } = url
  const keys = [
    ...(password === '' ? [] : [password, decoded(password), `${username}:${password}`, `${decoded(username)}:${decoded(password)}`]),
    ...(password === '' && username.length >= PATH_KEY_MIN ? [username] : []),
    ...pathname.split('/').filter((part) => part.length >= PATH_KEY_MIN),
    ...[...searchParams].filter(([name, value]) => QUERY_KEY_NAME.test(name) || value.length >= QUERY_VALUE_MIN).map(([, value]) => value),
    ...hostname.split('.').filter((part) => part.length >= HOST_KEY_MIN && /\d/.test(part)),
  ]
  if (keys.length === 0) return []
  return [address, url.href, ...(pathname + search === '/' ? [] : [pathname + search]), ...keys, ...keys.map(decoded)]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
