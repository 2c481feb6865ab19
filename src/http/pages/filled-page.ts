import { escapeHtml } from '../../domain/text/escape-html.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Policy } from '../../ports/policy.ts'

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** Headers of every page. */
export const PAGE_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-frame-options': 'DENY',
  // Wallets that sign in a popup window need window.opener.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

/** True for a client that asks for HTML explicitly, not for one that accepts anything. */
export const wantsPage = (request: Request): boolean => request.headers.get('accept')?.includes('text/html') ?? false

/** What every page is told of the service. */
export const valuesOfEveryPage = ({
  serviceTitle,
  cluster,
  chains,
  statusPage,
  jobsEnabled,
}: Pick<Policy, 'serviceTitle' | 'cluster' | 'chains' | 'statusPage' | 'jobsEnabled'>) => ({
  SERVICE_TITLE: serviceTitle,
  STATUS_LINK: statusPage ? 'on' : 'off',
  JOBS_LINK: jobsEnabled ? 'on' : 'off',
  CLUSTER: cluster,
  EVM_CHAIN: Object.keys(chains).find((chainId) => chainId.startsWith('eip155:')) ?? '',
})

/** A link of a list. */
export type PageLink = readonly [path: string, words: string]

const listItem = ([path, words]: PageLink): string => `<li><a href="${escapeHtml(path)}">${escapeHtml(words)}</a></li>`

/** What a page is filled with: a text, the links of a list, or markup whose own values are escaped already. */
type PageValues = Readonly<Record<string, string | readonly PageLink[] | { readonly html: string }>>

/** Headers of a page that is filled here; where the same address has more than one form, `accept` chooses. */
export const FILLED_HEADERS = {
  ...PAGE_HEADERS,
  'content-type': 'text/html;charset=utf-8',
  'cache-control': 'no-cache',
  'referrer-policy': 'no-referrer',
  vary: 'accept',
}

/** A page as HTML, with its `{{NAMES}}` replaced by these values, which are escaped; links become the items of a list. */
export async function filledHtml({ policy }: Pick<Deps, 'policy'>, name: string, values: PageValues): Promise<string> {
  const { pageFiles } = await import('./page-files.ts')
  const filled: PageValues = { ...values, ...valuesOfEveryPage(policy) }
  return pageFiles
    .find((file) => file.name === name)!
    .text.replaceAll(/\{\{(\w+)\}\}/g, (hole, of: string) => {
      const value = filled[of] ?? null
      if (value === null) return hole
      if (typeof value === 'string') return escapeHtml(value)
      return 'html' in value ? value.html : value.map(listItem).join('')
    })
}

/** The same rendered for one request. */
export const filledPage = async (deps: Pick<Deps, 'policy'>, name: string, values: PageValues, status = 200): Promise<Response> =>
  new Response(await filledHtml(deps, name, { STATUS: String(status), ...values }), { status, headers: FILLED_HEADERS })

/** The outline above the title, by what has ended: a clock, a cross, or a sign of warning. */
const SIGNS = {
  expired: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 8v4.5l3 1.8',
  failed: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  none: 'M12 4 21 19.5H3zM12 10v4.5M12 17v.01',
} as const

/** Where a page without what was looked for leads to: a path, and its words. */
type Way = readonly [path: string, words: string]

/** The way to every coin. */
export const COINS: Way = ['/board', 'See the coins']
const LEADERS: Way = ['/leaderboard', 'Leaderboard']
const CALLS: Way = ['/docs', 'See every call']

/**
 * What a page says that has nothing else; `ways` are the two places to go on, the first as the main one unless `isCalm`. A page for
 * whoever looked for a wallet or a handle has the field that looks it up before them, with what was asked in it. */
interface EndWords {
  readonly title: string
  readonly text: string
  readonly ways?: readonly [Way, Way]
  readonly isCalm?: boolean
  readonly asked?: string
  /** Something was to be here and has ended: above the title stands a sign of how, and not the status. */
  readonly ended?: keyof typeof SIGNS
}

/** The ways of whoever looked up an error code. */
export const WAYS_TO_CODES: readonly [Way, Way] = [['/errors', 'See every code'], CALLS]

/** A page that says that there is nothing at this address, or nothing to do; with status 404 when none is given. */
export const notFoundPage = (
  deps: Pick<Deps, 'policy'>,
  { title, text, asked, ways = [COINS, asked === undefined ? ['/docs', 'Docs'] : LEADERS], isCalm = false, ended }: EndWords,
  status = 404,
): Promise<Response> => {
  const [[path, words], [otherPath, otherWords]] = ways
  const values = {
    TITLE: title,
    TEXT: text,
    WAY: path,
    WAY_WORDS: words,
    WAY_LOOKS: isCalm || asked !== undefined ? '' : 'button-main',
    FIND: asked === undefined ? 'off' : 'on',
    ASKED: asked ?? '',
    CODE: ended ? '' : String(status),
    SIGN: SIGNS[ended ?? 'none'],
    OTHER_WAY: otherPath,
    OTHER_WAY_WORDS: otherWords,
  }
  return filledPage(deps, 'not-found.html', values, status)
}
