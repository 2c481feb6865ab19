import addFormats from 'ajv-formats'
import { inlineSharedParts } from '../../src/http/openapi/inline-shared-parts.ts'
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020'

interface DocumentedAnswer {
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>
}

/** A route as /openapi.json has it. */
export interface DocumentedRoute {
  readonly method: string
  readonly path: string
  /** `GET /api/coins/{mint}`. */
  readonly name: string
  readonly operation: any
}

/** An answer as far as it is held against the document. */
export interface JudgedAnswer {
  readonly status: number
  header(name: string): string | null
  /** Null when the answer has none, as to HEAD. `undefined` as value: it is no JSON, or is not looked into. */
  readonly body: { readonly value: unknown } | null
}

/** Holds answers against /openapi.json. */
export interface AnswerJudge {
  readonly routes: readonly DocumentedRoute[]
  /** The route that takes this method and path; null for pages, and what does not exist. HEAD is asked for as GET. */
  find(method: string, pathname: string): DocumentedRoute | null
  /**
   * What the document lacks, in a sentence; null when the answer is one that it has: status, media type, headers, code, and no
   * field that the schema does not name.
   */
  judge(route: DocumentedRoute, answer: JudgedAnswer): string | null
}

/** Headers of every answer, which the document says once. */
const OF_EVERY_ANSWER = ['x-request-id', 'x-svc-cluster']

/** Headers that an answer may lack although they are documented: it is no replay, was paid by a key or x402, or this test has no rates. */
const SOMETIMES = /^(idempotency-replayed|payment-(response|receipt)|ratelimit-.*)$/

/** A judge by this document, with every object closed whose schema does not say otherwise. */
export function createAnswerJudge(document: any): AnswerJudge {
  const whole = inlineSharedParts(document)
  const { routes, find } = readRoutes(whole)
  const validator = createValidators(whole)
  return {
    routes,
    find,
    judge(route, { status, header, body }) {
      const answers = route.operation.responses as Readonly<Record<string, DocumentedAnswer>>
      const answer = answers[status] ?? ([403, 408, 413, 415, 429, 500, 503].includes(status) ? answers.default : undefined)
      const mediaType = header('content-type')?.split(';')[0] ?? ''
      const problem = mediaType === 'application/problem+json'
      const code = problem ? ` ${(body?.value as { code?: string } | undefined)?.code}` : ''
      const declare = problem ? `add ...notes({ refuses: ['${code.trim()}'] }) to the route’s detail` : 'declare it in response'
      const missing = (what: string, fix: string) => `${route.name} answered ${status} ${what}, which /openapi.json does not have: ${fix}`
      if (!answer) return missing(code, declare)
      // What may be answered with 304 has an ETag, which the document says there.
      const tagged = status === 200 && answers[304] ? ['etag'] : []
      for (const name of [...OF_EVERY_ANSWER, ...tagged, ...Object.keys(answer.headers ?? {})]) {
        if (header(name) === null && !SOMETIMES.test(name)) return `${route.name} answered ${status}${code} without the header ${name}`
      }
      if (body === null) return null
      const documented = Object.keys(answer.content ?? {})
      const shown = documented.find((type) => type === mediaType || (type === 'image/*' && mediaType.startsWith('image/')))
      if (!shown) return missing(`as ${mediaType}`, `it has ${documented.join(', ') || 'no body'}`)
      const validate = body.value === undefined ? null : validator(route, answers[status] ? String(status) : 'default', shown)
      if (!validate || validate(body.value)) return null
      const [first] = validate.errors!
      const where = `${first!.instancePath || '/'} ${first!.message} ${JSON.stringify(first!.params)}`
      return missing(`${code} with a body that breaks its schema (${where})`, problem ? declare : 'correct the schema')
    },
  }
}

function readRoutes(document: any): Pick<AnswerJudge, 'routes' | 'find'> {
  const routes = Object.entries(document.paths as Record<string, Record<string, unknown>>)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([lowerMethod, operation]) => {
        const method = lowerMethod.toUpperCase()
        const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
        return { method, path, name: `${method} ${path}`, operation, pattern }
      }),
    )
    // A name in the path gives way to a text in the same place.
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length)
  return {
    routes,
    find: (method, pathname) => routes.find((route) => route.method === method && route.pattern.test(pathname)) ?? null,
  }
}

function createValidators(document: any) {
  // That the schemas are schemas is held by openapi-validators.test.ts; each is used a few times, so what is quickly compiled is best.
  const ajv = new Ajv2020({ strict: false, validateFormats: true, validateSchema: false, code: { optimize: false }, inlineRefs: false })
  addFormats(ajv)
  ajv.addSchema(closed(document), 'openapi')
  const compiled = new Map<string, ValidateFunction | null>()
  return ({ method, path, operation }: DocumentedRoute, status: string, mediaType: string): ValidateFunction | null => {
    const pointer = ['paths', path, method.toLowerCase(), 'responses', status, 'content', mediaType, 'schema']
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/')
    if (!compiled.has(pointer)) {
      const has = operation.responses[status].content[mediaType].schema !== undefined
      compiled.set(pointer, has ? ajv.compile({ $ref: `openapi#/${pointer}` }) : null)
    }
    return compiled.get(pointer)!
  }
}

/** The document with every object closed whose schema does not say otherwise; members of allOf speak of a part only. */
export function closed(value: any, part = false): any {
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
