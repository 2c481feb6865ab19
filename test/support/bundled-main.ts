import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { bundleOptions } from '../../scripts/bundle-options.ts'

/** What the bundle is made of. */
const PARTS = ['src', 'static', 'scripts', 'clients/typescript/src', 'package.json', 'bun.lock']
/** Outside the tree that is checked, and gone with what was installed. */
const CACHE = join(process.cwd(), 'node_modules/.cache/agent-launch')
const KEPT = 4

let made: Promise<string> | undefined

/**
 * The program in one bundle, for tests that run it in processes of its own: it starts with half of what the sources take. It is made anew
 * when a file of it has changed, and otherwise found; the path is of a file that behaves like `src/main.ts`.
 */
export const bundledMain = (): Promise<string> => (made ??= findOrMake())

async function findOrMake(): Promise<string> {
  const folder = join(CACHE, fingerprint())
  if (!existsSync(folder)) await make(folder)
  return join(folder, 'main.ts')
}

/** Two processes may make it at once: the first one’s is kept. */
async function make(folder: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true })
  removeOld()
  const making = mkdtempSync(join(CACHE, 'making-'))
  // A test runs it as another user.
  chmodSync(making, 0o755)
  // The program finds itself one folder above its chunks, as above its sources.
  const { outputs } = await Bun.build({ ...bundleOptions, naming: { chunk: 'chunks/[name]-[hash].[ext]' }, outdir: making })
  if (outputs.length === 0) throw new Error('the program was not bundled')
  await Bun.write(join(making, 'main.ts'), `import './main.js'\n`)
  try {
    renameSync(making, folder)
  } catch (error) {
    rmSync(making, { recursive: true })
    if (!existsSync(folder)) throw error
  }
}

function removeOld(): void {
  const byAge = readdirSync(CACHE).map((name) => ({ name, ms: statSync(join(CACHE, name)).mtimeMs }))
  const old = byAge.toSorted((a, b) => b.ms - a.ms).slice(KEPT)
  for (const { name } of old) rmSync(join(CACHE, name), { recursive: true, force: true })
}

/** Follows from path, size and time of every file. */
function fingerprint(): string {
  const hash = new Bun.CryptoHasher('sha256')
  const add = (path: string): void => {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${path} ${size} ${mtimeMs}\n`)
  }
  for (const part of PARTS) {
    add(part)
    if (!statSync(part).isDirectory()) continue
    for (const name of (readdirSync(part, { recursive: true }) as string[]).toSorted()) add(join(part, name))
  }
  return hash.digest('hex').slice(0, 16)
}
