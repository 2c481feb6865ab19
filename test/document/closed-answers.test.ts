import { expect, test } from 'bun:test'
import { inlineSharedParts } from '../../src/http/openapi/inline-shared-parts.ts'
import { createTestApp } from '../support/test-app.ts'

/** Where a schema says nothing of what is in an object or an array. */
function openPlaces(schema: any, position: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((member, index) => openPlaces(member, `${position}/${index}`))
  if (typeof schema !== 'object' || schema === null) return []
  const isOpen =
    schema.additionalProperties === true ||
    (schema.type === 'object' && !schema.properties && !schema.patternProperties) ||
    (schema.type === 'array' && !schema.items)
  const inner = Object.entries(schema)
    .filter(([keyword]) => !['example', 'examples', 'default', 'enum', 'const'].includes(keyword))
    .flatMap(([keyword, value]) => openPlaces(value, `${position}/${keyword}`))
  return isOpen ? [position, ...inner] : inner
}

test('no answer, and no message to a webhook, has an open part but the document itself', async () => {
  const app = await createTestApp()
  const { paths, webhooks, components } = inlineSharedParts((await app.call('GET', '/openapi.json')).body)
  const answers = Object.entries(paths as Record<string, Record<string, any>>).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) => openPlaces(responses, `${method.toUpperCase()} ${path}`)),
  )
  expect(answers).toEqual(['GET /openapi.json/200/content/application/json/schema'])
  expect(openPlaces(webhooks, 'webhooks')).toEqual([])
  expect(openPlaces(components.schemas, '')).toEqual([])
  expect(Object.keys(components.schemas).length).toBeGreaterThan(30)
  await app.close()
})

test('a planted open part is seen', () => {
  const open = { properties: { plan: { type: 'object', additionalProperties: true }, list: { type: 'array' }, name: { type: 'string' } } }
  expect(openPlaces({ type: 'object', ...open }, '')).toEqual(['/properties/plan', '/properties/list'])
})
