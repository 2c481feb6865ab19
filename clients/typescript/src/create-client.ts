import createFetchClient, { type FetchOptions, type FetchResponse } from 'openapi-fetch'
import type { paths } from './openapi.ts'
import { REPEAT_FOR_MS, repeatingFetch, type Send } from './repeating-fetch.ts'

/** How to reach a service. */
export interface ClientOptions {
  /** Where the service is, such as `https://launch.example`. Plain http is taken for this machine alone. */
  readonly baseUrl: string
  /** `svc_ak_…`, sent as x-svc-api-key; left out for public reads, and where calls are paid for. */
  readonly apiKey?: string
  /** Sends the requests; `payingFetch` of `agent-launch-client/payments` pays for them. */
  readonly fetch?: Send
  /** How long a call that may be repeated is repeated, in milliseconds; 60,000 when left out, 0 for never. */
  readonly repeatForMs?: number
}

type Method = 'get' | 'post' | 'patch' | 'delete'

/** Paths of the API that have the method. */
export type PathsWith<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends { readonly [Name in M]: { readonly responses: unknown } } ? Path : never
}[keyof paths]

type Operation<M extends Method, Path extends PathsWith<M>> = paths[Path][M] & Record<string | number, unknown>

/** What a call answers: `data`, or `error` with the codes that this route may answer with. */
export type Answer<M extends Method, Path extends PathsWith<M>> = FetchResponse<Operation<M, Path>, object, `${string}/${string}`>

type Options<M extends Method, Path extends PathsWith<M>> = FetchOptions<Operation<M, Path>>

/** Calls a route; its options may be left out where none of them is needed. */
type Call<M extends Method> = <Path extends PathsWith<M>>(
  path: Path,
  ...options: object extends Options<M, Path> ? [options?: Options<M, Path>] : [options: Options<M, Path>]
) => Promise<Answer<M, Path>>

/** Every route of the service, typed from its OpenAPI document. A call rejects only when no answer came. */
export interface AgentLaunchClient {
  readonly GET: Call<'get'>
  readonly POST: Call<'post'>
  readonly PATCH: Call<'patch'>
  readonly DELETE: Call<'delete'>
}

/**
 * A client of the service at `baseUrl`. What may be repeated without doing anything twice is repeated for a while: reads, what has an
 * idempotency key, and sending a signed launch.
 *
 * @throws TypeError for an address to which a secret would travel in clear
 */
export function createClient({ baseUrl, apiKey, fetch, repeatForMs = REPEAT_FOR_MS }: ClientOptions): AgentLaunchClient {
  const { protocol, hostname, username, password } = new URL(baseUrl)
  if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK.test(hostname))) {
    throw new TypeError('baseUrl must be an https address: keys and secrets would be read on the way.')
  }
  if (username !== '' || password !== '') throw new TypeError('baseUrl must have no user name or password in it.')
  const client = createFetchClient<paths>({
    baseUrl,
    // Headers of ours would follow a redirect to wherever it leads.
    redirect: 'error',
    fetch: repeatingFetch(fetch ?? ((request) => globalThis.fetch(request)), repeatForMs),
  })
  client.use({
    onRequest({ request }) {
      // Who signs as a wallet is no agent: an approval that comes with a key is refused.
      if (apiKey !== undefined && !request.headers.has('x-svc-signature')) request.headers.set('x-svc-api-key', apiKey)
      return request
    },
  })
  return client as unknown as AgentLaunchClient
}

const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/
