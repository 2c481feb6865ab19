/** A call as a person filled it in. */
export interface TriedCall {
  readonly method: string
  /** With what its query is, from the root of the service. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** What came back. */
export interface TriedAnswer {
  readonly status: string
  readonly failed: boolean
  readonly headers: string
  readonly text: string
}

/** Longest that an answer is waited for: a launch on a slow chain takes a while. */
const TIMEOUT_MS = 120_000
const SHOWN_CHARS_MAX = 200_000

/** Makes the call; null where no answer arrived. Never throws. */
export async function makeCall({ method, path, headers, body }: TriedCall): Promise<TriedAnswer | null> {
  try {
    const response = await fetch(path, {
      method,
      headers: { ...headers, ...(body === null ? {} : { 'content-type': 'application/json' }) },
      ...(body === null ? {} : { body }),
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return {
      status: `${response.status} ${response.statusText}`.trim(),
      failed: !response.ok,
      headers: [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n'),
      text: await readText(response),
    }
  } catch {
    return null
  }
}

async function readText(response: Response): Promise<string> {
  const mediaType = response.headers.get('content-type') ?? ''
  if (!/json|text|xml/.test(mediaType)) {
    const { size } = await response.blob()
    return size === 0 ? '' : `${size.toLocaleString('en-GB')} bytes of ${mediaType}`
  }
  const text = await response.text()
  const shown = mediaType.includes('json') ? indented(text) : text
  return shown.length <= SHOWN_CHARS_MAX ? shown : `${shown.slice(0, SHOWN_CHARS_MAX)}\n… and so on`
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The call as a line for a shell. `secrets` are headers that stand as a variable of it, so that no secret is copied with the line. */
export function curlLine(origin: string, { method, path, headers, body }: TriedCall, secrets: Readonly<Record<string, string>>): string {
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(`${origin}${path}`)}`]
  for (const [name, variable] of Object.entries(secrets)) lines.push(`-H "${name}: $${variable}"`)
  for (const [name, value] of Object.entries(headers)) if (!(name in secrets)) lines.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (body !== null) lines.push(`-H 'content-type: application/json'`, `-d ${quoted(body)}`)
  return lines.join(' \\\n  ')
}
