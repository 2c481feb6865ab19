import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** The API's document for so many clients that ask at once, of which each has an address of its own. */
const askFor = (clients: number, headers: Record<string, string> = {}): Promise<Response>[] =>
  Array.from({ length: clients }, (_, index) => app.raw(new Request('http://launch.test/openapi.json', { headers }), `198.51.100.${index}`))

/** How many of them have their answer when somebody has theirs who asked for something else after them all. */
async function answeredBefore(asked: readonly Promise<Response>[]): Promise<number> {
  let answered = 0
  for (const one of asked) void one.then(() => (answered += 1))
  await app.raw(new Request('http://launch.test/healthz'))
  return answered
}

describe('decision "A long answer": clients that ask for a long document at once', () => {
  test('have it a few in each turn: others are answered between them, and each has the whole', async () => {
    const unwritten = askFor(100)
    expect(await answeredBefore(unwritten)).toBe(0)
    await Promise.all(unwritten)
    const kept = askFor(100)
    expect(await answeredBefore(kept)).toBeLessThan(10)
    const answers = await Promise.all([...unwritten, ...kept])
    const texts = await Promise.all(answers.map(async (answer) => `${answer.status} ${Bun.hash(await answer.text())}`))
    expect(new Set(texts).size).toBe(1)
  })

  test('who takes it compressed waits for no turn', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    await Promise.all(askFor(1, headers))
    expect(await answeredBefore(askFor(100, headers))).toBe(100)
  })
})
