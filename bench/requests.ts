/** Client addresses that a load comes from. */
export const CLIENTS = 10_000

/** The n-th client's address, as a proxy on loopback writes it into X-Forwarded-For. */
export const clientOf = (n: number): string => `10.77.${Math.floor((n % CLIENTS) / 250)}.${(n % 250) + 1}`

/** What makes a request. */
export interface RequestParts {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly client: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** The bytes of a request over a connection that stays open. */
export function rawRequest({ method = 'GET', path, client, headers = {}, body }: RequestParts): Uint8Array {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'accept: */*',
    'user-agent: bench',
    `x-forwarded-for: ${client}`,
    'x-forwarded-proto: https',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]),
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`)
}
