import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { toBase64 } from '../../../src/lib/bytes.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { createTestApp, CREW_WALLETS, newPerson, pngBytes, type TestApp } from '../../support/test-app.ts'

let app: TestApp
let key: string
const dryRun = (changes: Record<string, unknown>) => app.call('POST', '/api/agent/launch/dry-run', app.launchBody(changes), { key })

// One for all: each test says that nothing happened.
beforeAll(async () => {
  app = await createTestApp({ policy: { rateLimits: false } })
  key = await app.claim()
})
afterAll(() => app.close())

describe('POST /api/agent/launch/dry-run', () => {
  test.each([
    ['name too short', { name: 'x' }, '/name'],
    ['name of spaces', { name: '   ' }, '/name'],
    ['name too long', { name: 'x'.repeat(33) }, '/name'],
    ['name with a line break', { name: 'a\nb' }, '/name'],
    ['name of no width', { name: '\u200b\u200b\u200b' }, '/name'],
    ['name that reorders text', { name: 'abc\u202Egnp' }, '/name'],
    ['name past 32 bytes of the launchpad', { name: '🐸'.repeat(9) }, '/name'],
    ['name missing', { name: undefined }, '/name'],
    ['name not a string', { name: 5 }, '/name'],
    ['ticker too short', { ticker: 'A' }, '/ticker'],
    ['ticker too long', { ticker: 'A'.repeat(14) }, '/ticker'],
    ['ticker with a dash', { ticker: 'A-B' }, '/ticker'],
    ['ticker missing', { ticker: undefined }, '/ticker'],
    ['description too long', { description: 'x'.repeat(205) }, '/description'],
    ['mode unknown', { mode: 'free' }, '/mode'],
    ['twitter too long', { twitter: 'x'.repeat(201) }, '/twitter'],
    ['website not a string', { website: {} }, '/website'],
    ['initialBuySol negative', { initialBuySol: -1 }, '/initialBuySol'],
    ['initialBuySol above 10', { initialBuySol: 10.1 }, '/initialBuySol'],
    ['initialBuySol a word', { initialBuySol: 'abc' }, '/initialBuySol'],
    ['initialBuySol with an exponent in text', { initialBuySol: '1e0' }, '/initialBuySol'],
    ['initialBuySol in text above 10', { initialBuySol: '10.1' }, '/initialBuySol'],
    ['initialBuySol of ten decimals', { initialBuySol: 0.0000000001 }, '/initialBuySol'],
    ['both pictures', { imageUrl: 'https://x.test/a.png' }, '/imageBase64'],
    ['no picture', { imageBase64: undefined }, '/imageUrl'],
    ['picture not base64', { imageBase64: '%%%' }, '/imageBase64'],
    ['picture too small', { imageBase64: toBase64(pngBytes().slice(0, 63)) }, '/image'],
    ['picture an SVG', { imageBase64: btoa(`<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(80)}</svg>`) }, '/image'],
    ['picture that lies about its type', { imageContentType: 'image/gif' }, '/image'],
    ['crew empty', { crew: [] }, '/crew'],
    ['crew of 17', { crew: Array.from({ length: 17 }, (_, n) => ({ handle: `h${n}`, wallet: CREW_WALLETS[0], share: 1 })) }, '/crew'],
    ['crew share 0', { crew: [{ handle: 'a', wallet: CREW_WALLETS[0], share: 0 }] }, '/crew/0/share'],
    ['crew share 101', { crew: [{ handle: 'a', wallet: CREW_WALLETS[0], share: 101 }] }, '/crew/0/share'],
    ['crew share 1.5', { crew: [{ handle: 'a', wallet: CREW_WALLETS[0], share: 1.5 }] }, '/crew/0/share'],
    ['crew share with decimals in text', { crew: [{ handle: 'a', wallet: CREW_WALLETS[0], share: '100.00' }] }, '/crew/0/share'],
    ['crew shares of 95', { crew: [{ handle: 'a', wallet: CREW_WALLETS[0], share: 95 }] }, '/crew'],
    ['crew without handle', { crew: [{ wallet: CREW_WALLETS[0], share: 100 }] }, '/crew/0/handle'],
    ['crew without wallet', { crew: [{ handle: 'a', share: 100 }] }, '/crew/0/wallet'],
    ['crew wallet no wallet', { crew: [{ handle: 'a', wallet: 'nope', share: 100 }] }, '/crew/0/wallet'],
    ['crew wallet a program', { crew: [{ handle: 'a', wallet: '11111111111111111111111111111111', share: 100 }] }, '/crew/0/wallet'],
    ['crew role unknown', { crew: [{ handle: 'a', wallet: CREW_WALLETS[0], share: 100, hireRole: 'boss' }] }, '/crew/0/hireRole'],
    ['crew field unknown', { crew: [{ handle: 'a', wallet: CREW_WALLETS[0], share: 100, bonus: 1 }] }, '/crew/0/bonus'],
    [
      'crew handle twice',
      {
        crew: [
          { handle: '@a', wallet: CREW_WALLETS[0], share: 50 },
          { handle: 'A', wallet: CREW_WALLETS[1], share: 50 },
        ],
      },
      '/crew/1/handle',
    ],
    ['no crew source', { crew: undefined }, '/crew'],
    ['crew with holderKol', { holderKol: true }, '/crew'],
    ['autoHire seats 0', { crew: undefined, autoHire: { seats: 0 } }, '/autoHire/seats'],
    ['autoHire seats 9', { crew: undefined, autoHire: { seats: 9 } }, '/autoHire/seats'],
    ['holderKol not a boolean', { holderKol: 'yes' }, '/holderKol'],
    ['agent field unknown', { agent: { wallet: 'x' } }, '/agent/wallet'],
    ['atomicRequired not a boolean', { atomicRequired: 1 }, '/atomicRequired'],
    ['launcherPubkey no wallet', { launcherPubkey: 'nope' }, '/launcherPubkey'],
    ['intent unknown', { intent: 'burn' }, '/intent'],
    ['platform unknown', { platform: 'moon' }, '/platform'],
    ['field unknown', { owner: 'me' }, '/owner'],
  ])('rules 2.1, 2.2 and 10.4: refuses %s with its path, and nothing happened', async (_case, changes, path) => {
    const answer = await expectNothingHappened(app, () => dryRun(changes))
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toContain(path)
    expect(answer.body).toMatchObject({ ok: false, status: 400, code: expect.any(String), error: answer.body.detail })
  })

  test.each([
    ['image_required', 'without a picture', { imageBase64: undefined }],
    ['crew_source_required', 'without a crew', { crew: undefined }],
    ['crew_with_holder_kol_not_allowed', 'with two crews', { holderKol: true }],
  ])('rules 2.1: %s: a plan %s is refused, and none is kept', async (code, _case, changes) => {
    expect(await expectNothingHappened(app, () => dryRun(changes))).toMatchObject({ status: 400, body: { code } })
  })

  test.each(['launcherKey', 'privateKey', 'secretKey', 'mnemonic', 'seed', 'private_key'])(
    'rules 5.2 and 10.4: a field named %s is refused wherever it stands, and its value is nowhere',
    async (name) => {
      const secret = newPerson().secret
      for (const changes of [
        { [name]: secret },
        { agent: { [name]: secret } },
        { crew: [{ handle: 'a', wallet: CREW_WALLETS[0], share: 100, [name]: secret }] },
      ]) {
        const answer = await expectNothingHappened(app, () => dryRun(changes))
        expect(answer).toMatchObject({ status: 400, body: { code: 'secret_in_body' } })
        expect(JSON.stringify(answer.body) + app.logLines.join()).not.toContain(secret)
      }
    },
  )
})
