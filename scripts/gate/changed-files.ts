import { $ } from 'bun'

/** A gate is run at the end of some hours of work: what came before them has had its own. */
const SINCE_MS = 4 * 3_600_000

/** Paths that the commits of the last four hours before this one changed, and what is changed and not committed. */
export async function changedFiles(): Promise<string[]> {
  const headMs = Number(await $`git log -1 --format=%ct`.quiet().text()) * 1_000
  const before = new Date(headMs - SINCE_MS).toISOString()
  const base = (await $`git rev-list -1 --before=${before} HEAD`.quiet().text()).trim()
  // A repository that is younger, or a clone without its history: everything is new.
  const diff = base === '' ? await $`git ls-files`.quiet().text() : await $`git diff --name-only ${base}`.quiet().text()
  return diff.split('\n').filter((path) => path !== '')
}
