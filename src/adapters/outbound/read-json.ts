import type { Web } from '../../ports/outbound/web.ts'

const BYTES_MAX = 64 * 1024
const TIMEOUT_MS = 3_000

/**
 * The JSON at a public URL. Rejects unless the status is 200; the error contains nothing of the answer.
 *
 * @throws Error when the status is not 200, or the answer no JSON
 * @throws FetchRefused when there is no answer
 */
export async function readJson(web: Web, url: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
  const { status, bytes } = await web.get(url, { bytesMax: BYTES_MAX, timeoutMs: TIMEOUT_MS, headers })
  if (status !== 200) throw new Error(`HTTP ${status}`)
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown
  } catch {
    throw new Error('the answer is not JSON')
  }
}
