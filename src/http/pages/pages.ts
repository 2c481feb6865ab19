import { Elysia } from 'elysia'
import { AppError } from '../../domain/errors.ts'
import { sha256Hex } from '../../lib/bytes.ts'
import type { Deps } from '../../ports/deps.ts'
import { openGuard } from '../guards/guards.ts'
import type { HttpDeps } from '../http-deps.ts'

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

const PAGE_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-frame-options': 'DENY',
  // Wallets that sign in a window of their own need their opener.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

const ASSET_HEADERS = { 'content-security-policy': "default-src 'none'; sandbox" }

/** A file ready to be sent, plain and compressed. */
interface ReadyFile {
  readonly headers: Record<string, string>
  readonly etag: string
  readonly plain: Uint8Array<ArrayBuffer>
  readonly gzip: Uint8Array<ArrayBuffer>
}

/** The pages for people and their scripts, styles and icons. @see rules 10.28 */
export const pageRoutes = (deps: HttpDeps) => {
  let ready: Promise<Map<string, ReadyFile>> | null = null
  // Only files that there are: names come from strangers.
  const vendor = new Map<string, ReadyFile>()
  const readVendor = async (name: string): Promise<ReadyFile | null> => {
    const file = vendor.get(name) ?? (await readVendorFile(name))
    if (file) vendor.set(name, file)
    return file
  }
  const answer = async (request: Request, name: string) => {
    ready ??= readFiles(deps).catch((error: unknown) => {
      ready = null
      throw error
    })
    const file = (await ready).get(name) ?? (await readVendor(name))
    if (!file) throw new AppError('route_not_found')
    return fileResponse(request, file)
  }
  const hidden = { detail: { hide: true } }
  return new Elysia({ name: 'pages', normalize: false })
    .use(openGuard(deps, 'pages'))
    .get('/board', ({ request }) => answer(request, 'board.html'), hidden)
    .get('/coin/:mint', ({ request }) => answer(request, 'coin.html'), hidden)
    .get('/docs', ({ request }) => answer(request, 'docs.html'), hidden)
    .get('/approve/:id', ({ request }) => answer(request, 'approve.html'), hidden)
    .get('/assets/:file', ({ request, params }) => answer(request, params.file.endsWith('.html') ? '' : params.file), hidden)
}

/** True for a client that shows pages to a person, and not for one that takes whatever comes. */
export const wantsPage = (request: Request): boolean => request.headers.get('accept')?.includes('text/html') ?? false

/** A page made for one request, with these values in the place of its `{{NAMES}}`; whatever they hold, they are shown as text. */
export async function filledPage(
  { policy }: Pick<Deps, 'policy'>,
  name: string,
  values: Readonly<Record<string, string>>,
): Promise<Response> {
  const { pageFiles } = await import('./page-files.ts')
  const filled: Readonly<Record<string, string>> = { ...values, SERVICE_TITLE: policy.serviceTitle, CLUSTER: policy.cluster }
  const html = pageFiles
    .find((file) => file.name === name)!
    .text.replaceAll(/\{\{(\w+)\}\}/g, (hole, of: string) => (filled[of] === undefined ? hole : escapeHtml(filled[of])))
  const headers = {
    ...PAGE_HEADERS,
    'content-type': 'text/html;charset=utf-8',
    'cache-control': 'no-cache',
    'referrer-policy': 'no-referrer',
    vary: 'accept',
  }
  return new Response(html, { headers })
}

async function readFiles({ policy }: Pick<Deps, 'policy'>): Promise<Map<string, ReadyFile>> {
  const { pageFiles } = await import('./page-files.ts')
  const fill = (html: string) =>
    html.replaceAll('{{SERVICE_TITLE}}', () => escapeHtml(policy.serviceTitle)).replaceAll('{{CLUSTER}}', policy.cluster)
  return new Map(
    pageFiles.map(({ name, contentType, text }) => {
      const isPage = name.endsWith('.html')
      const body = isPage ? fill(text) : text
      const plain = new TextEncoder().encode(body)
      const cacheControl = isPage ? 'no-cache' : 'public, max-age=31536000, immutable'
      return [name, readyFile(plain, { contentType, cacheControl, security: isPage ? PAGE_HEADERS : ASSET_HEADERS })]
    }),
  )
}

/** A file of others; null when there is none of this name. Their names have no hash, so browsers ask again after a while. */
async function readVendorFile(name: string): Promise<ReadyFile | null> {
  const { vendorFiles } = await import('./vendor-files.ts')
  const file = vendorFiles.get(name)
  if (!file) return null
  const plain = new Uint8Array(await Bun.file(file.path).arrayBuffer())
  return readyFile(plain, { contentType: file.contentType, cacheControl: 'public, max-age=3600', security: ASSET_HEADERS })
}

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
  return { headers, plain, gzip: Bun.gzipSync(plain, { level: 9 }), etag: sha256Hex(plain).slice(0, 32) }
}

function fileResponse(request: Request, file: ReadyFile): Response {
  const compressed = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:\s*,|\s*$))/.test(request.headers.get('accept-encoding') ?? '')
  const etag = `"${file.etag}${compressed ? '-gzip' : ''}"`
  const headers = { ...file.headers, etag }
  if (request.headers.get('if-none-match')?.includes(file.etag)) return new Response(null, { status: 304, headers })
  if (!compressed) return new Response(file.plain, { headers })
  return new Response(file.gzip, { headers: { ...headers, 'content-encoding': 'gzip' } })
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!)
