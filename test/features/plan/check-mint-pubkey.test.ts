import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Launchpad } from '../../../src/ports/launchpad/launchpad.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { createTestApp, CREW_WALLETS, newPerson, type TestApp } from '../../support/test-app.ts'

let app: TestApp
let key: string
const start = async (pad?: (pad: Launchpad) => Launchpad) => {
  app = await createTestApp(pad ? { pad } : {})
  key = await app.claim()
}
beforeAll(() => start())
afterAll(() => app.close())

const dryRun = (changes: Record<string, unknown>) => app.call('POST', '/api/agent/launch/dry-run', app.launchBody(changes), { key })

test.each([
  ['any text', 'the mint that I will make'],
  ['a letter short', newPerson().wallet.slice(0, 30)],
  ['a letter that base58 has not', `0${newPerson().wallet.slice(1)}`],
  ['an address of another chain', '0x000000000000000000000000000000000000dEaD'],
  ['nothing', ''],
  ['a wallet of the crew', CREW_WALLETS[1]],
  ['an address of a program, off the curve', '4wTV1YmiEkRvAtNtsSGPtUrqRYQMe5SKy2uB4Jjaxnjf'],
  ['a point of small order', '11111111111111111111111111111111'],
])('rules 2.1: a mintPubkey that is %s is refused, and no dry-run is kept', async (_name, mintPubkey) => {
  const answer = await expectNothingHappened(app, () => dryRun({ mintPubkey }))
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: '/mintPubkey' }] } })
})

test('rules 2.1: the launcher’s own key is no mint, and another address is', async () => {
  const answer = await expectNothingHappened(app, () => dryRun({ mintPubkey: app.launcher.wallet }))
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: '/mintPubkey' }] } })
  expect((await dryRun({ mintPubkey: newPerson().wallet })).status).toBe(200)
})

test('rules 2.1: nobody signs for a launcher off the curve', async () => {
  const answer = await expectNothingHappened(app, () => dryRun({ launcherPubkey: '4wTV1YmiEkRvAtNtsSGPtUrqRYQMe5SKy2uB4Jjaxnjf' }))
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: '/launcherPubkey' }] } })
})

test('rules 2.1: a launchpad that makes the address itself takes none, in a dry-run as in an unsigned launch', async () => {
  await app.close()
  await start((pad) => ({ ...pad, facts: { ...pad.facts, clientHoldsMint: false } }))
  for (const path of ['/api/agent/launch/dry-run', '/api/agent/launch/unsigned']) {
    const named = () => app.call('POST', path, app.launchBody({ mintPubkey: newPerson().wallet }), { key })
    const answer = await expectNothingHappened(app, named)
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_invalid', errors: [{ path: '/mintPubkey' }] } })
  }
})
