import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, startServerProcess, temporaryDataDir } from '../support/server-process.ts'
import { pngBytes } from '../support/test-app.ts'
import { isOutOfReach, packClient, run } from './support/packed-client.ts'

// Installing asks a registry.
setDefaultTimeout(180_000)

const ROOT = join(import.meta.dir, '../..')
const EXECUTABLE = join(ROOT, 'dist/agent-launch')
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')
const CLIENTS = join(import.meta.dir, 'clients/node_modules')
const npm = Bun.which('npm')
const nodeOf = (major: string) => join(CLIENTS, `node${major}/bin/node`)
const installed = npm !== null && existsSync(nodeOf('24'))
if (!installed) console.warn('Node 20, 22, 24 and pnpm are not tried: `bun run package:clients` installs them (in test/package/clients).')

const folder = mkdtempSync(join(tmpdir(), 'client-installs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** How each package manager adds a file to the project of its folder, run by this Node. */
const MANAGERS: Readonly<Record<string, (node: string, file: string) => readonly string[]>> = {
  npm: (node, file) => [node, realpathSync(npm!), 'install', '--no-audit', '--no-fund', file],
  pnpm: (node, file) => [node, join(CLIENTS, 'pnpm/bin/pnpm.cjs'), 'add', '--store-dir', join(folder, 'store'), file],
  bun: (_node, file) => [process.execPath, 'add', file],
}

const MAIN = `import { walk } from './walk.mjs'
console.log(JSON.stringify(await walk(process.argv[2], process.argv[3])))\n`
const PROGRAM = `import { createClient, dataOf } from 'agent-launch-client'
export const { key } = dataOf(await createClient({ baseUrl: 'https://launch.example' }).POST('/api/agent/keys/claim', { body: { label: 'l' } }))\n`
const STRICT = [
  '--noEmit',
  '--strict',
  '--target',
  'ES2022',
  '--module',
  'NodeNext',
  '--lib',
  'ES2022,DOM',
  '--types',
  '',
  '--pretty',
  'false',
]

describe.skipIf(!installed).each(Object.keys(MANAGERS))('decision "The typed client": %s installs it in an empty folder', (manager) => {
  const data = temporaryDataDir()
  let server: ServerProcess
  let packed: string
  beforeAll(async () => {
    packed = await packClient(npm!, folder)
    server = await startServerProcess({ DATA_DIR: data.dataDir }, existsSync(EXECUTABLE) ? EXECUTABLE : undefined)
  })
  afterAll(async () => {
    await server.stop()
    data.remove()
  })

  test.each(['20', '22', '24'])('with Node %s: the types check without the optional peers, and a launch runs', async (major) => {
    const node = nodeOf(major)
    const home = join(folder, `${manager}-${major}`)
    mkdirSync(home)
    await Bun.write(join(home, 'package.json'), '{ "private": true, "type": "module" }')
    const added = await run(MANAGERS[manager]!(node, packed), home)
    if (isOutOfReach(added.err + added.out)) return console.warn(`${manager} reaches no registry; its installation is not tried.`)
    expect([added.code, added.err]).toEqual([0, expect.any(String)])
    expect(existsSync(join(home, 'node_modules/@x402'))).toBe(false)
    cpSync(join(import.meta.dir, 'walk.mjs'), join(home, 'walk.mjs'))
    await Bun.write(join(home, 'main.mjs'), MAIN)
    await Bun.write(join(home, 'program.ts'), PROGRAM)
    expect(await run([node, TSC, ...STRICT, 'program.ts'], home)).toMatchObject({ code: 0, out: '' })
    const { out, err } = await run([node, 'main.mjs', server.url, Buffer.from(pngBytes()).toString('base64')], home)
    expect(err.replaceAll(/.*ExperimentalWarning.*\n.*\n/g, '')).toBe('')
    expect(JSON.parse(out)).toMatchObject({ locked: true, signed: true, state: 'locked' })
  })
})
