import { parseIp } from './ip.ts'
import { isPublicAddress } from './public-address.ts'

/**
 * Suffixes that no public resolver resolves, or only to this machine or network: reserved ones, those of resolvers of clusters, routers and
 * containers, and names for trials. @see RFC 2606, RFC 6761, RFC 6762, RFC 8375, RFC 9476
 */
const HOME_ENDINGS = (
  'localhost local localdomain localnet internal intranet lan home corp private domain workgroup dhcp test example invalid onion alt arpa ' +
  'cluster svc consul k8s kubernetes docker lxd router gateway station server bit eth i2p fritz.box mshome.net ' +
  'localtest.me lvh.me vcap.me lacolhost.com localho.st'
).split(' ')

/** Services whose names resolve to the address that is written in them. */
const ADDRESS_NAMES = /\.(?:nip\.io|sslip\.io|xip\.io|traefik\.me|backname\.io)$/
const WRITTEN_ADDRESS = /(?:^|[.-])(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})(?=[.-])/

const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/
/** The last label of a public name: letters, or an encoded one. */
const TOP_LABEL = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/

/** True for a URL whose host outsiders can reach by its form: a public address, or a name that public resolvers may know. */
export function isPublicUrl(url: string): boolean {
  const hostname = new URL(url).hostname.replace(/\.$/, '')
  const ip = parseIp(hostname.replaceAll(/[[\]]/g, ''))
  if (ip !== null) return isPublicAddress(ip)
  const labels = hostname.split('.')
  // A single label has no public address.
  if (labels.length < 2 || hostname.length > 253 || !labels.every((label) => LABEL.test(label)) || !TOP_LABEL.test(labels.at(-1)!))
    return false
  if (ADDRESS_NAMES.test(hostname)) {
    const written = parseIp(WRITTEN_ADDRESS.exec(hostname)?.slice(1).join('.') ?? '')
    return written !== null && isPublicAddress(written)
  }
  return !HOME_ENDINGS.some((ending) => hostname === ending || hostname.endsWith(`.${ending}`))
}
