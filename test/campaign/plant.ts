import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryDataDir } from '../support/server-process.ts'
import type { PlantedFault } from './planted-faults.ts'

const COPIED = ['src', 'static', 'scripts', 'clients', 'test', '.ci', 'package.json', 'bun.lock', 'bunfig.toml', 'tsconfig.json']

/** What a campaign against a copy with the fault came to. */
export interface PlantOutcome {
  readonly caught: boolean
  /** The campaign's own report. */
  readonly text: string
}

/**
 * Runs a campaign with these arguments in a copy of this tree that has the fault.
 * @throws Error where the source has no place for it any more
 */
export async function runPlanted({ name, edits }: PlantedFault, args: readonly string[]): Promise<PlantOutcome> {
  const { dataDir: copy, remove } = temporaryDataDir()
  try {
    for (const part of COPIED) cpSync(part, join(copy, part), { recursive: true })
    linkPackages(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
    for (const { path, from, to } of edits) {
      const source = existsSync(join(copy, path)) ? readFileSync(join(copy, path), 'utf8') : ''
      if (source.split(from).length !== 2) throw new Error(`${name}: ${path} does not have this once: ${from}`)
      writeFileSync(
        join(copy, path),
        source.replace(from, () => to),
      )
    }
    const child = Bun.spawn([process.execPath, 'test/campaign/main.ts', '--briefly', ...args], {
      cwd: copy,
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [text, errors, code] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited])
    if (!text.includes(' doubled / ')) throw new Error(`${name}: the campaign ended with ${code} before it had a result: ${errors}`)
    return { caught: code === 1, text }
  } finally {
    rmSync(join(copy, 'node_modules'), { recursive: true, force: true })
    remove()
  }
}

/** The packages are shared, and what is kept of builds is not. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to)
  for (const name of readdirSync(from)) if (name !== '.cache') symlinkSync(join(from, name), join(to, name))
}
