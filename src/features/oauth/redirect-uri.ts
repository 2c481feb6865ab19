import { isLoopbackHost } from '../../lib/public-address.ts'

/** Schemes of desktop programs that have no dot in them, as a scheme of one's own should have. @see RFC 8252 7.1 */
const PROGRAMS: ReadonlySet<string> = new Set(['cursor', 'vscode', 'vscode-insiders', 'windsurf', 'claude', 'zed'])

const hostOf = (url: URL): string => url.hostname.replaceAll(/[[\]]/g, '')
const isLoopback = (url: URL): boolean => url.protocol === 'http:' && isLoopbackHost(hostOf(url))

/**
 * True for an address that a client may be sent back to: https, this machine over http, or the scheme of an installed program; without
 * fragment, name or password. Nothing that a browser would run.
 */
export function isRedirectUri(text: string): boolean {
  if (!/^[\x21-\x7e]{1,512}$/.test(text) || text.includes('#') || !URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return false
  const scheme = url.protocol.slice(0, -1)
  return scheme === 'https' || isLoopback(url) || PROGRAMS.has(scheme) || /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+$/.test(scheme)
}

/** True when `asked` is the registered address, letter for letter; on this machine its port may be any. @see RFC 8252 7.3 */
export function isSameRedirect(registered: string, asked: string): boolean {
  if (registered === asked) return true
  if (!isRedirectUri(asked) || !isLoopback(new URL(registered)) || !isLoopback(new URL(asked))) return false
  return withoutPort(registered) === withoutPort(asked)
}

function withoutPort(text: string): string {
  const url = new URL(text)
  url.port = ''
  return url.href
}

/** Where an answer goes, in words for the person who decides. */
export function destinationOf(redirectUri: string): string {
  const url = new URL(redirectUri)
  if (isLoopback(url)) return `a program on this computer (${url.host})`
  return url.protocol === 'https:' ? url.host : `the program that opens ${url.protocol}// links`
}
