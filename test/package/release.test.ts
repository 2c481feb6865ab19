import { $, CryptoHasher } from 'bun'
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TARGETS } from '../../scripts/build-executable.ts'
import { platformOfExecutable } from '../../scripts/platform-of-executable.ts'
import { SERVICE_VERSION } from '../../src/domain/text/service-version.ts'

// Four builds, and three runtimes that Bun downloads at the first.
setDefaultTimeout(900_000)

const ROOT = join(import.meta.dir, '../..')
const TRACKED = [
  'build.ts',
  'bun.lock',
  'bunfig.toml',
  'CHANGELOG.md',
  'clients',
  'deploy',
  'docs',
  'package.json',
  'scripts',
  'src',
  'static',
  'tsconfig.json',
]

const folder = mkdtempSync(join(tmpdir(), 'release-'))
const git = (...args: string[]) => $`git -c user.name=test -c user.email=test@example.org ${args}`.cwd(folder).quiet()

async function release() {
  const { exitCode, stdout, stderr } = await $`${process.execPath} scripts/release.ts`.cwd(folder).nothrow().quiet()
  return { exitCode, out: String(stdout), problem: String(stderr) }
}

describe('decision "The executable": a release', () => {
  beforeAll(async () => {
    for (const file of TRACKED)
      cpSync(join(ROOT, file), join(folder, file), { recursive: true, filter: (path) => !path.includes('node_modules') })
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    await Bun.write(join(folder, '.gitignore'), 'node_modules\ndist/\n')
    await git('init', '-q')
    await git('add', '-A')
    await git('commit', '-qm', 'sources')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('is of a commit whose tag, changelog and package say the same version, and of nothing else', async () => {
    expect(await release()).toMatchObject({ exitCode: 1, out: '', problem: expect.stringContaining(`no tag v${SERVICE_VERSION}`) })
    await git('tag', `v${SERVICE_VERSION}`)
    expect(await release()).toMatchObject({ exitCode: 1, problem: expect.stringContaining('CHANGELOG.md does not begin with') })
    const changelog = Bun.file(join(folder, 'CHANGELOG.md'))
    await changelog.write((await changelog.text()).replace(`## ${SERVICE_VERSION}, not released`, `## ${SERVICE_VERSION}, 2026-12-01`))
    expect(await release()).toMatchObject({ exitCode: 1, problem: expect.stringContaining('not committed') })
    expect(await Bun.file(join(folder, 'dist/release/SHA256SUMS')).exists()).toBe(false)
  })

  test('has an executable for each platform, with its header and commit, what it is deployed with, and the sums of all', async () => {
    await git('commit', '-qam', 'the day')
    await git('tag', '-f', `v${SERVICE_VERSION}`)
    const commit = String((await git('rev-parse', 'HEAD')).stdout).trim()
    const { exitCode, out, problem } = await release()
    expect({ exitCode, problem }).toEqual({ exitCode: 0, problem: expect.any(String) })
    const made = join(folder, 'dist/release')
    const sums = (await Bun.file(join(made, 'SHA256SUMS')).text()).trim().split('\n')
    expect(sums).toHaveLength(TARGETS.length + 2)
    for (const line of sums) {
      const [sum, name] = line.split('  ')
      expect(new CryptoHasher('sha256').update(await Bun.file(join(made, name!)).arrayBuffer()).digest('hex')).toBe(sum!)
    }
    for (const target of TARGETS) {
      const name = `agent-launch-${SERVICE_VERSION}-${target}${target === 'windows-x64' ? '.exe' : ''}`
      const file = Buffer.from(await Bun.file(join(made, name)).arrayBuffer())
      expect([platformOfExecutable(file), file.includes(commit)]).toEqual([target, true])
      expect(out).toContain(`${name}: `)
    }
    if (process.platform === 'linux' && process.arch === 'x64')
      expect(await $`${made}/agent-launch-${SERVICE_VERSION}-linux-x64 version --json`.json()).toEqual({
        version: SERVICE_VERSION,
        commit,
        bun: Bun.version,
        platform: 'linux-x64',
      })
  })

  test('a file of another kind is no executable', async () => {
    expect(platformOfExecutable(Buffer.from(await Bun.file(join(ROOT, 'bun.lock')).arrayBuffer()))).toBeNull()
    expect(platformOfExecutable(Buffer.from('MZ'))).toBeNull()
  })
})
