import { Secret } from '../../../lib/secret.ts'

/**
 * Where the node of this URL takes websockets: at the same URL, with the provider's key in it.
 *
 * @throws TypeError for what is no URL
 */
export function websocketUrl(url: Secret<string>): Secret<string> {
  const address = new URL(url.reveal())
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  // No socket is opened to a URL with one.
  address.hash = ''
  // A validator on one's own machine takes calls at port 8899, and websockets at the next.
  if (address.port === '8899') address.port = '8900'
  return new Secret(address.href)
}
