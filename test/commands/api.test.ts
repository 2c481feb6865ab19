import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { toBase58 } from '../../src/lib/bytes.ts'
import { QUOTED_WORDS } from '../../src/domain/text/strangers-words.ts'
import { runAgentLaunch } from '../support/run-command.ts'
import { CREW_WALLETS, pngBytes } from '../support/test-app.ts'
import { coinOf, type CommandLineScene, createCommandLineScene, keypairText } from '../support/command-line-scene.ts'

let scene: CommandLineScene
beforeAll(async () => {
  scene = await createCommandLineScene()
})
afterAll(() => scene.stop())

describe('decision "The command line": the commands of the API, against a service in a process of its own', () => {
  test('from a key to a coin that pays out, in tables and sentences', async () => {
    const claim = await scene.run(['key', 'claim'])
    expect(claim).toMatchObject({ code: 0 })
    const [name] = readdirSync(scene.keyFolder)
    expect(name).toBe(new URL(scene.url).host.replace(':', '_'))
    expect(statSync(join(scene.keyFolder, name!)).mode & 0o777).toBe(0o600)
    const [kept] = scene.claimed()
    expect(kept).toStartWith('svc_ak_')
    expect(await scene.run(['key', 'claim'])).toMatchObject({ code: 2 })
    expect(scene.claimed()).toEqual([kept!])

    const plan = await scene.run(['dry-run', 'coin.json', '--picture', 'logo.png'])
    expect(plan).toMatchObject({ code: 0 })
    expect(plan.out).toMatch(/^role +handle +share +wallet\nkol +@one +60\.00% /)
    const approved = await scene.run([
      'launch',
      'coin.json',
      '--picture',
      'logo.png',
      '--launcher',
      'launcher.json',
      '--approve-with',
      'approver.json',
    ])
    expect(approved).toMatchObject({ code: 0 })
    expect(approved.err).toContain(`approved  by ${scene.approver.address}`)
    const mint = /is launched: (\w+)/.exec(approved.out)![1]!

    expect((await scene.run(['coins'])).out).toContain(`${mint}  NMFROG`)
    expect((await scene.run(['coins', '--json'])).json.coins.map((each: any) => each.mint)).toEqual([mint])
    await fetch(`${scene.url}/api/simulated/${mint}/trades`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ wallet: CREW_WALLETS[1], side: 'buy', sol: 5 }),
    })
    expect((await scene.run(['status', mint])).out).toContain('fees locked; 0.014814815 SOL to pay out')
    expect((await scene.run(['crank', mint, '--launcher', 'launcher.json'])).out).toMatch(/^0\.01481481\d SOL was paid out by \w+\.$/m)
  })

  test('an answer with words of strangers says on standard error that it quotes them, and no other does', async () => {
    const [mint] = (await scene.run(['coins', '--json'])).json.coins.map((each: any) => each.mint)
    const plan = ['coin.json', '--picture', 'logo.png']
    for (const args of [['coins'], ['coins', '--json'], ['status', mint], ['status', mint, '--json'], ['dry-run', ...plan]]) {
      const { code, err, out } = await scene.run(args)
      expect([args, code, err.split('\n').filter((line) => line === QUOTED_WORDS)]).toEqual([args, 0, [QUOTED_WORDS]])
      expect(out).not.toContain(QUOTED_WORDS)
    }
    for (const args of [
      ['crank', mint, '--launcher', 'launcher.json'],
      ['status', 'nobody'],
    ])
      expect((await scene.run(args)).err).not.toContain(QUOTED_WORDS)
  })

  test('in JSON: an approval of its own, a launch that is signed here, and the same launch again', async () => {
    const body = JSON.stringify({
      ...coinOf('SIGNED'),
      launcherPubkey: scene.launcher.address,
      imageBase64: Buffer.from(pngBytes()).toString('base64'),
    })
    const { json: plan } = await scene.run(['dry-run', '-', '--json'], body)
    const approval = await scene.run(['approve', plan.dryRunId, '--with', '-', '--json'], keypairText(scene.approver))
    expect(approval.json).toMatchObject({ ok: true, approvedByWallet: scene.approver.address })
    await Bun.write(scene.file('signed.json'), body)
    const again = ['launch', 'signed.json', '--dry-run', plan.dryRunId, '--json', '--launcher', '-']
    const launched = await scene.run(again, keypairText(scene.launcher))
    expect(launched).toMatchObject({ code: 0, json: { ok: true, dryRunId: plan.dryRunId } })
    expect((await scene.run(again, keypairText(scene.launcher))).json).toEqual(launched.json)

    const planned = ['coin.json', '--picture', 'logo.png', '--launcher', 'launcher.json', '--json']
    const { dryRunId } = (await scene.run(['dry-run', ...planned])).json
    expect(await scene.run(['launch', ...planned, '--dry-run', dryRunId])).toMatchObject({ code: 0, json: { dryRunId } })

    const unsigned = await scene.run(['launch', 'signed.json', '--unsigned', '--launcher', 'launcher.json', '--json'])
    expect(unsigned).toMatchObject({ code: 0, json: { feeShareLocked: true, launcher: scene.launcher.address } })
    expect(await scene.run(['status', unsigned.json.launchId, '--json'])).toMatchObject({ code: 0, json: { state: 'locked' } })
  })

  test('every end has its exit code', async () => {
    await Bun.write(scene.file('lockfail.json'), JSON.stringify(coinOf('XLOCKFAIL')))
    const open = await scene.run(['launch', 'lockfail.json', '--picture', 'logo.png', '--launcher', 'launcher.json'])
    expect(open).toMatchObject({ code: 3 })
    expect(open.out).toContain('NOT locked')
    expect(await scene.run(['launch', 'coin.json', '--launcher', 'launcher.json', '--json'])).toMatchObject({
      code: 1,
      json: { code: 'image_required', ok: false },
    })
    expect(await scene.run(['approve', 'unknown', '--with', 'approver.json'])).toMatchObject({ code: 1 })
    expect(await scene.run(['status', 'op_unknown'])).toMatchObject({ code: 1 })
    const misused: string[][] = [
      ['launch', 'coin.json'],
      ['launch', '-', '--launcher', '-'],
      ['launch', 'coin.json', '--launcher', 'logo.png', '--unsigned', '--picture', 'logo.png'],
      ['dry-run'],
      ['dry-run', 'logo.png'],
      ['coins', '--limit', 'many'],
      ['coins', '--url', 'http://launch.example'],
      ['coins', '--url', 'https://me:secret@launch.example'],
      ['crank'],
      ['key', 'mint'],
      ['webhooks', 'listen', '--forward', 'ftp://x'],
    ]
    for (const args of misused) expect([args, (await scene.run(args)).code]).toEqual([args, 2])
    expect(await scene.run(['crank', CREW_WALLETS[0]!, '--url', 'http://127.0.0.1:1', '--key', 'launcher.json'])).toMatchObject({ code: 4 })
  })

  test.each([
    ['an API key', 'svc_ak_4f8Qm2Zr7Lw9Xc1Vb5Nh'],
    ['a key in an option', '--key=svc_ak_4f8Qm2Zr7Lw9Xc1Vb5Nh'],
    ['a keypair', JSON.stringify(Array.from({ length: 64 }, (_, index) => index))],
    ['a secret key in base58', toBase58(Uint8Array.from({ length: 64 }, (_, index) => 255 - index))],
    ['a key of Base', `0x${'7f'.repeat(32)}`],
    ['a webhook secret', 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['a recovery phrase', 'frog night market noodle paper river stone tiger under velvet winter yellow'],
  ])('%s as an argument is refused before anything is done, and not shown', async (_what, secret) => {
    const end = await runAgentLaunch(['crank', secret], { HOME: scene.home, BASE_URL: 'http://127.0.0.1:1' }, scene.home)
    expect(end).toMatchObject({ code: 2, out: '' })
    expect(end.err).toStartWith('An argument looks like a secret')
    expect(end.err).not.toContain(secret.slice(-12))
  })

  test('no command of the API is loaded by another command', async () => {
    for (const path of ['src/main.ts', 'src/commands/run-command.ts', 'src/commands/command-table.ts']) {
      expect(await Bun.file(path).text()).not.toMatch(/from '(\.\/|\.\/commands\/)api\//)
    }
  })
})
