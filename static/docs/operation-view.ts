import { h } from '../lib/dom.ts'
import type { ApiDocument, Content, ApiOperation, Parameter } from '../../src/http/openapi/api-document.ts'
import { lazyDetails } from './lazy-details.ts'
import { responsesView } from './responses-view.ts'
import { marked, rulesText, schemaView, typeText } from './schema-view.ts'
import { shownText, textBlock } from './text-block.ts'
import { type DocumentedCall, type PageParts, tryForm } from './try-form.ts'

/** All that the document says of a call, and a form to try it. */
export function operationView(call: DocumentedCall, parts: PageParts): HTMLElement {
  const { document, operation } = call
  const form = h('div', { class: 'call-try' }, tryForm(call, parts))
  return h(
    'div',
    { class: 'call-body' },
    h(
      'div',
      { class: 'call-says' },
      h('button', { type: 'button', class: 'link-button to-try', onclick: () => form.scrollIntoView() }, 'Try it'),
      ...descriptionOf(operation),
      ...requestOf(document, operation),
      ...limitsOf(document, operation),
      responsesView(document, operation),
    ),
    form,
  )
}

/** All that the document says of a message that the service sends. */
export function messageView(document: ApiDocument, operation: ApiOperation): HTMLElement {
  return h('div', { class: 'call-says' }, h('p', null, operation.summary), ...descriptionOf(operation), ...requestOf(document, operation))
}

const descriptionOf = ({ description }: ApiOperation): HTMLElement[] =>
  description === undefined ? [] : [h('p', null, ...marked(description))]

/** How much of it is taken, below what it needs. */
function limitsOf({ 'x-rate-limits': rates }: ApiDocument, operation: ApiOperation): HTMLElement[] {
  const { 'x-price': price, 'x-rate-limit': group, 'x-body-bytes-max': bodyBytesMax } = operation
  const rate = group === undefined ? undefined : rates[group]
  const limits = [
    rate?.perKey === undefined ? '' : `${rate.perKey} a minute for each key`,
    rate?.perAddress === undefined ? '' : `${rate.perAddress} a minute for each address`,
    bodyBytesMax === undefined ? '' : `a body of at most ${Math.ceil(bodyBytesMax / 1024)} KiB`,
    price === undefined ? '' : `${price} for a call without a key`,
  ].filter((limit) => limit !== '')
  return limits.length === 0 ? [] : [h('h4', null, 'Limits'), h('p', { class: 'muted' }, `Takes ${limits.join(', ')}.`)]
}

function requestOf(document: ApiDocument, { operationId, parameters = [], requestBody }: ApiOperation): HTMLElement[] {
  const rows = parameters.map(parameterRow)
  return [
    ...(rows.length === 0 ? [] : [h('h4', null, 'Parameters'), h('ul', { class: 'fields', role: 'list' }, ...rows)]),
    ...(requestBody === undefined ? [] : bodyOf(document, operationId, requestBody.content)),
  ]
}

function bodyOf(document: ApiDocument, operationId: string, content: Content): HTMLElement[] {
  return Object.values(content).map(({ schema, example }) =>
    h(
      'div',
      null,
      h('h4', null, 'Body'),
      schema !== undefined && schemaView(document.components.schemas, schema),
      example !== undefined && lazyDetails('Example', () => [textBlock(shownText(example), `the example of ${operationId}`)]),
    ),
  )
}

function parameterRow({ name, in: place, required, description, schema }: Parameter): HTMLElement {
  const rules = [description, rulesText(schema)].filter(Boolean).join(' · ')
  return h(
    'li',
    null,
    h(
      'p',
      { class: 'field-head' },
      h('code', null, name),
      h('span', { class: 'type' }, ...marked(typeText(schema))),
      h('span', { class: 'muted' }, `in the ${place}`),
      required && h('strong', null, 'required'),
    ),
    rules !== '' && h('p', { class: 'muted' }, ...marked(rules)),
  )
}
