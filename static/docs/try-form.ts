import { fill, h } from '../lib/dom.ts'
import type { ApiDocument, ApiOperation, Parameter } from '../../src/http/openapi/api-document.ts'
import { type TriedCall, curlLine, makeCall } from './tried-call.ts'
import { clientLines, type FilledValues } from './client-lines.ts'
import type { CommandChoice } from './command-choice.ts'
import { lazyDetails } from './lazy-details.ts'
import type { SecretFields } from './secret-fields.ts'
import { shownText, textBlock } from './text-block.ts'

/** Schemes whose value is a secret, by the variable that stands for it in a shell. */
const SECRETS: Readonly<Record<string, string>> = { apiKey: 'KEY', launcherKey: 'LAUNCHER_SECRET', payment: 'PAYMENT' }

/** A call of the document: where it goes, and what it is. */
export interface DocumentedCall {
  readonly document: ApiDocument
  readonly operation: ApiOperation
  readonly method: string
  readonly path: string
}

/** A value that a person fills in. */
interface Input {
  readonly name: string
  readonly place: Parameter['in'] | 'body'
  readonly field: HTMLInputElement | HTMLTextAreaElement
  readonly line: HTMLElement
  readonly variable?: string
}

/** What the calls of the page share. */
export interface PageParts {
  readonly secretFields: SecretFields
  readonly written: CommandChoice
}

/** A form that makes the call, with the same call as a line for a shell and through the typed client. */
export function tryForm(call: DocumentedCall, { secretFields, written }: PageParts): HTMLElement {
  const { document: api, operation } = call
  const inputs = inputsOf(call, secretFields)
  const secrets = Object.fromEntries(inputs.flatMap(({ name, variable }) => (variable === undefined ? [] : [[name, variable]])))
  const origin = api.servers[0].url
  const line = written.place(operation.operationId, () => ({
    curl: curlLine(origin, filledCall(call, inputs), secrets),
    TypeScript: clientLines(call, { origin, values: filledValues(inputs), secrets }),
  }))
  const outcome = h('div', { class: 'outcome-of-call', role: 'status' })
  const submit = h('button', { type: 'submit', class: 'button button-main' }, 'Send')
  const form = h(
    'form',
    { class: 'settings', 'aria-label': `Try ${operation.operationId}` },
    ...inputs.map((input) => input.line),
    h('p', { class: 'actions' }, submit, Object.keys(secrets).length > 0 && note('Kept until this page closes.')),
  )
  form.addEventListener('input', line.update)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    // Not disabled, which would take the focus away.
    if (submit.getAttribute('aria-disabled') === 'true') return
    submit.setAttribute('aria-disabled', 'true')
    fill(outcome, h('p', { class: 'muted' }, 'Waiting for the answer…'))
    void showOutcome(outcome, call, inputs).finally(() => {
      submit.removeAttribute('aria-disabled')
      outcome.scrollIntoView({ block: 'nearest' })
    })
  })
  return h('div', null, h('h4', null, 'Try it'), form, outcome, h('h4', null, 'As a program'), line.element)
}

function inputsOf({ document: api, operation }: DocumentedCall, secretFields: SecretFields): Input[] {
  return [...securityInputs(api, operation, secretFields), ...parameterInputs(operation), ...bodyInputs(operation)]
}

/** The headers that say who asks, of every way there is. */
function securityInputs(api: ApiDocument, { operationId, security }: ApiOperation, secretFields: SecretFields): Input[] {
  const schemes = new Set(security.flatMap((way) => Object.keys(way)))
  return [...schemes].flatMap((scheme) => {
    const { name } = api.components.securitySchemes[scheme] ?? {}
    if (name === undefined) return []
    const id = `try-${operationId}-${name}`
    const variable = SECRETS[scheme]
    const isAlways = security.every((way) => scheme in way)
    const field = variable === undefined ? textField(id, false) : secretFields.field(id, name)
    const line = fieldLine(id, `${name}${isAlways ? '' : ' (optional)'}`, field)
    if (scheme === 'launcherKey') guard(line, name)
    return [{ name, place: 'header' as const, field, line, ...(variable === undefined ? {} : { variable }) }]
  })
}

/** No page asks for the secret of a wallet that holds money. */
function guard(line: HTMLElement, name: string): void {
  if (document.documentElement.dataset['cluster'] === 'simulated') line.append(note('Test wallets only.'))
  else fill(line, name, note('Never type a wallet’s secret into a page.'))
}

const note = (text: string) => h('span', { class: 'muted' }, text)

function parameterInputs({ operationId, parameters = [] }: ApiOperation): Input[] {
  return parameters.map(({ name, in: place, required }) => {
    const id = `try-${operationId}-${name}`
    const field = textField(id, required)
    return { name, place, field, line: fieldLine(id, `${name}${required ? '' : ' (optional)'}`, field) }
  })
}

function bodyInputs({ operationId, requestBody }: ApiOperation): Input[] {
  const [content] = Object.values(requestBody?.content ?? {})
  if (!content) return []
  const id = `try-${operationId}-body`
  const field = h('textarea', { id, class: 'field', spellcheck: 'false' })
  field.value = shownText(content.example ?? {})
  return [{ name: 'body', place: 'body', field, line: fieldLine(id, 'Body (JSON)', field) }]
}

const textField = (id: string, required: boolean): HTMLInputElement =>
  h('input', { id, class: 'field', required, autocomplete: 'off', spellcheck: 'false' })

const fieldLine = (id: string, title: string, field: HTMLElement): HTMLElement =>
  h('p', { class: 'field-line' }, h('label', { for: id }, title), field)

function filledCall({ method, path }: DocumentedCall, inputs: readonly Input[]): TriedCall {
  const at = (place: Input['place']) => inputs.filter((input) => input.place === place && input.field.value !== '')
  const query = new URLSearchParams(at('query').map(({ name, field }) => [name, field.value])).toString()
  const filled = at('path').reduce((text, { name, field }) => text.replace(`{${name}}`, () => encodeURIComponent(field.value)), path)
  return {
    method,
    path: query === '' ? filled : `${filled}?${query}`,
    headers: Object.fromEntries(at('header').map(({ name, field }) => [name, field.value])),
    body: at('body')[0]?.field.value ?? null,
  }
}

function filledValues(inputs: readonly Input[]): FilledValues {
  const at = (place: Input['place']) =>
    Object.fromEntries(
      inputs
        .filter((input) => input.place === place && input.variable === undefined && input.field.value !== '')
        .map(({ name, field }) => [name, field.value]),
    )
  return { path: at('path'), query: at('query'), header: at('header'), body: at('body')['body'] ?? null }
}

async function showOutcome(place: HTMLElement, call: DocumentedCall, inputs: readonly Input[]): Promise<void> {
  const answer = await makeCall(filledCall(call, inputs))
  if (answer === null) {
    return fill(place, h('p', { class: 'outcome-bad' }, 'No answer arrived; look whether it was done before you try again.'))
  }
  const { status, failed, headers, text } = answer
  const of = call.operation.operationId
  fill(
    place,
    h('p', { class: failed ? 'outcome-bad' : 'outcome' }, h('strong', null, status)),
    lazyDetails('Headers', () => [textBlock(headers, `headers of the answer to ${of}`)]),
    text === '' ? h('p', { class: 'muted' }, 'It has no body.') : textBlock(text, `answer to ${of}`),
  )
}
