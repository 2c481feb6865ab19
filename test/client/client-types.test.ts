import { expect, test } from 'bun:test'
import { clientDocument, headOfTypes } from '../support/client-document.ts'
import { CLIENT_TYPES } from '../support/client-types.ts'

test('decision "The typed client": the client’s types are made from what /openapi.json says now: `bun run client:types` makes them', async () => {
  const [head] = (await Bun.file(CLIENT_TYPES).text()).split('\n', 1)
  expect(head).toBe(headOfTypes(await clientDocument()))
})
