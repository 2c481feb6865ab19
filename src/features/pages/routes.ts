import { Elysia } from 'elysia'
import { AppError } from '../../domain/errors.ts'
import { iso } from '../../domain/json.ts'
import { sha256Hex } from '../../lib/bytes.ts'
import type { Deps } from '../../ports/deps.ts'
import { acceptsGzip } from '../../http/answers/gzip.ts'
import { openGuard } from '../../http/guards/guards.ts'
import type { HttpDeps } from '../../http/http-deps.ts'
import { favicon } from '../../http/pages/favicon.ts'
import { filledPage, PAGE_HEADERS, valuesOfEveryPage } from '../../http/pages/filled-page.ts'
import { guideView } from './guide-view.ts'
import { statusView } from './status-view.ts'
import { escapeHtml } from '../../domain/text/escape-html.ts'

const ASSET_HEADERS = { 'content-security-policy': "default-src 'none'; sandbox" }

/** A file ready to be sent, plain and compressed. */
interface ReadyFile {
  readonly headers: Record<string, string>
  readonly etag: string
  readonly plain: Uint8Array<ArrayBuffer>
  readonly gzip: () => Uint8Array<ArrayBuffer>
}

/** Icons by the names that clients look for; pages have one with its hash in its name. */
const ICON = 'icon.svg'
const FAVICON = 'favicon.ico'

const isAsset = (name: string): boolean => !name.endsWith('.html') && name !== ICON && name !== FAVICON

/** The pages and their scripts, styles and icons. @see rules 10.28 */
export const pageRoutes = (deps: HttpDeps) => {
  let ready: Promise<Map<string, ReadyFile>> | null = null
  const answer = async (request: Request, name: string) => {
    ready ??= readFiles(deps).catch((error: unknown) => {
      ready = null
      throw error
    })
    const file = (await ready).get(name)
    if (!file) throw new AppError('route_not_found')
    return fileResponse(request, file)
  }
  const hidden = { detail: { hide: true } }
  return new Elysia({ name: 'pages' })
    .use(openGuard(deps, 'pages'))
    .get('/board', ({ request }) => answer(request, 'board.html'), hidden)
    .get('/about', ({ request }) => answer(request, 'about.html'), hidden)
    .get('/agents', ({ request }) => answer(request, 'agents.html'), hidden)
    .get('/treasury', ({ request }) => answer(request, 'treasury.html'), hidden)
    .get('/docs', ({ request }) => answer(request, 'docs.html'), hidden)
    .get('/approve/:id', ({ request }) => answer(request, 'approve.html'), hidden)
    .get('/operator', ({ request }) => answer(request, 'operator.html'), hidden)
    .get(
      '/status',
      async () => {
        if (!deps.policy.statusPage) throw new AppError('route_not_found')
        return filledPage(deps, 'status.html', await statusView(deps))
      },
      hidden,
    )
    .get(
      '/jobs',
      () => {
        if (!deps.policy.jobsEnabled) throw new AppError('route_not_found')
        return filledPage(deps, 'jobs.html', { SERVER_TIME: iso(deps.clock.nowMs()) })
      },
      hidden,
    )
    .get('/icon.svg', ({ request }) => answer(request, ICON), hidden)
    .get('/favicon.ico', ({ request }) => answer(request, FAVICON), hidden)
    .get('/assets/:file', ({ request, params }) => answer(request, isAsset(params.file) ? params.file : ''), hidden)
}

async function readFiles({
  policy,
  launchpads,
  serves,
}: Pick<HttpDeps, 'policy' | 'launchpads' | 'serves'>): Promise<Map<string, ReadyFile>> {
  const { pageFiles } = await import('../../http/pages/page-files.ts')
  const values = Object.entries({
    ...valuesOfEveryPage(policy),
    ...guideView({ policy, serves }),
  }).map(([name, value]) => [name, escapeHtml(value)] as const)
  const parts = [...values, ['AFTER_LOCK', afterLock(launchpads)] as const]
  const fill = (html: string) => parts.reduce((page, [name, part]) => page.replaceAll(`{{${name}}}`, () => part), html)
  const files = new Map(
    pageFiles.map(({ name, contentType, text }) => {
      const isPage = name.endsWith('.html')
      const body = isPage ? fill(text) : text
      const plain = new TextEncoder().encode(body)
      const cacheControl = isPage ? 'no-cache' : 'public, max-age=31536000, immutable'
      return [name, readyFile(plain, { contentType, cacheControl, security: isPage ? PAGE_HEADERS : ASSET_HEADERS })]
    }),
  )
  const named = { cacheControl: 'public, max-age=3600', security: ASSET_HEADERS }
  const icon = pageFiles.find(({ name }) => name.endsWith('.svg'))!
  files.set(ICON, readyFile(new TextEncoder().encode(icon.text), { contentType: icon.contentType, ...named }))
  return files.set(FAVICON, readyFile(favicon(), { contentType: 'image/x-icon', ...named }))
}

/** What each launchpad can still do to a locked split, as HTML. */
const afterLock = (launchpads: Deps['launchpads']): string =>
  launchpads.ids
    .map((id) => launchpads.facts(id))
    .map(({ title, afterLock: text }) => `<dt>${escapeHtml(title)}</dt><dd>${escapeHtml(text)}</dd>`)
    .join('')

function readyFile(
  plain: Uint8Array<ArrayBuffer>,
  { contentType, cacheControl, security }: { contentType: string; cacheControl: string; security: Record<string, string> },
): ReadyFile {
  const headers = {
    'content-type': contentType,
    'cache-control': cacheControl,
    'referrer-policy': 'no-referrer',
    vary: 'accept-encoding',
    ...security,
  }
  // As small as it gets, a 30th less than zlib's best, for 10 ms when a file is first asked for.
  let compressed: Uint8Array<ArrayBuffer> | null = null
  const gzip = () => (compressed ??= Bun.gzipSync(plain, { library: 'libdeflate', level: 12 }))
  return { headers, plain, gzip, etag: sha256Hex(plain).slice(0, 32) }
}

function fileResponse(request: Request, file: ReadyFile): Response {
  const compressed = acceptsGzip(request)
  const etag = `"${file.etag}${compressed ? '-gzip' : ''}"`
  const headers = { ...file.headers, etag }
  if (request.headers.get('if-none-match')?.includes(file.etag)) return new Response(null, { status: 304, headers })
  if (!compressed) return new Response(file.plain, { headers })
  return new Response(file.gzip(), { headers: { ...headers, 'content-encoding': 'gzip' } })
}
