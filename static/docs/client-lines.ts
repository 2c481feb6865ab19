import type { ApiOperation, Parameter } from '../../src/http/openapi/api-document.ts'

/** A call as a person filled it in, by where its values go. */
export interface FilledValues {
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** Those that the operation declares; none is a secret. */
  readonly header: Readonly<Record<string, string>>
  readonly body: string | null
}

/** The header that the client sends by itself once it has a key. */
const KEY_HEADER = 'x-svc-api-key'

/** The call in TypeScript, through the typed client. `secrets` are headers that stand as a variable of the environment. */
export function clientLines(
  { operation, method, path }: { readonly operation: ApiOperation; readonly method: string; readonly path: string },
  {
    origin,
    values,
    secrets,
  }: { readonly origin: string; readonly values: FilledValues; readonly secrets: Readonly<Record<string, string>> },
): string {
  const { [KEY_HEADER]: key, ...others } = secrets
  const params = (['path', 'query', 'header'] as const).flatMap((place) => {
    const given = Object.entries(values[place]).map(([name, text]) => `${nameOf(name)}: ${literal(text, schemaOf(operation, name))}`)
    return given.length === 0 ? [] : [`${place}: { ${given.join(', ')} }`]
  })
  const headers = Object.entries(others).map(([name, variable]) => `${nameOf(name)}: process.env.${variable}!`)
  const options = [
    ...(params.length === 0 ? [] : [`params: { ${params.join(', ')} }`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} }`]),
    ...(values.body === null ? [] : [`body: ${indented(values.body)}`]),
    ...(answersJson(operation) ? [] : [`parseAs: 'text'`]),
  ]
  return [
    `import { createClient } from 'agent-launch-client'`,
    '',
    `const client = createClient({ baseUrl: ${quoted(origin)}${key === undefined ? '' : `, apiKey: process.env.${key}!`} })`,
    `const { data, error } = await client.${method}(${quoted(path)}${options.length === 0 ? '' : `, {\n${options.map((line) => `  ${line},\n`).join('')}}`})`,
    'console.log(error ?? data)',
  ].join('\n')
}

const quoted = (text: string): string => JSON.stringify(text)

const nameOf = (name: string): string => (/^[a-z_]\w*$/i.test(name) ? name : quoted(name))

const schemaOf = ({ parameters = [] }: ApiOperation, name: string): Parameter['schema'] | undefined =>
  parameters.find((parameter) => parameter.name === name)?.schema

/** Numbers and truth values as such, all else as text. */
const literal = (text: string, schema: Parameter['schema'] | undefined): string =>
  /^(integer|number|boolean)$/.test([schema?.type ?? ''].flat()[0]!) && /^(-?\d+(\.\d+)?|true|false)$/.test(text) ? text : quoted(text)

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).replaceAll('\n', '\n  ')
  } catch {
    return text
  }
}

/** Whether what it answers when all is well is JSON, or nothing. */
const answersJson = ({ responses }: ApiOperation): boolean =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .every(([, { content = {} }]) => Object.keys(content).every((mediaType) => mediaType.includes('json')))
