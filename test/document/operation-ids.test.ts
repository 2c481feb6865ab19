import { expect, test } from 'bun:test'
import { createTestApp } from '../support/test-app.ts'

test('rules 9.1: operations are named as a person would name them, each once', async () => {
  const app = await createTestApp()
  const { paths, webhooks } = (await app.call('GET', '/openapi.json')).body
  const named = Object.entries(paths as Record<string, Record<string, { operationId: string }>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [`${method.toUpperCase()} ${path}`, operationId] as const),
  )
  const messages = Object.values(webhooks as Record<string, { post: { operationId: string } }>).map(({ post }) => post.operationId)
  const ids = [...named.map(([, id]) => id), ...messages]
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  for (const id of ids) expect(id).toMatch(/^[a-z]+(?:[A-Z][a-z]+)*$/)
  expect(named.length).toBeGreaterThan(80)
  const { endpoints } = (await app.call('GET', '/api/agent')).body as { endpoints: { routes: string[] }[] }
  expect(endpoints.flatMap(({ routes }) => routes).toSorted()).toEqual(named.map(([route]) => route).toSorted())
  await app.close()
})
