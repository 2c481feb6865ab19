/** A host name with a dot, or `localhost`, and its port. */
const HOST_AND_PORT = /^(?:localhost|[\p{L}\p{N}\p{M}_-]+(?:\.[\p{L}\p{N}\p{M}_-]+)+):\d{1,5}$/u
/** The beginning of a name without a scheme, up to its first slash: `@frog`, `frog.example`. */
const NAME = /^@?[\p{L}\p{N}\p{M}_.-]+$/u

/**
 * Why a text cannot be published as a coin's website or profile, as the end of a sentence; null when it can. Accepted are http(s) URLs of
 * a host, without credentials, and names (`@frog`, `frog.example/about`). Other sites turn the text into links: no accepted text becomes
 * a URL of another scheme, whatever they prepend or decode.
 */
export function linkProblem(text: string): string | null {
  const problem = 'must be an http(s) address or a name'
  if (/[\s\\]/u.test(text)) return problem
  const address = /^https?:\/\/(?=[^/?#])/i.exec(text)
  if (address) {
    if (!URL.canParse(text)) return problem
    const { username, password, hostname } = new URL(text)
    const written = text.slice(address[0].length).split(/[/?#]/, 1)[0]!
    if (username !== '' || password !== '' || written.includes('@')) return 'must have no name or password before its host'
    const isHost = hostname === 'localhost' || hostname.includes('.') || hostname.startsWith('[')
    return isHost ? null : 'must name a host with a dot'
  }
  const beginning = text.split(/[/?#]/, 1)[0]!
  return NAME.test(beginning) || HOST_AND_PORT.test(beginning) ? null : problem
}
