import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { createDisk } from '../../src/adapters/disk.ts'
import { type Disk, noDisk } from '../../src/ports/machine/disk.ts'
import { temporaryDataDir } from '../support/server-process.ts'

/** A disk to be examined. */
interface DiskHarness {
  readonly disk: Disk
  /** Says how much is free from here on; null where it has no files. */
  readonly setFree: ((bytes: number | null) => void) | null
  close?(): void
}

/** The suite that every disk must pass. @see ports/machine/disk.ts */
function diskContract(name: string, create: () => DiskHarness): void {
  describe(`decision "Without room nothing new is begun": disk contract: ${name}`, () => {
    let harness: DiskHarness
    let disk: Disk
    beforeEach(() => {
      harness = create()
      disk = harness.disk
    })
    afterEach(() => harness.close?.())

    test('tells whole bytes, or that it does not know', () => {
      const bytes = disk.freeBytes()
      expect(bytes === null || (Number.isSafeInteger(bytes) && bytes >= 0)).toBe(true)
    })

    test('where there is room there is no shortage, and the reserve may be freed and filled in any order', () => {
      for (const act of [disk.freeReserve, disk.freeReserve, disk.balance, disk.balance, disk.freeReserve, disk.balance]) {
        act()
        expect(disk.shortage()).toBeNull()
      }
    })

    test('what it does not know is no shortage', () => {
      harness.setFree?.(null)
      disk.balance()
      expect([disk.freeBytes(), disk.shortage()]).toEqual([null, null])
    })

    test('a shortage is said in words that name what is free, and ends with it', () => {
      if (!harness.setFree) return
      harness.setFree(3_145_728)
      expect(disk.shortage()).toContain('3.0 MiB')
      harness.setFree(1_000_000_000)
      expect(disk.shortage()).toBeNull()
    })
  })
}

/** A disk of a folder whose file system says what the suite lets it say. */
function ofFolder(minFreeBytes: number): DiskHarness {
  const { dataDir, remove } = temporaryDataDir()
  let [free, elapsedMs]: [number | null, number] = [1_000_000_000, 0]
  // Each look is a new one.
  const disk = createDisk({ folders: [dataDir], minFreeBytes, freeOf: () => free, elapsedMs: () => (elapsedMs += 10_000), randomBytes })
  return { disk, setFree: (bytes) => (free = bytes), close: remove }
}

diskContract('of a folder', () => ofFolder(8_000_000))
diskContract('none', () => ({ disk: noDisk, setFree: null }))
