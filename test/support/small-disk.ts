import { appendFileSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of its own that is quickly full. */
export interface SmallDisk {
  readonly folder: string
  freeBytes(): number
  /** Takes all room but `leaveBytes`. */
  fill(leaveBytes?: number): void
  /** Gives back what `fill` took. */
  empty(): void
  unmount(): void
}

/** A file system in memory of so many MiB; null where this user may not mount one. */
export function mountSmallDisk(mib: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'))
  const { exitCode } = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `size=${mib}m,mode=0700`, 'none', folder], { stderr: 'ignore' })
  if (exitCode !== 0) {
    rmSync(folder, { recursive: true })
    return null
  }
  const ballast = join(folder, 'ballast')
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  return {
    folder,
    freeBytes,
    fill(leaveBytes = 0) {
      writeFileSync(ballast, '')
      for (let take = freeBytes() - leaveBytes; take > 0; take = freeBytes() - leaveBytes) {
        try {
          appendFileSync(ballast, Buffer.alloc(Math.min(take, 262_144)))
        } catch {
          return
        }
      }
    },
    empty: () => rmSync(ballast, { force: true }),
    unmount() {
      Bun.spawnSync(['umount', '-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
