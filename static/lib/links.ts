import { type Child, foreign, h, spoken } from './dom.ts'

/** The address as one that may be followed: http or https, with no name or password in it; null for any other. */
export function safeUrl(text: string): string | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.username === '' && url.password === '' ? url.href : null
}

/** A link to another site, which learns nothing of this page and gets no hold of it. `url` must come from `safeUrl`. */
export function outsideLink(url: string, ...children: readonly Child[]): HTMLAnchorElement {
  const link = h(
    'a',
    { rel: 'noopener noreferrer nofollow', target: '_blank', class: 'outside' },
    ...children,
    spoken(' (opens in a new tab)'),
  )
  link.href = url
  return link
}

/** A text that someone gave as an address: a link that shows where it leads when it may be followed, plain text otherwise. */
export function givenLink(text: string): HTMLElement {
  const url = safeUrl(text)
  return url === null ? foreign(text) : outsideLink(url, foreign(url))
}

/** A link inside this site. */
export function insideLink(
  path: `/${string}`,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): HTMLAnchorElement {
  const link = h('a', attributes, ...children)
  link.href = path
  return link
}

/** A link inside this site that opens beside this page. */
export function newTabLink(path: `/${string}`, ...children: readonly Child[]): HTMLAnchorElement {
  return insideLink(path, { target: '_blank', rel: 'noopener' }, ...children, spoken(' (opens in a new tab)'))
}

/** Where the picture of a coin is: always this service, whatever address the API was reached by. */
export const logoPath = (mint: string): string => `/api/coins/${encodeURIComponent(mint)}/logo`

/** The page of a coin. */
export const coinPath = (mint: string): `/${string}` => `/coin/${encodeURIComponent(mint)}`

/** The page of a wallet: what it earned. */
export const walletPath = (wallet: string): `/${string}` => `/wallet/${encodeURIComponent(wallet)}`

/** The page of a KOL of the directory. */
export const kolPath = (handle: string): `/${string}` => `/kol/${encodeURIComponent(handle)}`

/** Where the public can look a transaction up; null on a simulated chain, which nobody else can see. */
export function explorerUrl(kind: 'tx' | 'address', id: string): string | null {
  if (document.documentElement.dataset['cluster'] !== 'mainnet-beta') return null
  const evm = document.documentElement.dataset['evmChain'] === 'eip155:84532' ? 'https://sepolia.basescan.org' : 'https://basescan.org'
  return `${id.startsWith('0x') ? evm : 'https://explorer.solana.com'}/${kind}/${encodeURIComponent(id)}`
}
