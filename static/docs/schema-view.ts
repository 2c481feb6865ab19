import { type Child, fill, h } from '../lib/dom.ts'
import type { ApiDocument, JsonSchema } from '../../src/http/openapi/api-document.ts'
import { lazyDetails } from './lazy-details.ts'

type Schemas = ApiDocument['components']['schemas']

/** A text in which what stands in backticks is code. */
export const marked = (text: string): Child[] => text.split('`').map((part, index) => (index % 2 === 0 ? part : h('code', null, part)))

const nameOf = (ref: string): string => ref.split('/').at(-1)!

/** `crew member` of CrewMember. */
const wordsOf = (name: string): string => name.replace(/\B[A-Z]/g, ' $&').toLowerCase()

const follow = (schemas: Schemas, schema: JsonSchema): JsonSchema =>
  schema.$ref === undefined ? schema : (schemas[nameOf(schema.$ref)] ?? {})

/** What a value of this schema is, in a few words: "list of crew member", "string (date-time) or null". */
export function typeText(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return wordsOf(nameOf(schema.$ref))
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeText))].join(' or ')
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(' or ')
  if (schema.type === 'array') return schema.items ? `list of ${typeText(schema.items)}` : 'list'
  const values = Object.values(schema.patternProperties ?? {})
  if (values.length > 0) return `map of ${values.map(typeText).join(' or ')}`
  const [type = 'anything', ...others] = [schema.type ?? []].flat()
  return [schema.format === undefined ? type : `${type} (${schema.format})`, ...others].join(' or ')
}

/** The bounds of a value, in words; empty where it has none. */
export function rulesText(schema: JsonSchema): string {
  const rules = [
    between(schema['minLength'], schema['maxLength'], 'characters'),
    between(schema['minItems'], schema['maxItems'], 'entries'),
    between(schema['minimum'], schema['maximum'], ''),
    schema['exclusiveMinimum'] === undefined ? '' : `more than ${String(schema['exclusiveMinimum'])}`,
    schema['uniqueItems'] === true ? 'each once' : '',
    schema['pattern'] === undefined ? '' : `matches \`${String(schema['pattern'])}\``,
    schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\` if left out`,
  ]
  return rules.filter((rule) => rule !== '').join('; ')
}

const numberText = (value: unknown): string => Number(value).toLocaleString('en-GB')

function between(least: unknown, most: unknown, of: string): string {
  if (least === undefined && most === undefined) return ''
  return `${numbersBetween(least, most)} ${of}`.trim()
}

function numbersBetween(least: unknown, most: unknown): string {
  if (most === undefined) return `at least ${numberText(least)}`
  if (least === undefined) return `at most ${numberText(most)}`
  return least === most ? numberText(most) : `${numberText(least)} to ${numberText(most)}`
}

/** Schemas of objects inside this one, by what they are called: those of a list's entries, of each alternative, of a map's values. */
function objectsIn(schemas: Schemas, schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  const target = follow(schemas, schema)
  const name = schema.$ref === undefined ? (target.title ?? '') : nameOf(schema.$ref)
  if (target.properties) return [[name, target]]
  const inside = [...(target.anyOf ?? []), ...(target.items ? [target.items] : []), ...Object.values(target.patternProperties ?? {})]
  return inside.flatMap((each) => objectsIn(schemas, each))
}

/** The fields of a schema; what is inside them opens. */
export function schemaView(schemas: Schemas, schema: JsonSchema): HTMLElement {
  const objects = objectsIn(schemas, schema)
  const [first] = objects
  const plain = follow(schemas, schema)
  if (objects.length > 1 && objects.every(([name]) => name !== '')) return oneOf(schemas, objects)
  if (first === undefined || objects.length > 1 || plain !== first[1]) {
    return h('div', null, h('p', null, h('span', { class: 'type' }, ...marked(typeText(schema)))), ...foldedObjects(schemas, objects))
  }
  const fields = Object.entries(first[1].properties ?? {})
  if (fields.length === 0) return h('p', { class: 'muted' }, 'No fields.')
  return h('ul', { class: 'fields', role: 'list' }, ...fields.map(([name, field]) => fieldRow(schemas, name, field, first[1])))
}

/** The fields of the alternative that is chosen; a form, since a choice is one of those in its form. */
function oneOf(schemas: Schemas, objects: readonly (readonly [string, JsonSchema])[]): HTMLElement {
  const shown = h('div')
  const choices = objects.map(([name, object], index) => {
    const show = () => fill(shown, schemaView(schemas, object))
    if (index === 0) show()
    const radio = h('input', { type: 'radio', name: 'one', checked: index === 0, onchange: show })
    const words = wordsOf(name).replace(/( dry run)? request$/, '')
    return h('label', { class: 'range' }, radio, h('span', null, words[0]!.toUpperCase() + words.slice(1)))
  })
  return h(
    'form',
    null,
    h('p', { class: 'muted' }, 'One of:'),
    h('fieldset', { class: 'ranges', 'aria-label': 'One of' }, ...choices),
    shown,
  )
}

const foldedObjects = (schemas: Schemas, objects: readonly (readonly [string, JsonSchema])[]) =>
  objects.map(([name, object]) =>
    lazyDetails(name === '' ? 'Its fields' : `Fields of ${wordsOf(name)}`, () => [schemaView(schemas, object)]),
  )

/** `Percent for a/b: x 1/2, y 3/4; more` as a table; null of any other text. */
function splitTable(text: string): Child[] | null {
  const [, what, heads, rows, more] = /^(.+) for (\w+(?:\/\w+)+): (.+?); (.+)$/.exec(text) ?? []
  if (!what) return null
  const row = (tag: 'th' | 'td', first: Child, parts: string) =>
    h('tr', null, h('td', null, first), ...parts.split('/').map((part) => h(tag, null, part)))
  const each = rows!.split(', ').map((line) => line.split(' '))
  const table = [row('th', '', heads!), ...each.map(([name, parts]) => row('td', h('code', null, name), parts!))]
  return [h('table', { class: 'splits' }, h('caption', { class: 'muted' }, what), ...table), h('p', { class: 'muted' }, more)]
}

function fieldRow(schemas: Schemas, name: string, field: JsonSchema, parent: JsonSchema): HTMLElement {
  const rules = rulesText(field)
  const says = field.description ?? follow(schemas, field).description
  return h(
    'li',
    null,
    h(
      'p',
      { class: 'field-head' },
      h('code', null, name),
      h('span', { class: 'type' }, ...marked(typeText(field))),
      (parent.required ?? []).includes(name) && h('strong', null, 'required'),
    ),
    ...(splitTable(says ?? '') ?? [
      (says !== undefined || rules !== '') && h('p', { class: 'muted' }, ...marked([says, rules].filter(Boolean).join(' · '))),
    ]),
    ...foldedObjects(schemas, objectsIn(schemas, field)),
  )
}
