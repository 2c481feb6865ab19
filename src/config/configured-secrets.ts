import { postgresServers } from '../adapters/storage/postgres/postgres-servers.ts'
import { meansLocation } from '../adapters/signers/signer-location.ts'
import { fromBase58 } from '../lib/bytes.ts'
import { Secret } from '../lib/secret.ts'
import { isInFile, readSecretFile } from './parsers/secret-file.ts'
import { ALL_VARIABLES } from './variables.ts'
import type { Environment } from './environment.ts'

/** A path segment this long counts as a key. */
const PATH_KEY_CHARACTERS_MIN = 12
/** A query value this long counts as a key, whatever its name. */
const QUERY_VALUE_CHARACTERS_MIN = 16
const QUERY_KEY_NAME = /key|token|auth|secret|pass|sig|jwt|cred/i
const HOST_KEY_CHARACTERS_MIN = 20
/** A comma that no address follows belongs to a password, or to the servers of a database. */
const BETWEEN_ADDRESSES = /,(?=\s*[a-z][a-z0-9+.-]*:\/\/)/i

/** Every secret in these variables, as texts and bytes, for redaction. */
export function configuredSecrets(env: Environment): Secret<readonly (string | Uint8Array)[]> {
  const found = ALL_VARIABLES.flatMap((row) => {
    const { name, secret } = row
    const text = env[name]?.trim()
    const value = text && isInFile(row, text) ? inFile(env, name, text) : text
    // A location is no secret, and its address is shown.
    if (!value || !secret || (secret === 'key' && meansLocation(value))) return []
    if (secret === 'address') return value.split(BETWEEN_ADDRESSES).flatMap((address) => ofAddress(address.trim()))
    return secret === 'key'
      ? [value, ...ofKey(value)]
      : [value, ...value.split('.').filter((part) => part.length >= QUERY_VALUE_CHARACTERS_MIN)]
  })
  return new Secret(found)
}

/** Null where the file cannot be read, which is reported when the settings are. */
function inFile(env: Environment, name: string, text: string): string | null {
  try {
    return readSecretFile(env, name, text)
  } catch {
    return null
  }
}

/** The bytes of a wallet's secret key, and of its seed; the public half is no secret. */
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

/** The credentials in a URL: user and password, keys in path, query and host; and the whole URL, of each server, where it has any. */
function ofAddress(address: string): string[] {
  const { urls } = postgresServers(address)
  if (urls.length > 1) {
    const found = urls.flatMap(ofAddress)
    return found.length === 0 ? [] : [address, ...found]
  }
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(address) || !URL.canParse(address)) return []
  const url = new URL(address)
  const { username, password, pathname, search, searchParams, hostname } = url
  const keys = [
    ...(password === '' ? [] : [password, decoded(password), `${username}:${password}`, `${decoded(username)}:${decoded(password)}`]),
    ...(password === '' && username.length >= PATH_KEY_CHARACTERS_MIN ? [username] : []),
    ...pathname.split('/').filter((part) => part.length >= PATH_KEY_CHARACTERS_MIN),
    ...[...searchParams]
      .filter(([name, value]) => QUERY_KEY_NAME.test(name) || value.length >= QUERY_VALUE_CHARACTERS_MIN)
      .map(([, value]) => value),
    ...hostname.split('.').filter((part) => part.length >= HOST_KEY_CHARACTERS_MIN && /\d/.test(part)),
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
