import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumPath, startBrowser } from '../browser/support/chromium.ts'
import { clientDocument } from '../support/client-document.ts'
import { CLIENT_TYPES, clientTypes } from '../support/client-types.ts'
import { type ServerProcess, startServerProcess, temporaryDataDir } from '../support/server-process.ts'
import { pngBytes } from '../support/test-app.ts'
import { isOutOfReach, packClient, run } from './support/packed-client.ts'

// Installing asks a registry.
setDefaultTimeout(180_000)

const ROOT = join(import.meta.dir, '../..')
const CLIENT = join(ROOT, 'clients/typescript')
const EXECUTABLE = join(ROOT, 'dist/agent-launch')
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')
const picture = Buffer.from(pngBytes()).toString('base64')

const node = Bun.which('node')
const npm = Bun.which('npm')
const folder = mkdtempSync(join(tmpdir(), 'client-package-'))

/** Packs the client and installs it in a folder of its own; says why where that cannot be done here. */
async function install(): Promise<string | null> {
  if (!node || !npm) return 'there is no Node on this machine'
  const packed = await packClient(npm, folder)
  const home = join(folder, 'program')
  mkdirSync(home)
  await Bun.write(join(home, 'package.json'), '{ "private": true, "type": "module" }')
  const added = await run([npm, 'install', '--no-audit', '--no-fund', packed], home)
  if (added.code === 0) return null
  if (isOutOfReach(added.err)) return 'the npm registry is out of reach'
  throw new Error(`npm install failed: ${added.err}`)
}

const missing = await install()
if (missing !== null) console.warn(`The client’s package is not tried: ${missing}.`)
if (!existsSync(EXECUTABLE)) console.warn('The package is tried against the source: there is no dist/agent-launch.')

describe.skipIf(missing !== null)('decision "The typed client": the package, installed in an empty folder', () => {
  const home = join(folder, 'program')
  const data = temporaryDataDir()
  let server: ServerProcess
  beforeAll(async () => {
    cpSync(join(import.meta.dir, 'walk.mjs'), join(home, 'walk.mjs'))
    server = await startServerProcess({ DATA_DIR: data.dataDir }, existsSync(EXECUTABLE) ? EXECUTABLE : undefined)
  })
  afterAll(async () => {
    await server.stop()
    data.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  const walked = { refused: 'approver_not_allowed', locked: true, mint: expect.any(String), signed: true, state: 'locked' }

  test('it has what a program needs, and no more', async () => {
    const files = (await run(['find', '.', '-type', 'f'], join(home, 'node_modules/agent-launch-client'))).out.trim().split('\n')
    expect(files.filter((file) => !/^\.\/(dist\/[\w-]+\.(d\.ts|js)|package\.json|README\.md|LICENSE)$/.test(file))).toEqual([])
    expect(files).toContain('./dist/agent-launch-client.d.ts')
    expect(files).toContain('./dist/paying-fetch.js')
    expect(existsSync(join(home, 'node_modules/@x402'))).toBe(false)
  })

  test.each([
    ['Node', node!],
    ['Bun', process.execPath],
  ])('%s launches coins with it', async (_runtime, executable) => {
    await Bun.write(
      join(home, 'main.mjs'),
      "import { walk } from './walk.mjs'\nconsole.log(JSON.stringify(await walk(process.argv[2], process.argv[3])))\n",
    )
    const { code, out, err } = await run([executable, 'main.mjs', server.url, picture], home)
    expect([code, err.replaceAll(/.*ExperimentalWarning.*\n.*\n/g, '')]).toEqual([0, ''])
    expect(JSON.parse(out)).toEqual(walked)
  })

  test.skipIf(chromiumPath === null)('so does a page in Chromium', async () => {
    await Bun.write(join(home, 'page.mjs'), "import { walk } from './walk.mjs'\nglobalThis.walk = walk\n")
    const built = await Bun.build({ entrypoints: [join(home, 'page.mjs')], target: 'browser', format: 'iife', minify: true })
    const browser = await startBrowser()
    try {
      const page = await (await browser.context()).newPage()
      await page.goto(`${server.url}/board`)
      await page.evaluate(await built.outputs[0]!.text())
      const result = await page.evaluate(
        ([url, image]) => (globalThis as unknown as { walk: (url: string, image: string) => Promise<unknown> }).walk(url!, image!),
        [server.url, picture],
      )
      expect(result).toEqual(walked)
    } finally {
      await browser.close()
    }
  })

  test('its types are found, and a wrong field is', async () => {
    const body = "{ name: 'Frog', ticker: 'FROG', autoHire: { seats: 5 } }"
    const program = (field: string) =>
      `import { createClient, launch } from 'agent-launch-client'
const client = createClient({ baseUrl: 'https://launch.example' })
export const { data } = await launch(client, { ...${body}, ${field} }, { launcherKey: 'x' })\n`
    await Bun.write(join(home, 'right.ts'), program("website: 'frog.example'"))
    await Bun.write(join(home, 'wrong.ts'), program("webside: 'frog.example'"))
    for (const module of ['NodeNext', 'Preserve']) {
      const options = [
        '--noEmit',
        '--strict',
        '--target',
        'ES2022',
        '--lib',
        'ES2022,DOM',
        '--types',
        '',
        '--pretty',
        'false',
        '--module',
        module,
      ]
      const { out } = await run([process.execPath, TSC, ...options, 'right.ts', 'wrong.ts'], home)
      expect(out.trim().split('\n')).toEqual([expect.stringMatching(/^wrong\.ts.*'webside' does not exist/)])
    }
  })
})

const GENERATOR = join(CLIENT, 'node_modules/openapi-typescript')
if (!existsSync(GENERATOR)) console.warn('The client’s types are not made anew: `bun run client:types` installs what makes them.')

test.skipIf(!existsSync(GENERATOR))(
  'decision "The typed client": the client’s types are what the generator makes of the document, untouched',
  async () => {
    expect(await Bun.file(CLIENT_TYPES).text()).toBe(await clientTypes(await clientDocument()))
  },
)
