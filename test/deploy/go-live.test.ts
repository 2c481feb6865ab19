import { $, CryptoHasher } from 'bun'
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GO_LIVE_STEPS } from '../../src/commands/preflight/go-live-steps.ts'
import { bundledMain } from '../support/bundled-main.ts'
import { type CommandLineScene, createCommandLineScene } from '../support/command-line-scene.ts'
import { sampleKolsCsv } from '../../src/adapters/sample/sample-kols-csv.ts'
import { commandsOf } from '../support/document-walk.ts'
import { CREW_WALLETS } from '../support/test-app.ts'
import { coinOfPage } from './coin-of-page.ts'

setDefaultTimeout(180_000)

const ROOT = join(import.meta.dir, '../..')
const page = await Bun.file(join(ROOT, 'docs/go-live.md')).text()
const lines = commandsOf(page).flatMap((block) => block.trim().split('\n'))

/** What needs the machine itself, its packages or its services: bare-debian.test.ts runs these too. */
const OF_THE_MACHINE = [
  'useradd --system --no-create-home --shell /usr/sbin/nologin agent-launch',
  'apt-get install --yes caddy',
  'systemctl daemon-reload',
  'systemctl restart systemd-journald caddy',
  'systemctl enable --now agent-launch',
]
describe('decision "What keeps a start from happening": docs/go-live.md', () => {
  const machine = mkdtempSync(join(tmpdir(), 'go-live-'))
  let scene: CommandLineScene
  beforeAll(async () => {
    scene = await createCommandLineScene()
    await Bun.write(join(scene.home, 'coin.json'), coinOfPage(page, CREW_WALLETS.slice(0, 2)))
    await Bun.write(join(scene.home, 'kols.csv'), sampleKolsCsv)
    for (const folder of ['usr/local/bin', 'etc/caddy', 'etc/systemd/system', 'opt']) mkdirSync(join(machine, folder), { recursive: true })
    const program = `#!/bin/sh\nexec ${process.execPath} ${await bundledMain()} "$@"\n`
    await Bun.write(join(scene.home, 'agent-launch-1.0.0-linux-x64'), program)
    await Bun.write(
      join(scene.home, 'SHA256SUMS'),
      `${new CryptoHasher('sha256').update(program).digest('hex')}  agent-launch-1.0.0-linux-x64\n`,
    )
    await $`tar -cf ${scene.home}/agent-launch-1.0.0-deploy.tar -C ${ROOT} deploy docs`
  })
  afterAll(async () => {
    await scene.stop()
    rmSync(machine, { recursive: true, force: true })
  })

  test('its needed variables are those of preflight, in the same order', () => {
    const bold = [...page.matchAll(/\*\*`([A-Z\d_]+)`\*\*/g)].map(([, name]) => name!)
    expect(bold).toEqual(GO_LIVE_STEPS.flatMap(({ oneOf }) => oneOf.flat()))
  })

  test('every command of it runs, but for those of the machine, which are well formed', async () => {
    expect(lines.filter((line) => OF_THE_MACHINE.includes(line))).toEqual(OF_THE_MACHINE)
    for (const line of lines) expect([line, Bun.spawnSync(['bash', '-n', '-c', line]).exitCode]).toEqual([line, 0])
    // Here with the same settings, without systemd.
    const asService = `as_service() { ( set -a; . ${machine}/etc/agent-launch.env; DATA_DIR=${machine}/data; exec agent-launch "$@" ); }`
    const approve = `ID=$(grep -o 'dry-run   [0-9a-f]*' said | cut -c11-); agent-launch approve $ID --with approver.json --url ${scene.url} >&2`
    const script = lines
      .filter((line) => !OF_THE_MACHINE.includes(line))
      .map((line) => line.replaceAll(/(?<=[\s>])\/(?=(usr\/local|etc|opt)\b)/g, `${machine}/`))
      .map((line) => line.replaceAll('https://launch.example.org', scene.url).replace(' --dry-run ID ', ' --dry-run $ID '))
      .map((line, index) => `${line}${/ dry-run coin/.test(line) ? ' 2> said' : ''}\necho "[line ${index} ended with $?]"`)
      .map((line) => (/ dry-run coin/.test(line) ? `${line}\n${approve}` : line))
    const shell = Bun.spawn(['bash', '-c', [asService, ...script].join('\n')], {
      cwd: scene.home,
      env: { PATH: `${machine}/usr/local/bin:${process.env.PATH}`, HOME: scene.home },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [out, complaints] = await Promise.all([new Response(shell.stdout).text(), new Response(shell.stderr).text()])
    const ended = [...out.matchAll(/\[line \d+ ended with (\d+)\]/g)].map(([, code]) => Number(code))
    const run = lines.filter((line) => !OF_THE_MACHINE.includes(line))
    // Nothing is filled in here: there is no chain to make a table on, and preflight says so.
    const otherwise: Record<string, number> = {
      'as_service lookup-table create': 2,
      'as_service lookup-table create --yes': 2,
      'as_service preflight': 1,
    }
    expect({ codes: run.map((line, index) => [line, ended[index]]), complaints }).toEqual({
      codes: run.map((line) => [line, otherwise[line] ?? 0]),
      complaints: expect.stringContaining(`Approved by ${scene.approver.address}`),
    })
    expect(out).toContain('Not ready to launch: ')
    expect(await Bun.file(join(machine, 'etc/systemd/system/caddy.service.d/site.conf')).text()).toBe(
      '[Service]\nEnvironment=SITE_ADDRESS=launch.example.org UPSTREAM=127.0.0.1:3000\n',
    )
    expect((await (await fetch(`${scene.url}/api/coins`)).json()) as object).toMatchObject({ coins: [{ ticker: 'NMFROG' }] })
  })
})

const systemdAnalyze = Bun.which('systemd-analyze')
if (!systemdAnalyze) console.warn('SKIPPED the units: there is no systemd-analyze here')

test.skipIf(!systemdAnalyze)('decision "What keeps a start from happening": the units of deploy/ are what systemd takes', () => {
  const units = [...new Bun.Glob('deploy/*.{service,timer}').scanSync(ROOT)].map((name) => join(ROOT, name))
  expect(units.length).toBe(4)
  const { stderr } = Bun.spawnSync([systemdAnalyze!, 'verify', '--man=no', ...units])
  // Programs that are not installed here are what it says besides.
  const complaints = String(stderr)
    .split('\n')
    .filter((line) => line.includes('/deploy/') || /agent-launch/.test(line))
  expect(complaints.filter((line) => !/is not executable: No such file/.test(line))).toEqual([])
})
