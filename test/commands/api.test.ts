import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newSigner } from '../../clients/typescript/src/agent-launch-client.ts'
import { toBase58 } from '../../src/lib/bytes.ts'
import { type CommandEnd, runAgentLaunch } from '../support/run-command.ts'
import { eventually } from '../support/eventually.ts'
import { type ServerProcess, startServerProcess, temporaryDataDir } from '../support/server-process.ts'
import { CREW_WALLETS, pngBytes } from '../support/test-app.ts'
import { createWebhookReceiver } from '../support/webhook-receiver.ts'

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname

const keypairText = ({ secretKey }: { secretKey: Uint8Array }) => JSON.stringify([...secretKey])

describe('decision "The command line": the commands of the API, against a service in a process of its own', () => {
  const data = temporaryDataDir()
  const home = mkdtempSync(join(tmpdir(), 'agent-launch-home-'))
  const file = (name: string) => join(home, name)
  let server: ServerProcess
  let launcher: Awaited<ReturnType<typeof newSigner>>
  let approver: typeof launcher
  let secrets: string[]

  beforeAll(async () => {
    ;[launcher, approver] = [await newSigner(), await newSigner()]
    secrets = [launcher, approver].flatMap((signer) => [keypairText(signer), toBase58(signer.secretKey)])
    await Bun.write(file('launcher.json'), keypairText(launcher), { mode: 0o600 })
    await Bun.write(file('approver.json'), toBase58(approver.secretKey), { mode: 0o600 })
    await Bun.write(file('logo.png'), pngBytes())
    await Bun.write(file('coin.json'), JSON.stringify(coin()))
    server = await startServerProcess({ DATA_DIR: data.dataDir, APPROVER_WALLETS: approver.address })
  })
  afterAll(async () => {
    await server.stop()
    data.remove()
    rmSync(home, { recursive: true, force: true })
  })

  const coin = (ticker = 'NMFROG') => ({
    name: 'Night Market Frog',
    ticker,
    crew: [{ handle: '@one', wallet: CREW_WALLETS[0], share: 100 }],
  })

  /** Runs a command; what it says never has a secret in it. */
  async function run(args: readonly string[], stdin?: string): Promise<CommandEnd & { json: any }> {
    const end = await runAgentLaunch(args, { HOME: home, BASE_URL: server.url }, home, stdin)
    const stated = end.out + end.err
    for (const secret of [...secrets, ...claimed()]) expect(stated).not.toContain(secret)
    return { ...end, json: args.includes('--json') && end.out !== '' ? JSON.parse(end.out) : null }
  }

  const keyFolder = file('.config/agent-launch/keys')
  const claimed = (): string[] =>
    statSync(keyFolder, { throwIfNoEntry: false })
      ? readdirSync(keyFolder).map((name) => readFileSync(join(keyFolder, name), 'utf8').trim())
      : []

  test('from a key to a coin that pays out, in tables and sentences', async () => {
    const claim = await run(['key', 'claim'])
    expect(claim).toMatchObject({ code: 0 })
    const [name] = readdirSync(keyFolder)
    expect(name).toBe(new URL(server.url).host.replace(':', '_'))
    expect(statSync(join(keyFolder, name!)).mode & 0o777).toBe(0o600)
    const [kept] = claimed()
    expect(kept).toStartWith('svc_ak_')
    expect(await run(['key', 'claim'])).toMatchObject({ code: 2 })
    expect(claimed()).toEqual([kept!])

    const plan = await run(['dry-run', 'coin.json', '--picture', 'logo.png'])
    expect(plan).toMatchObject({ code: 0 })
    expect(plan.out).toMatch(/^role +handle +share +wallet\nkol +@one +60\.00% /)
    const approved = await run([
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
    expect(approved.err).toContain(`approved  by ${approver.address}`)
    const mint = /is launched: (\w+)/.exec(approved.out)![1]!

    expect((await run(['coins'])).out).toContain(`${mint}  NMFROG`)
    expect((await run(['coins', '--json'])).json.coins.map((each: any) => each.mint)).toEqual([mint])
    await fetch(`${server.url}/api/simulated/${mint}/trades`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ wallet: CREW_WALLETS[1], side: 'buy', sol: 5 }),
    })
    expect((await run(['status', mint])).out).toContain('fees locked; 0.014814815 SOL to pay out')
    expect((await run(['crank', mint, '--launcher', 'launcher.json'])).out).toMatch(/^0\.01481481\d SOL was paid out by \w+\.$/m)
  })

  test('in JSON: an approval of its own, a launch that is signed here, and the same launch again', async () => {
    const body = JSON.stringify({
      ...coin('SIGNED'),
      launcherPubkey: launcher.address,
      imageBase64: Buffer.from(pngBytes()).toString('base64'),
    })
    const { json: plan } = await run(['dry-run', '-', '--json'], body)
    const approval = await run(['approve', plan.dryRunId, '--with', '-', '--json'], keypairText(approver))
    expect(approval.json).toMatchObject({ ok: true, approvedByWallet: approver.address })
    await Bun.write(file('signed.json'), body)
    const again = ['launch', 'signed.json', '--dry-run', plan.dryRunId, '--json', '--launcher', '-']
    const launched = await run(again, keypairText(launcher))
    expect(launched).toMatchObject({ code: 0, json: { ok: true, dryRunId: plan.dryRunId } })
    expect((await run(again, keypairText(launcher))).json).toEqual(launched.json)

    const unsigned = await run(['launch', 'signed.json', '--unsigned', '--launcher', 'launcher.json', '--json'])
    expect(unsigned).toMatchObject({ code: 0, json: { feeShareLocked: true, launcher: launcher.address } })
    expect(await run(['status', unsigned.json.launchId, '--json'])).toMatchObject({ code: 0, json: { state: 'locked' } })
  })

  test('every end has its exit code', async () => {
    await Bun.write(file('lockfail.json'), JSON.stringify(coin('XLOCKFAIL')))
    const open = await run(['launch', 'lockfail.json', '--picture', 'logo.png', '--launcher', 'launcher.json'])
    expect(open).toMatchObject({ code: 3 })
    expect(open.out).toContain('NOT locked')
    expect(await run(['launch', 'coin.json', '--launcher', 'launcher.json', '--json'])).toMatchObject({
      code: 1,
      json: { code: 'image_required', ok: false },
    })
    expect(await run(['approve', 'unknown', '--with', 'approver.json'])).toMatchObject({ code: 1 })
    expect(await run(['status', 'op_unknown'])).toMatchObject({ code: 1 })
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
    for (const args of misused) expect([args, (await run(args)).code]).toEqual([args, 2])
    expect(await run(['crank', CREW_WALLETS[0]!, '--url', 'http://127.0.0.1:1', '--key', 'launcher.json'])).toMatchObject({ code: 4 })
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
    const end = await runAgentLaunch(['crank', secret], { HOME: home, BASE_URL: 'http://127.0.0.1:1' }, home)
    expect(end).toMatchObject({ code: 2, out: '' })
    expect(end.err).toStartWith('An argument looks like a secret')
    expect(end.err).not.toContain(secret.slice(-12))
  })

  test('decision "webhooks listen": events are shown, handed on as they came, and the webhook ends with the command', async () => {
    const receiver = createWebhookReceiver()
    const child = Bun.spawn(
      [process.execPath, MAIN, 'webhooks', 'listen', '--json', '--forward', receiver.url, '--events', 'launch.created,feeShare.locked'],
      {
        env: { PATH: process.env.PATH ?? '', HOME: home, BASE_URL: server.url },
        stdout: 'pipe',
        stderr: 'inherit',
      },
    )
    try {
      const key = claimed()[0]!
      const webhooks = async () => {
        const answer = await fetch(`${server.url}/api/webhooks`, { headers: { 'x-svc-api-key': key } })
        return ((await answer.json()) as { webhooks: { url: string }[] }).webhooks
      }
      await eventually(async () => (await webhooks()).length === 1, 60_000, 300)
      const launched = await run(['launch', 'coin.json', '--picture', 'logo.png', '--launcher', 'launcher.json', '--json'])
      expect(launched.code).toBe(0)
      // The receiver has none of the secret, and keeps what it was sent as it came.
      await eventually(() => receiver.forged.length === 2)
      const types = receiver.forged.map((text) => JSON.parse(text)).map(({ type, data: { mint } }) => [type, mint])
      expect(types.toSorted()).toEqual([
        ['feeShare.locked', launched.json.mint],
        ['launch.created', launched.json.mint],
      ])
      child.kill('SIGINT')
      expect(await child.exited).toBe(0)
      const lines = (await new Response(child.stdout).text())
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      expect(lines.map(({ type, forwarded }) => [type, forwarded]).toSorted()).toEqual([
        ['feeShare.locked', 204],
        ['launch.created', 204],
      ])
      expect(await webhooks()).toEqual([])
    } finally {
      child.kill('SIGKILL')
      receiver.stop()
    }
  })

  test('decision "webhooks listen": a webhook that a killed command left is removed by the next one', async () => {
    // A key has five launches an hour.
    expect((await run(['key', 'claim', '--key', 'second.key'])).code).toBe(0)
    const key = readFileSync(file('second.key'), 'utf8').trim()
    const listening = () =>
      Bun.spawn([process.execPath, MAIN, 'webhooks', 'listen', '--events', 'launch.created', '--key', 'second.key'], {
        cwd: home,
        env: { PATH: process.env.PATH ?? '', HOME: home, BASE_URL: server.url },
        stdout: 'ignore',
        stderr: 'ignore',
      })
    const webhooks = async () => {
      const answer = await fetch(`${server.url}/api/webhooks`, { headers: { 'x-svc-api-key': key } })
      return ((await answer.json()) as { webhooks: { id: string; failingSince: string | null }[] }).webhooks
    }
    const killed = listening()
    const [left] = await eventually(async () => ((await webhooks()).length === 1 ? webhooks() : null), 60_000, 300)
    killed.kill('SIGKILL')
    await killed.exited
    expect((await run(['launch', 'coin.json', '--picture', 'logo.png', '--launcher', 'launcher.json', '--key', 'second.key'])).code).toBe(0)
    await eventually(async () => (await webhooks())[0]!.failingSince !== null, 60_000, 300)
    const next = listening()
    try {
      await eventually(async () => (await webhooks()).some(({ id }) => id !== left!.id), 60_000, 300)
      expect((await webhooks()).map(({ id }) => id)).not.toContain(left!.id)
      next.kill('SIGTERM')
      expect(await next.exited).toBe(0)
      expect(await webhooks()).toEqual([])
    } finally {
      next.kill('SIGKILL')
    }
  })

  test('decision "webhooks listen": where a service sends nothing to this machine, it is said what to do', async () => {
    const closed = temporaryDataDir()
    const other = await startServerProcess({ DATA_DIR: closed.dataDir, SIMULATED_OPEN: '0' })
    try {
      const env = { HOME: home, BASE_URL: other.url }
      expect((await runAgentLaunch(['key', 'claim'], env)).code).toBe(0)
      const end = await runAgentLaunch(['webhooks', 'listen'], env)
      expect(end).toMatchObject({ code: 1, out: '' })
      expect(end.err).toContain('public https addresses')

      // With a webhook of the key's own, what is delivered to it is shown: here nothing is, since nobody has that name.
      const key = readFileSync(join(keyFolder, new URL(other.url).host.replace(':', '_')), 'utf8').trim()
      const headers = { 'x-svc-api-key': key, 'content-type': 'application/json' }
      const body = JSON.stringify({ url: 'https://receiver.invalid/hook', events: ['launch.created'] })
      expect((await fetch(`${other.url}/api/webhooks`, { method: 'POST', headers, body })).status).toBe(201)
      const child = Bun.spawn([process.execPath, MAIN, 'webhooks', 'listen'], {
        env: { PATH: process.env.PATH ?? '', ...env },
        stdout: 'pipe',
        stderr: 'pipe',
      })
      let [out, err] = ['', '']
      const read = async (stream: ReadableStream<Uint8Array>, take: (text: string) => void) => {
        for await (const chunk of stream) take(Buffer.from(chunk).toString())
      }
      const reading = [read(child.stdout, (text) => (out += text)), read(child.stderr, (text) => (err += text))]
      try {
        await eventually(() => err.includes('https://receiver.invalid/hook'))
        const args = ['launch', 'coin.json', '--picture', 'logo.png', '--launcher', 'launcher.json']
        expect((await runAgentLaunch(args, env, home)).code).toBe(0)
        await eventually(() => out.includes('launch.created'))
        expect(out).toMatch(/launch\.created +(pending|failed) +attempt \d+ +\S+ +https:\/\/receiver\.invalid\/hook/)
        child.kill('SIGTERM')
        expect(await child.exited).toBe(0)
      } finally {
        child.kill('SIGKILL')
        await Promise.all(reading)
      }
    } finally {
      await other.stop()
      closed.remove()
    }
  })

  test('no command of the API is loaded by another command', async () => {
    for (const path of ['src/main.ts', 'src/commands/run-command.ts']) {
      expect(await Bun.file(path).text()).not.toMatch(/from '(\.\/|\.\/commands\/)api\//)
    }
  })
})
