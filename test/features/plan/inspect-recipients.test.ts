import { afterEach, describe, expect, test } from 'bun:test'
import type { Wallet } from '../../../src/domain/brands.ts'
import { AppError } from '../../../src/domain/errors.ts'
import type { Launchpad } from '../../../src/ports/launchpad/launchpad.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { createTestApp, newPerson, OPERATOR_KEY, type TestApp } from '../../support/test-app.ts'
import type { TestAppOptions } from '../../support/test-deps.ts'

const RESERVED = 'SysvarC1ock11111111111111111111111111111111'
const PATHS = ['/api/agent/launch/dry-run', '/api/agent/launch', '/api/agent/launch/unsigned'] as const

let app: TestApp
afterEach(() => app.close())

const withReports =
  (status: 'refusing' | 'unused', wallets: readonly string[]) =>
  (pad: Launchpad): Launchpad => ({
    ...pad,
    inspectRecipients: async (asked) =>
      (await pad.inspectRecipients(asked)).map((report) => (wallets.includes(report.wallet) ? { ...report, status } : report)),
  })

const open = async (options: TestAppOptions = {}) => {
  app = await createTestApp(options)
}

const call = (path: string, changes: Record<string, unknown> = {}) =>
  app.call('POST', path, app.launchBody({ ...(path.endsWith('unsigned') ? { mintPubkey: newPerson().wallet } : {}), ...changes }), {
    key: OPERATOR_KEY,
    headers: path.endsWith('launch') ? { 'x-launcher-key': app.launcher.secret } : {},
  })

describe('a recipient is proved payable', () => {
  test.each(PATHS)('rules 10.7: %s refuses a crew member at an address of the runtime’s own, and nothing happens', async (path) => {
    await open()
    const crew = [...app.launchBody().crew.slice(1), { ...app.launchBody().crew[0], wallet: RESERVED }]
    const answer = await expectNothingHappened(app, () => call(path, { crew }))
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'crew_wallet_invalid', errors: [{ path: `/crew/${crew.length - 1}/wallet` }] },
    })
  })

  test.each(PATHS)('rules 10.7: %s refuses a crew member to whom a payment fails', async (path) => {
    const wallet = newPerson().wallet
    await open({ pad: withReports('refusing', [wallet]) })
    const crew = app.launchBody().crew.map((member: object, index: number) => (index === 1 ? { ...member, wallet } : member))
    const answer = await expectNothingHappened(app, () => call(path, { crew }))
    expect(answer).toMatchObject({ status: 400, body: { code: 'crew_wallet_invalid', errors: [{ path: '/crew/1/wallet' }] } })
  })

  test.each(PATHS)('rules 10.7: %s refuses a treasury that takes no payment, and names it', async (path) => {
    const treasury = newPerson().wallet as Wallet
    await open({ pad: withReports('refusing', [treasury]), env: { TREASURY_WALLET: treasury } })
    const answer = await expectNothingHappened(app, () => call(path))
    expect(answer).toMatchObject({ status: 400, body: { code: 'recipient_not_payable' } })
    expect(answer.body.detail).toContain(treasury)
    expect(answer.body.detail).toContain('treasury')
  })

  test('rules 10.7: a launcher with a share that cannot be paid is told so at the dry-run', async () => {
    await open()
    const answer = await expectNothingHappened(app, () => call(PATHS[0], { launcherPubkey: RESERVED }))
    expect(answer).toMatchObject({ status: 400, body: { code: 'recipient_not_payable', errors: [{ path: '/launcherPubkey' }] } })
  })

  test.each(PATHS)('rules 10.7: %s does not take what could not be simulated for payable', async (path) => {
    const dark = () => Promise.reject(new AppError('upstream_unavailable', { upstream: 'the Solana RPC (no payment could be simulated)' }))
    await open({ pad: (pad) => ({ ...pad, inspectRecipients: dark }) })
    expect(await expectNothingHappened(app, () => call(path))).toMatchObject({ status: 503, body: { code: 'upstream_unavailable' } })
  })

  test('rules 10.7: an offer is looked at again when it comes back: a wallet may have become a program in that minute', async () => {
    const gone = new Set<string>()
    await open({
      pad: (pad) => ({ ...pad, inspectRecipients: (asked) => withReports('refusing', [...gone])(pad).inspectRecipients(asked) }),
    })
    const { newKeyPair } = await import('../../support/new-key-pair.ts')
    const { toBase58 } = await import('../../../src/lib/bytes.ts')
    const { signOffer } = await import('../../support/sign-offer.ts')
    const mintPair = newKeyPair()
    const { body: offer } = await call('/api/agent/launch/unsigned', { mintPubkey: toBase58(mintPair.publicKey) })
    gone.add(app.launchBody().crew[0].wallet)
    const transactions = signOffer(offer, [app.launcher.pair, mintPair])
    const answer = await expectNothingHappened(app, () =>
      app.call('POST', '/api/agent/launch/submit', { launchId: offer.launchId, transactions }, { key: OPERATOR_KEY }),
    )
    expect(answer).toMatchObject({ status: 400, body: { code: 'crew_wallet_invalid' } })
  })

  test('decision "A recipient is proved payable": wallets that were never used are marked in the dry-run and its public view, and the warning says what they can become', async () => {
    const wallet = newPerson().wallet
    await open({ pad: withReports('unused', [wallet]) })
    const crew = app.launchBody().crew.map((member: object, index: number) => (index === 1 ? { ...member, wallet } : member))
    const { body } = await call(PATHS[0], { crew })
    const view = (await app.call('GET', `/api/agent/launch/dry-run/${body.dryRunId}`)).body
    for (const shareholders of [body.shareholders, view.plan.shareholders]) {
      const marked = shareholders.filter(({ unused }: { unused: boolean }) => unused)
      expect(marked).toMatchObject([{ wallet, unused: true }])
      expect(shareholders.length).toBeGreaterThan(1)
    }
    expect(body.warnings.join(' ')).toMatch(/never been used.*become a program after the lock/)
  })
})
