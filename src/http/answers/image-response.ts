import type { Image } from '../../domain/plan/image.ts'

/** A picture with its own type, its hash as ETag, and no chance to be read as anything else. */
export function imageResponse({ sha256, contentType, bytes }: Image, request: Request): Response {
  const etag = `"${sha256}"`
  const headers = {
    etag,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  }
  if (request.headers.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(bytes), { headers: { ...headers, 'content-type': contentType } })
}
