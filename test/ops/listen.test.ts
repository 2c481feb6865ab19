import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundledMain } from '../support/bundled-main.ts'
import { runAgentLaunch } from '../support/run-command.ts'
import { eventually } from '../support/eventually.ts'
import { startServerProcess, temporaryDataDir } from '../support/server-process.ts'
import { createWebhookReceiver } from '../support/webhook-receiver.ts'
import { type CommandLineScene, createCommandLineScene } from '../support/command-line-scene.ts'

const MAIN = await bundledMain()

let scene: CommandLineScene
beforeAll(async () => {
  scene = await createCommandLineScene()
})
afterAll(() => scene.stop())

describe('decision "The command line": webhooks listen, against a service in a process of its own', () => {
  test('decision "The command line": events are shown, handed on as they came, and the webhook ends with the command', async () => {
    expect((await scene.run(['key', 'claim'])).code).toBe(0)
    const receiver = createWebhookReceiver()
    const child = Bun.spawn(
      [process.execPath, MAIN, 'webhooks', 'listen', '--json', '--forward', receiver.url, '--events', 'launch.created,feeShare.locked'],
      {
        env: { PATH: process.env.PATH ?? '', HOME: scene.home, BASE_URL: scene.url },
        stdout: 'pipe',
        stderr: 'inherit',
      },
    )
    try {
      const key = scene.claimed()[0]!
      const webhooks = async () => {
        const answer = await fetch(`${scene.url}/api/webhooks`, { headers: { 'x-svc-api-key': key } })
        return ((await answer.json()) as { webhooks: { url: string }[] }).webhooks
      }
      await eventually(async () => (await webhooks()).length === 1, 60_000, 300)
      const launched = await scene.run(['launch', 'coin.json', '--picture', 'logo.png', '--launcher', 'launcher.json', '--json'])
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

  test('decision "The command line": a webhook that a killed command left is removed by the next one', async () => {
    // A key has five launches an hour.
    expect((await scene.run(['key', 'claim', '--key', 'second.key'])).code).toBe(0)
    const key = readFileSync(scene.file('second.key'), 'utf8').trim()
    const listening = () =>
      Bun.spawn([process.execPath, MAIN, 'webhooks', 'listen', '--events', 'launch.created', '--key', 'second.key'], {
        cwd: scene.home,
        env: { PATH: process.env.PATH ?? '', HOME: scene.home, BASE_URL: scene.url },
        stdout: 'ignore',
        stderr: 'ignore',
      })
    const webhooks = async () => {
      const answer = await fetch(`${scene.url}/api/webhooks`, { headers: { 'x-svc-api-key': key } })
      return ((await answer.json()) as { webhooks: { id: string; failingSince: string | null }[] }).webhooks
    }
    const killed = listening()
    const [left] = await eventually(async () => ((await webhooks()).length === 1 ? webhooks() : null), 60_000, 300)
    killed.kill('SIGKILL')
    await killed.exited
    expect(
      (await scene.run(['launch', 'coin.json', '--picture', 'logo.png', '--launcher', 'launcher.json', '--key', 'second.key'])).code,
    ).toBe(0)
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

  test('decision "The command line": where a service sends nothing to this machine, it is said what to do', async () => {
    const closed = temporaryDataDir()
    const other = await startServerProcess({ DATA_DIR: closed.dataDir, SIMULATED_OPEN: '0' })
    try {
      const env = { HOME: scene.home, BASE_URL: other.url }
      expect((await runAgentLaunch(['key', 'claim'], env)).code).toBe(0)
      const end = await runAgentLaunch(['webhooks', 'listen'], env)
      expect(end).toMatchObject({ code: 1, out: '' })
      expect(end.err).toContain('public https addresses')

      // With a webhook of the key's own, what is delivered to it is shown: here nothing is, since nobody has that name.
      const key = readFileSync(join(scene.keyFolder, new URL(other.url).host.replace(':', '_')), 'utf8').trim()
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
        expect((await runAgentLaunch(args, env, scene.home)).code).toBe(0)
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
})
