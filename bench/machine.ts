import { $ } from 'bun'
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { arch, cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { median } from './statistics.ts'

const SYNCS = 200

/** Lines that say what was measured, and where: nothing that names the machine. `folder` is where the bench keeps its databases. */
export async function describeRun(folder: string): Promise<string[]> {
  const model = cpus()[0]?.model.trim() || 'unknown'
  return [
    `commit ${await describeCommit()}`,
    `${cpus().length} cores of ${model} (${arch()}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release().split('-')[0]}, Bun ${Bun.version}`,
    `one write and fsync of 4 KiB: ${Math.round(syncMicros(folder))} µs`,
  ]
}

async function describeCommit(): Promise<string> {
  const commit =
    (
      await $`git rev-parse --short=12 HEAD`
        .cwd(import.meta.dir)
        .nothrow()
        .quiet()
        .text()
    ).trim() || 'unknown'
  const changed = (
    await $`git status --porcelain -- ../src ../build.ts ../package.json ../bun.lock`
      .cwd(import.meta.dir)
      .nothrow()
      .quiet()
      .text()
  ).trim()
  return changed === '' ? commit : `${commit}, and changes that are not committed`
}

/** How long a disk takes to keep something: on a file system in memory next to nothing, and then figures of writes say little. */
function syncMicros(folder: string): number {
  const file = openSync(join(folder, 'sync'), 'w')
  const block = new Uint8Array(4_096)
  const times = Array.from({ length: SYNCS }, () => {
    const startMs = performance.now()
    writeSync(file, block)
    fsyncSync(file)
    return (performance.now() - startMs) * 1_000
  })
  closeSync(file)
  return median(times)
}
