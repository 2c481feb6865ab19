import type { ApiDocument, ApiOperation } from '../../src/http/openapi/api-document.ts'
import { fill, h } from '../lib/dom.ts'
import { messageView, operationView } from './operation-view.ts'
import type { DocumentedCall, PageParts } from './try-form.ts'

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

/** Every call of the service in its group, and the messages that it sends. What is in a call is drawn when it is opened. */
export function callList(api: ApiDocument, parts: PageParts): ListedGroup[] {
  const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ document: api, operation, method: method.toUpperCase(), path })),
  )
  const groups = api.tags.map(({ name, description }) => {
    const listed = calls.filter(({ operation }) => operation.tags[0] === name).map((call) => listedCall(call, parts))
    return listedGroup(name, description, listed)
  })
  const messages = Object.entries(api.webhooks ?? {}).map(([type, { post }]) => listedMessage(api, type, post!))
  return [...groups, listedGroup('messages', 'What this service sends to a webhook, as POST.', messages)]
}

function listedGroup(name: string, about: string, calls: readonly ListedCall[]): ListedGroup {
  const id = `group-${name}`
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll('-', ' ')
  const rows = calls.map(({ element }) => h('li', null, element))
  const heading = h('h2', { id, tabindex: '-1' }, title)
  const list = h('ul', { class: 'calls', role: 'list' }, ...rows)
  return { title, calls, element: h('section', { class: 'card', 'aria-labelledby': id }, heading, h('p', { class: 'muted' }, about), list) }
}

function listedCall(call: DocumentedCall, parts: PageParts): ListedCall {
  const { method, path } = call
  const { operationId, summary, tags } = call.operation
  const title = [
    h('span', { class: `method method-${method.toLowerCase()}` }, method),
    h('code', null, path),
    h('span', { class: 'call-what' }, summary),
  ]
  const words = `${method} ${path} ${operationId} ${summary} ${tags[0]}`.toLowerCase()
  return { name: operationId, words, element: foldedCall(operationId, title, () => operationView(call, parts)) }
}

function listedMessage(api: ApiDocument, type: string, operation: ApiOperation): ListedCall {
  const title = [h('span', { class: 'method' }, 'Event'), h('code', null, type)]
  const words = `event message webhook ${type}`.toLowerCase()
  return { name: type, words, element: foldedCall(type, title, () => messageView(api, operation)) }
}

function foldedCall(name: string, title: readonly HTMLElement[], draw: () => HTMLElement): HTMLDetailsElement {
  const place = h('div', { 'aria-live': 'off' })
  const heading = h('h3', null, ...title.flatMap((part) => [part, ' ']))
  const element = h('details', { class: 'call', id: `call-${name}` }, h('summary', null, heading), place)
  element.addEventListener('toggle', () => element.open && !place.hasChildNodes() && fill(place, draw()))
  return element
}
