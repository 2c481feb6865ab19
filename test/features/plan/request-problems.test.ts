import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { CREW_WALLETS, createTestApp, type TestApp } from '../../support/test-app.ts'

let app: TestApp
let key: string
beforeAll(async () => {
  app = await createTestApp({ policy: { rateLimits: false } })
  key = await app.claim()
})
afterAll(() => app.close())

const crew = [
  { handle: '@one', wallet: CREW_WALLETS[0], share: 50 },
  { handle: '@One', wallet: 'no wallet', share: 40 },
]
const WRONG_CREW = ['/crew/1/wallet', '/crew/1/handle', '/crew']
const picture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>'.padEnd(100)).toString('base64')

const post = (path: string, changes: Record<string, unknown>) =>
  app.call('POST', path, app.launchBody(changes), { key, headers: { 'x-launcher-key': app.launcher.secret } })
const pathsOf = (body: any): string[] => body.errors.map(({ path }: { path: string }) => path)
const nothingKept = async () => {
  expect((await app.deps.storage.coins.list({ limit: 1, cursor: null })).rows).toEqual([])
  expect(
    await app.deps.storage.dryRuns.waitingOf((await app.call('GET', '/api/agent/keys', undefined, { key })).body.keys[0].id),
  ).toMatchObject({
    own: 0,
  })
}

describe.each(['/api/agent/launch/dry-run', '/api/agent/launch'])(
  'decision "What is wrong with one launch request is refused together": POST %s',
  (path) => {
    test('picture, wallets, handles and sum are refused together', async () => {
      const { status, body } = await post(path, { crew, imageBase64: picture })
      expect([status, body.code]).toEqual([400, 'validation_invalid'])
      expect(pathsOf(body)).toEqual([...WRONG_CREW, '/image'])
      await nothingKept()
    })

    test('with a link that is none, and no picture at all', async () => {
      const { status, body } = await post(path, { crew, website: 'javascript:alert(1)', imageBase64: undefined })
      expect([status, body.code]).toEqual([400, 'validation_invalid'])
      expect(pathsOf(body)).toEqual(['/website', '/crew/1/handle', '/crew', '/imageUrl'])
      await nothingKept()
    })

    test('one thing alone keeps its own code', async () => {
      const shares = await post(path, { crew: [{ handle: '@one', wallet: CREW_WALLETS[0], share: 90 }] })
      expect([shares.body.code, pathsOf(shares.body)]).toEqual(['crew_shares_not_100', ['/crew']])
      const image = await post(path, { imageBase64: picture })
      expect([image.body.code, pathsOf(image.body)]).toEqual(['image_invalid', ['/image']])
      await nothingKept()
    })

    test('a picture that is fetched is not fetched for a plan that is refused', async () => {
      const { body } = await post(path, { crew, imageBase64: undefined, imageUrl: 'https://public.test/frog.png' })
      expect(pathsOf(body)).toEqual(WRONG_CREW)
      await nothingKept()
    })
  },
)
