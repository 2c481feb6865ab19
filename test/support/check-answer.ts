import addFormats from 'ajv-formats'
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020'

interface DocumentedAnswer {
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>
}

interface DocumentedRoute {
  readonly method: string
  readonly path: string
  readonly pattern: RegExp
  readonly responses: Readonly<Record<string, DocumentedAnswer>>
}

/** Which routes answered with which status during the run: `GET /api/coins 200`. */
export const answersSeen = new Set<string>()

/** Headers that an answer may lack although they are documented: it is no replay, or this test has no rates. */
const SOMETIMES = /^(idempotency-replayed|payment-response|ratelimit-.*)$/

interface Checker {
  readonly routes: readonly DocumentedRoute[]
  readonly validator: (route: DocumentedRoute, status: string, mediaType: string) => ValidateFunction | null
}

// Test files have modules of their own; what is compiled for one serves them all.
const shared = globalThis as { answerCheckers?: Map<string, Promise<Checker>> }

/**
 * Returns when the answer is one that /openapi.json has for its route: the status, the media type, the headers, the error code, and
 * the body with no field that the schema does not name.
 * @throws Error that says what the document lacks
 */
export async function checkAnswer(readDocument: () => Promise<any>, request: Request, response: Response, variant = ''): Promise<void> {
  const checkers: Map<string, Promise<Checker>> = (shared.answerCheckers ??= new Map())
  const checker = checkers.get(variant) ?? readDocument().then(createChecker)
  checkers.set(variant, checker)
  const { routes, validator } = await checker
  const { pathname } = new URL(request.url)
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const route = routes.find((candidate) => candidate.method === method && candidate.pattern.test(pathname))
  // Pages for people, and paths and methods that do not exist.
  if (!route) return
  const name = `${route.method} ${route.path}`
  const { status, headers } = response
  const missing = (what: string, fix: string) => new Error(`${name} answered ${status} ${what}, which /openapi.json does not have: ${fix}`)

  answersSeen.add(`${name} ${status}`)
  const answer = route.responses[status] ?? (status === 500 ? route.responses.default : undefined)
  const mediaType = headers.get('content-type')?.split(';')[0] ?? ''
  const text = /json/.test(mediaType) ? await response.clone().text() : ''
  const body = text === '' ? undefined : JSON.parse(text)
  const code = mediaType === 'application/problem+json' ? ` ${body?.code}` : ''
  const declare = code === '' ? 'declare it in response' : `add ...notes({ refuses: ['${code.trim()}'] }) to the route’s detail`
  if (!answer) throw missing(`${code}`, declare)
  for (const header of Object.keys(answer.headers ?? {})) {
    if (!headers.has(header) && !SOMETIMES.test(header)) throw new Error(`${name} answered ${status}${code} without the header ${header}`)
  }
  if (response.body === null || request.method === 'HEAD') return
  const documented = Object.keys(answer.content ?? {})
  const shown = documented.find((type) => type === mediaType || (type === 'image/*' && mediaType.startsWith('image/')))
  if (!shown) throw missing(`as ${mediaType}`, `it has ${documented.join(', ') || 'no body'}`)
  const validate = body === undefined ? null : validator(route, route.responses[status] ? String(status) : 'default', shown)
  if (validate && !validate(body)) {
    const [first] = validate.errors!
    const where = `${first!.instancePath || '/'} ${first!.message} ${JSON.stringify(first!.params)}`
    throw missing(`${code} with a body that breaks its schema (${where})`, code === '' ? 'correct the schema' : declare)
  }
}

function createChecker(document: any): Checker {
  const strict = closed(document)
  const ajv = new Ajv2020({ strict: false, validateFormats: true })
  addFormats(ajv)
  ajv.addSchema(strict, 'openapi')
  const compiled = new Map<string, ValidateFunction | null>()
  const routes = Object.entries(document.paths as Record<string, Record<string, { responses: DocumentedRoute['responses'] }>>)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { responses }]) => ({
        method: method.toUpperCase(),
        path,
        pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
        responses,
      })),
    )
    // A name in the path gives way to a text in the same place.
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length)
  return {
    routes,
    validator({ method, path, responses }, status, mediaType) {
      const pointer = ['paths', path, method.toLowerCase(), 'responses', status, 'content', mediaType, 'schema']
        .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
        .join('/')
      if (!compiled.has(pointer)) {
        const has = responses[status]!.content![mediaType]!.schema !== undefined
        compiled.set(pointer, has ? ajv.compile({ $ref: `openapi#/${pointer}` }) : null)
      }
      return compiled.get(pointer)!
    },
  }
}

/** The document with every object closed whose schema does not say otherwise; members of allOf speak of a part only. */
function closed(value: any, part = false): any {
  if (Array.isArray(value)) return value.map((member) => closed(member, part))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.fromEntries(
    Object.entries(value).map(([keyword, member]) => [
      keyword,
      /^(example|examples|default)$/.test(keyword) && keyword !== 'default' ? member : closed(member, keyword === 'allOf'),
    ]),
  )
  const isOpen = value.properties !== undefined && value.additionalProperties === undefined && !part
  return isOpen ? { ...members, additionalProperties: false } : members
}
