import { inlineSharedParts } from '../../src/http/openapi/inline-shared-parts.ts'
import { createPaidApp } from './payment-bank.ts'

/** What the client's types are made from, and by what it is known. */
export interface ClientDocument {
  readonly json: string
  /** SHA-256 of the text, as the head of the types says it. */
  readonly sha256: string
}

/** Says nothing of types: examples, headers of answers, and where this service is. */
const WITHOUT_TYPES = new Set(['headers', 'example', 'examples', 'servers', 'x-rate-limit', 'x-rate-limits', 'x-price', 'x-body-bytes-max'])

/** The OpenAPI document where every route is and calls are for sale too, as far as types are made from it. */
export async function clientDocument(): Promise<ClientDocument> {
  const { app } = await createPaidApp()
  const document = stripped(inlineSharedParts((await app.call('GET', '/openapi.json')).body)) as { info: object }
  await app.close()
  const json = JSON.stringify({ ...document, info: { title: 'agent launch service', version: '1.0.0' } })
  return { json, sha256: new Bun.CryptoHasher('sha256').update(json).digest('hex') }
}

/** The first line of the types. */
export const headOfTypes = ({ sha256 }: ClientDocument): string =>
  `// Made by \`bun run client:types\` from the OpenAPI document ${sha256}.`

function stripped(value: unknown, within = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => stripped(each))
  if (typeof value !== 'object' || value === null) return value
  // A property of a schema may have any name.
  const kept = Object.entries(value).filter(
    // That nothing else is in an answer is said of those alone that were checked before the document was made; types are the same.
    ([name, each]) => within === 'properties' || !(WITHOUT_TYPES.has(name) || (name === 'additionalProperties' && each === false)),
  )
  return Object.fromEntries(kept.map(([name, each]) => [name, stripped(each, within === 'properties' ? '' : name)]))
}
