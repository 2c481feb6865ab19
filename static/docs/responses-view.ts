import { h } from '../lib/dom.ts'
import { insideLink } from '../lib/links.ts'
import type { ApiDocument, ApiResponse, ApiOperation, JsonSchema } from '../../src/http/openapi/api-document.ts'
import { lazyDetails } from './lazy-details.ts'
import { schemaView } from './schema-view.ts'
import { shownText, textBlock } from './text-block.ts'

const PROBLEM = 'application/problem+json'

/** What an operation answers: fields and an example of each success, and the codes of each refusal. */
export function responsesView(document: ApiDocument, { operationId, responses }: ApiOperation): HTMLElement {
  const rows = Object.entries(responses)
  const isRefusal = ([, { content }]: readonly [string, ApiResponse]) => content?.[PROBLEM] !== undefined
  // A code stands under one status: what is left for the rest is what no other names.
  const named = new Set<string>()
  return h(
    'div',
    null,
    ...rows.filter((row) => !isRefusal(row)).map(([status, response]) => success(document, operationId, status, response)),
    rows.some(isRefusal) && h('h4', null, 'Errors'),
    rows.some(isRefusal) && h('dl', { class: 'refusals' }, ...rows.filter(isRefusal).map((row) => refusal(row, named))),
  )
}

function success(document: ApiDocument, operationId: string, status: string, { description, content = {} }: ApiResponse): HTMLElement {
  const [shown] = Object.values(content)
  const mediaTypes = Object.keys(content)
  const { schema, example } = shown ?? {}
  return h(
    'div',
    { class: 'answer' },
    h('h4', null, `${status}: ${description}`),
    mediaTypes.length > 0 && h('p', { class: 'muted' }, mediaTypes.join(', ')),
    schema?.type !== 'string' && schema !== undefined && lazyDetails('Fields', () => [schemaView(document.components.schemas, schema)]),
    example !== undefined &&
      lazyDetails('Example', () => [textBlock(shownText(example), `the example of a ${status} answer of ${operationId}`)]),
  )
}

/** More than these fold, so that one status does not bury the others. */
const OPEN_CODES_MAX = 8

/** The status of a refusal, and its codes, each of which leads to its page. */
function refusal([status, { content }]: readonly [string, ApiResponse], named: Set<string>): HTMLElement {
  const codes = codesOf(content?.[PROBLEM]?.schema).filter((code) => !named.has(code))
  for (const code of codes) named.add(code)
  const linked = (code: string) => h('li', null, insideLink(`/errors/${encodeURIComponent(code)}`, {}, h('code', null, code)))
  const list = () => [h('ul', { class: 'codes', role: 'list' }, ...codes.map(linked))]
  return h(
    'div',
    null,
    h('dt', null, status === 'default' ? 'Other' : status),
    h('dd', null, codes.length > OPEN_CODES_MAX ? lazyDetails(`${codes.length} codes`, list) : list()[0]!),
  )
}

/** The codes that a refusal's schema allows. */
const codesOf = (schema: JsonSchema | undefined): string[] =>
  ((schema?.['allOf'] ?? []) as readonly JsonSchema[]).flatMap(({ properties }) => (properties?.['code']?.enum ?? []).map(String))
