import { type IpAddress, parseIp } from './ip.ts'

/** An http(s) URL of acceptable form; its host is not resolved yet. */
export interface OutboundUrl {
  readonly url: URL
  /** The address when the host is an IP literal; null for a name. */
  readonly literal: IpAddress | null
}

/** Why the form of a URL is refused, as the end of a sentence that begins with "it". */
export interface UrlProblem {
  readonly problem: string
}

/** URL parsers drop tabs and line breaks, so a check of the raw text would see another host. */
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/

/** Scheme (optional in a redirect), slashes, user info, host as it was written. */
const AUTHORITY = /^\s*(?:[a-z][a-z0-9+.-]*:)?[/\\]{2}(?:[^/?#\\]*@)?(\[[^\]]*\]|[^/?#\\:]*)/i

const SCHEME = /^\s*[a-z][a-z0-9+.-]*:/i

/**
 * The parsed URL, or why it is refused: not http(s), credentials in it, or a host written as a decimal, hex, octal or shortened number.
 * URL parsers take those for addresses, which people and filters do not notice.
 */
export function parseOutboundUrl(text: string, base?: URL): OutboundUrl | UrlProblem {
  if (CONTROL_CHARACTERS.test(text) || !URL.canParse(text, base)) return { problem: 'is not a valid URL' }
  const url = new URL(text, base)
  if (/^(ipfs|ipns|ar):$/.test(url.protocol))
    return { problem: 'is not an http(s) address: name it at a gateway, such as https://ipfs.io/ipfs/…' }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { problem: 'is not an http(s) address' }
  if (url.username !== '' || url.password !== '') return { problem: 'carries a user name or password' }
  const literal = parseIp(url.hostname.replace(/^\[(.*)\]$/, '$1'))
  const written = AUTHORITY.exec(text)?.[1]
  // A redirect without slashes is a path, unless it begins with a scheme: parsers find a host in that case.
  if (written === undefined && (!base || SCHEME.test(text))) return { problem: 'is not a valid URL' }
  if (literal?.kind() === 'ipv4' && written !== undefined && written !== url.hostname)
    return { problem: 'writes its host as a number that is not four plain decimals' }
  return { url, literal }
}

/** True for ports 80 and 443. */
export const hasPublicPort = (url: URL): boolean => ['', '80', '443'].includes(url.port)
