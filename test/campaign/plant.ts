import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryDataDir } from '../support/server-process.ts'
import { type CampaignNews, kindsFound } from './history.ts'
import type { PlantedFault } from './planted-faults.ts'

const COPIED = ['src', 'static', 'scripts', 'clients', 'test', '.ci', 'package.json', 'bun.lock', 'bunfig.toml', 'tsconfig.json']

/** What a campaign against a copy with the fault came to. */
export interface PlantOutcome {
  /** True where a finding came up of a kind that tells of this fault. */
  readonly caught: boolean
  /** What it was caught by, and when; or what was found instead. */
  readonly line: string
  /** The campaign's own report. */
  readonly text: string
}

/**
 * Runs a campaign with these arguments in a copy of this tree that has the fault.
 * @throws Error where the source has no place for it any more
 */
export async function runPlanted({ name, edits, shows, nemesis = ['kill'] }: PlantedFault, args: readonly string[]): Promise<PlantOutcome> {
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
    const received: CampaignNews[] = []
    const own = ['--until', shows.join(','), '--faults', nemesis.join(',')]
    const child = Bun.spawn([process.execPath, 'test/campaign/main.ts', ...args, ...own], {
      cwd: copy,
      ipc: (news: CampaignNews) => void received.push(news),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [text, errors, code] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited])
    const [news] = received
    if (!news) return { caught: false, line: `NO RESULT: ${name}: ended with ${code}`, text: text + errors }
    const fitting = news.findings.filter(({ kind }) => shows.includes(kind))
    const caught = fitting.length > 0
    return { caught, text, line: `${caught ? 'caught' : 'MISSED'}: ${name}: ${kindsFound({ findings: caught ? fitting : news.findings })}` }
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
