import { type IpAddress, parseIp } from './ip.ts'

/** An http(s) address whose form is acceptable; where its host leads is not known yet. */
export interface OutboundUrl {
  readonly url: URL
  /** The address when the host is one; null for a name. */
  readonly literal: IpAddress | null
}

/** Why the form of an address is not acceptable, as the end of a sentence that begins with "it". */
export interface UrlProblem {
  readonly problem: string
}

/** URL parsers drop tabs and line breaks, so that a filter before them sees another address. */
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/

/** Scheme (optional in a redirect), slashes, user info, host as it was written. */
const AUTHORITY = /^\s*(?:[a-z][a-z0-9+.-]*:)?[/\\]{2}(?:[^/?#\\]*@)?(\[[^\]]*\]|[^/?#\\:]*)/i

const SCHEME = /^\s*[a-z][a-z0-9+.-]*:/i

/**
 * The parsed address, or what is wrong with it: not http(s), user info in it, or a host that is written as a decimal, hex,
 * octal or short number. URL parsers read those as addresses, and people and filters do not.
 */
export function parseOutboundUrl(text: string, base?: URL): OutboundUrl | UrlProblem {
  if (CONTROL_CHARACTERS.test(text) || !URL.canParse(text, base)) return { problem: 'is not a valid URL' }
  const url = new URL(text, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { problem: 'is not an http(s) address' }
  if (url.username !== '' || url.password !== '') return { problem: 'carries a user name or password' }
  const literal = parseIp(url.hostname.replace(/^\[(.*)\]$/, '$1'))
  const written = AUTHORITY.exec(text)?.[1]
  // Without slashes a redirect is a path, unless it begins with a scheme: then parsers find a host that nobody sees.
  if (written === undefined && (!base || SCHEME.test(text))) return { problem: 'is not a valid URL' }
  if (literal?.kind() === 'ipv4' && written !== undefined && written !== url.hostname)
    return { problem: 'writes its host as a number that is not four plain decimals' }
  return { url, literal }
}

/** True for a port that is served to the public: 80 or 443. */
export const hasPublicPort = (url: URL): boolean => ['', '80', '443'].includes(url.port)
