import type { AgentDocument } from '../../src/features/discovery/agent-view.ts'
import { ROUTE_TAGS, type RouteTag } from '../../src/domain/text/route-tags.ts'
import type { TEST_MESSAGE_TYPE } from '../../src/domain/webhooks/webhook.ts'
import { fill, h, spoken } from '../lib/dom.ts'
import type { ApiDocument } from '../../src/http/openapi/api-document.ts'
import type { Documents } from './documents.ts'
import { messageView, operationView } from './operation-view.ts'
import type { SecretFields } from './secret-fields.ts'

const TEST_MESSAGE: typeof TEST_MESSAGE_TYPE = 'webhook.test'

/** A call in the list: folded, until someone opens it. */
export interface ListedCall {
  /** Its address on this page, without the `#`. */
  readonly name: string
  /** What the filter looks into, in small letters. */
  readonly words: string
  readonly element: HTMLDetailsElement
}

/** A group of calls, with its heading. */
export interface ListedGroup {
  readonly title: string
  readonly element: HTMLElement
  readonly calls: readonly ListedCall[]
}

interface Tools {
  readonly documents: Documents
  readonly secretFields: SecretFields
}

/** Every call of the service in its group, and the messages that it sends. What is in a call is read when it is opened. */
export function callList({ endpoints, events }: Pick<AgentDocument, 'endpoints' | 'events'>, tools: Tools): ListedGroup[] {
  const tags = [...new Set(endpoints.map(({ tag }) => tag))]
  const groups = tags.map((tag) => {
    const calls = endpoints.filter((endpoint) => endpoint.tag === tag).map((endpoint) => listedCall(endpoint, tools))
    return listedGroup(tag, ROUTE_TAGS[tag as RouteTag] ?? '', calls)
  })
  const messages = [...events, TEST_MESSAGE].map((type) => listedMessage(type, tools))
  return [...groups, listedGroup('messages', 'What this service sends to a webhook, as POST.', messages)]
}

function listedGroup(title: string, about: string, calls: readonly ListedCall[]): ListedGroup {
  const id = `group-${title}`
  const rows = calls.map(({ element }) => h('li', null, element))
  const heading = h('h2', { id, tabindex: '-1' }, title)
  const list = h('ul', { class: 'calls', role: 'list' }, ...rows)
  return { title, calls, element: h('section', { class: 'card', 'aria-labelledby': id }, heading, h('p', { class: 'muted' }, about), list) }
}

function listedCall({ method, path, operationId, summary, tag }: AgentDocument['endpoints'][number], tools: Tools): ListedCall {
  const title = [
    h('span', { class: `method method-${method.toLowerCase()}` }, method),
    h('code', null, path),
    h('span', { class: 'call-what' }, summary),
  ]
  const load = async () => {
    const document = await tools.documents(tag)
    const operation = document?.paths[path]?.[method.toLowerCase()]
    return document && operation ? operationView({ document, operation, method, path }, tools.secretFields) : null
  }
  const words = `${method} ${path} ${operationId} ${summary} ${tag}`.toLowerCase()
  return { name: operationId, words, element: foldedCall(operationId, title, load) }
}

function listedMessage(type: string, tools: Tools): ListedCall {
  const load = async () => {
    const document: ApiDocument | null = await tools.documents('webhooks')
    const operation = document?.webhooks?.[type]?.['post']
    return document && operation ? messageView(document, operation) : null
  }
  const title = [h('span', { class: 'method' }, 'Event'), h('code', null, type)]
  return { name: type, words: `event message webhook ${type}`.toLowerCase(), element: foldedCall(type, title, load) }
}

function foldedCall(name: string, title: readonly HTMLElement[], load: () => Promise<HTMLElement | null>): HTMLDetailsElement {
  const place = h('div', { 'aria-live': 'off' })
  const heading = h('h3', null, ...title.flatMap((part) => [part, ' ']))
  const element = h('details', { class: 'call', id: `call-${name}` }, h('summary', null, heading), place)
  let shown = false
  const show = async () => {
    if (!element.open || shown) return
    shown = true
    fill(place, h('p', { class: 'call-says muted' }, 'Loading…'))
    const view = await load()
    shown = view !== null
    fill(place, view ?? h('p', { class: 'call-says' }, 'It could not be loaded; close and open it to try again.', spoken(name)))
  }
  element.addEventListener('toggle', () => void show())
  return element
}
