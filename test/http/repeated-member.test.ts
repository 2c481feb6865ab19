import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { expectNothingHappened } from '../support/nothing-happened.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

describe('decision "A member that is there twice": a member that is there twice', () => {
  let app: TestApp
  beforeAll(async () => void (app = await createTestApp()))
  afterAll(() => app.close())

  test.each([
    ['{"label":"one","label":"two"}', '/label'],
    ['{"label":"one","l\\u0061bel":"one"}', '/label'],
    ['{"a":[{"b":{"c~/":1,"x":"}\\"{","c~/":1}}]}', '/a/0/b/c~0~1'],
    ['{"__proto__":1,"__proto__":2}', '/__proto__'],
  ])('%s is refused by its name', async (text, path) => {
    const refused = await expectNothingHappened(app, () => app.call('POST', '/api/agent/keys/claim', text))
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_invalid', errors: [{ path }] } })
  })

  test('after megabytes of escapes too', async () => {
    const text = `{"name":"one","imageBase64":"${'\\n'.repeat(1_000_000)}","name":"two"}`
    const refused = await app.call('POST', '/api/agent/launch/dry-run', text, { key: await app.claim() })
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: '/name' }] } })
  })

  test('of one name in two objects neither is', async () => {
    const answer = await app.call(
      'POST',
      '/api/agent/keys/claim',
      '{"label":"one","agentName":"label","model":"{\\"label\\":1,\\"label\\":2}"}',
    )
    expect(answer.status).toBe(201)
  })
})
