import type { ApiDocument, ApiOperation } from '../../src/http/openapi/api-document.ts'
import { breakable, fill, h } from '../lib/dom.ts'
import { plural } from '../lib/format.ts'
import { GROUP_WORDS, type GroupWords, MESSAGES } from './group-words.ts'
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

/** A group of calls, with its heading: folded too. */
export interface ListedGroup extends GroupWords {
  /** Its address on this page, without the `#`. */
  readonly name: string
  readonly element: HTMLDetailsElement
  readonly calls: readonly ListedCall[]
}

/** Every call of the service in its group, and the messages that it sends. What is in a call is drawn when it is opened. */
export function callList(api: ApiDocument, parts: PageParts): ListedGroup[] {
  const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ document: api, operation, method: method.toUpperCase(), path })),
  )
  return Object.entries(GROUP_WORDS).flatMap(([tag, words]) => {
    const listed =
      tag === MESSAGES
        ? Object.entries(api.webhooks ?? {}).map(([type, { post }]) => listedMessage(api, type, post!))
        : calls.filter(({ operation }) => operation.tags[0] === tag).map((call) => listedCall(call, parts, words))
    return listed.length === 0 ? [] : [listedGroup(tag, words, listed)]
  })
}

function listedGroup(tag: string, { title, about }: GroupWords, calls: readonly ListedCall[]): ListedGroup {
  const name = `group-${tag}`
  const rows = calls.map(({ element }) => h('li', null, element))
  const head = h(
    'summary',
    null,
    h('h2', null, title),
    ' ',
    h('span', { class: 'group-about muted' }, about),
    ' ',
    h('span', { class: 'group-count muted' }, tag === MESSAGES ? plural(calls.length, 'event') : plural(calls.length, 'call')),
  )
  const element = h('details', { class: 'group', id: name }, head, h('ul', { class: 'calls', role: 'list' }, ...rows))
  return { name, title, about, calls, element }
}

function listedCall(call: DocumentedCall, parts: PageParts, group: GroupWords): ListedCall {
  const { method, path } = call
  const { operationId, summary, tags } = call.operation
  const title = [
    h('span', { class: `method method-${method.toLowerCase()}` }, method),
    h('code', null, ...breakable(path)),
    h('span', { class: 'call-what' }, summary.replaceAll('`', '')),
  ]
  const words = `${method} ${path} ${operationId} ${summary} ${tags[0]} ${group.title}`.toLowerCase()
  return { name: operationId, words, element: foldedCall(operationId, title, () => operationView(call, parts)) }
}

function listedMessage(api: ApiDocument, type: string, operation: ApiOperation): ListedCall {
  const title = [h('span', { class: 'method' }, 'Event'), h('code', null, type), h('span', { class: 'call-what' }, operation.summary ?? '')]
  const words = `event message webhook ${type} ${operation.summary}`.toLowerCase()
  return { name: type, words, element: foldedCall(type, title, () => messageView(api, operation)) }
}

function foldedCall(name: string, title: readonly HTMLElement[], draw: () => HTMLElement): HTMLDetailsElement {
  const place = h('div', { 'aria-live': 'off' })
  const heading = h('h3', null, ...title.flatMap((part) => [part, ' ']))
  const element = h('details', { class: 'call', id: `call-${name}` }, h('summary', null, heading), place)
  element.addEventListener('toggle', () => element.open && !place.hasChildNodes() && fill(place, draw()))
  return element
}
