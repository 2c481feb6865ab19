import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import kept from '../../src/features/discovery/recorded-calls.json'
import type { RecordedCalls } from '../../src/features/discovery/read-recorded-calls.ts'
import { withoutChance } from '../support/drawn-by-chance.ts'
import { recordCalls } from '../support/record-calls.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const text = async (path: string): Promise<string> => (await app.call('GET', path)).body

describe('decision "Worked examples": the worked examples', () => {
  test('are what the app answers: made again, the calls give the same (if not: bun run record)', async () => {
    expect(JSON.parse(withoutChance(await recordCalls()))).toEqual(JSON.parse(withoutChance(kept as RecordedCalls)))
  }, 180_000)

  test('are in /llms-full.txt for every route', async () => {
    const full = await text('/llms-full.txt')
    const sections = full.split(/^### /m).slice(1)
    const { endpoints } = (await app.call('GET', '/api/agent')).body as { endpoints: { routes: string[] }[] }
    const names = endpoints.flatMap(({ routes }) => routes)
    expect(names.length).toBeGreaterThan(50)
    const without = names.filter((name) => {
      const section = sections.find((candidate) => candidate.startsWith(`${name}\n`))
      return !section || !/^```sh\ncurl -s/m.test(section)
    })
    expect(without).toEqual([])
  })

  test('no secret stands in them: keys and launcher secrets are shell variables', () => {
    for (const call of Object.values(kept as RecordedCalls)) {
      for (const name of ['x-svc-api-key', 'x-launcher-key']) {
        const value = call.headers?.[name]
        if (value !== undefined) expect(value).toMatch(/^\$[A-Z_]+$/)
      }
    }
  })
})
