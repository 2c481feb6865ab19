import { RUNTIME_PARTS } from '../../scripts/runtime-licenses.ts'
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OWN_LIMITS } from '../../src/domain/limits/own-limits.ts'
import { readPictureShape } from '../../src/domain/picture-shape.ts'
import { createCardProcess } from '../../src/adapters/coin-cards/card-process.ts'
import { bps } from '../../src/domain/brands.ts'

// Two installations and two builds.
setDefaultTimeout(600_000)

const ROOT = join(import.meta.dir, '../..')
const BUILT_FROM = [
  'build.ts',
  'bun.lock',
  'bunfig.toml',
  'clients/typescript/src',
  'package.json',
  'scripts',
  'src',
  'static',
  'tsconfig.json',
]
const work = mkdtempSync(join(tmpdir(), 'executable-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

/** Builds the sources in a new folder of this name, keeps the executable and leaves nothing else of the folder. */
async function built(name: string): Promise<string> {
  const folder = join(work, name)
  mkdirSync(folder)
  for (const file of BUILT_FROM) cpSync(join(ROOT, file), join(folder, file), { recursive: true })
  for (const command of [['install', '--frozen-lockfile', '--silent'], ['build.ts']]) {
    const child = Bun.spawn([process.execPath, ...command], {
      cwd: folder,
      env: { ...process.env, BUILD_COMMIT: 'c'.repeat(40) },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [problem, code] = await Promise.all([new Response(child.stderr).text(), child.exited])
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${problem}`)
  }
  const executable = join(work, `${name}.out`)
  renameSync(join(folder, 'dist/agent-launch'), executable)
  renameSync(join(folder, 'dist/agent-launch.cdx.json'), `${executable}.cdx.json`)
  rmSync(folder, { recursive: true })
  return executable
}

/** What the executable prints to these arguments. */
async function outputOf(args: readonly string[]): Promise<string> {
  const child = Bun.spawn([join(work, 'one.out'), ...args], { stdout: 'pipe', stderr: 'inherit' })
  const [out, code] = await Promise.all([new Response(child.stdout).text(), child.exited])
  expect(code).toBe(0)
  return out
}

/** Where two files first differ, and what each has there; null when they are the same. */
function firstDifference(one: Buffer, other: Buffer): string | null {
  if (one.equals(other)) return null
  const at = one.findIndex((byte, index) => byte !== other[index])
  const start = at === -1 ? Math.min(one.length, other.length) : at
  const around = (file: Buffer) => JSON.stringify(file.toString('latin1', Math.max(0, start - 100), start + 100))
  return `of ${one.length} and ${other.length} bytes they differ from ${start} on:\n${around(one)}\n${around(other)}`
}

describe('decision "The executable"', () => {
  test('decision "The executable": two builds of the same sources in different folders are the same bytes, and neither names its folder', async () => {
    const [one, other] = [
      Buffer.from(await Bun.file(await built('one')).bytes()),
      Buffer.from(await Bun.file(await built('longer-name')).bytes()),
    ]
    expect(firstDifference(one, other)).toBeNull()
    expect(one.includes(work)).toBe(false)
    expect(one.includes(ROOT)).toBe(false)
  })

  test('decision "The executable": it draws a card when the folder it was built in is gone', async () => {
    const cards = createCardProcess({ command: [join(work, 'one.out'), 'coin-card'], timeoutMs: OWN_LIMITS.cardDeadlineMs * 10 })
    const card = await cards.draw({
      name: 'Night Market Frog',
      ticker: 'FROG',
      serviceTitle: 'Agent Launch Service',
      feeShareLocked: true,
      shareholders: [{ handle: 'treasury', role: 'treasury', bps: bps(10_000) }],
      picture: null,
    })
    expect(readPictureShape('image/png', card)).toMatchObject({ widthPx: OWN_LIMITS.cardWidthPx, complete: true })
  })

  test('decision "The executable": it prints the licence of every package that its bill of materials names, and both are of this version', async () => {
    const bill = (await Bun.file(join(work, 'one.out.cdx.json')).json()) as {
      readonly metadata: { readonly component: { readonly version: string } }
      readonly components: readonly { readonly name: string; readonly version?: string; readonly licenses?: readonly object[] }[]
    }
    const printed = await outputOf(['licenses'])
    const bundled = bill.components.filter(({ version }) => version !== undefined && version !== Bun.version)
    expect(bundled.length).toBeGreaterThan(100)
    for (const { name, version } of bundled) expect(printed).toContain(`${name} ${version} (`)
    const runtime = bill.components.filter(({ version }) => version === undefined)
    expect(runtime.map(({ name }) => name)).toEqual(RUNTIME_PARTS.map(({ name }) => name))
    for (const { name } of runtime) expect(printed).toContain(`${name} (`)
    const acknowledged = ['OpenSSL Toolkit', 'Eric Young', 'Independent JPEG Group', 'UNICODE LICENSE V3']
    for (const title of ['GNU LIBRARY GENERAL PUBLIC LICENSE', 'Version 2.1, February 1999', 'GNU GENERAL PUBLIC LICENSE', ...acknowledged])
      expect(printed).toContain(title)
    // One that names no licence in its package.json has its text, which says it.
    expect(bundled.filter(({ licenses }) => licenses === undefined).map(({ name }) => name)).toEqual(['text-encoding-utf-8'])
    const version = JSON.parse(await outputOf(['version', '--json'])) as object
    const { version: packed } = (await Bun.file(join(ROOT, 'package.json')).json()) as { readonly version: string }
    expect(version).toMatchObject({ version: packed, commit: 'c'.repeat(40), bun: Bun.version })
    expect(bill.metadata.component.version).toBe(packed)
    expect(JSON.parse(await outputOf(['sbom']))).toEqual(bill)
  })
})
