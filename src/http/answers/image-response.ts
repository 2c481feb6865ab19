import type { Image } from '../../domain/plan/image.ts'

/** A picture with its own type and its hash as ETag, which browsers can interpret as nothing else. */
export const imageResponse = ({ sha256, contentType, bytes }: Image, request: Request): Promise<Response> =>
  taggedImage(request, {
    tag: sha256,
    contentType,
    cacheControl: 'public, max-age=31536000, immutable',
    bytes: async () => new Uint8Array(bytes),
  })

/** A picture that `tag` names: its bytes are made only for a client that does not have them. */
export async function taggedImage(
  request: Request,
  image: {
    readonly tag: string
    readonly contentType: string
    readonly cacheControl: string
    readonly bytes: () => Promise<Uint8Array<ArrayBuffer>>
  },
): Promise<Response> {
  const etag = `"${image.tag}"`
  const headers = {
    etag,
    'cache-control': image.cacheControl,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  }
  if (request.headers.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers })
  return new Response(await image.bytes(), { headers: { ...headers, 'content-type': image.contentType } })
}
