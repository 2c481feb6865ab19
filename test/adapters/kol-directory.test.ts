import { describe, expect, test } from 'bun:test'
import { createKolDirectory } from '../../src/adapters/kol-directory.ts'
import { memoryStorage } from '../support/memory-storage.ts'
import type { KolRepo } from '../../src/ports/storage/kols.ts'
import { sampleDirectory } from '../support/sample-kols.ts'

describe('rules 1.3: the index of the directory', () => {
  test('is built once for a version, however many ask, and again when the version moved', async () => {
    const storage = await memoryStorage()
    await storage.kols.upsert(sampleDirectory)
    let reads = 0
    const kols: KolRepo = { ...storage.kols, all: () => ((reads += 1), storage.kols.all()) }
    const directory = createKolDirectory({ kols })
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => directory.index()))
    expect(others.every((index) => index === first)).toBe(true)
    expect(await directory.index()).toBe(first!)
    expect([reads, first!.kols.length]).toEqual([1, 300])

    await storage.kols.setOptedOut(sampleDirectory[0]!.handle, true)
    const next = await directory.index()
    expect([reads, next.kols.length]).toEqual([2, 299])
    await storage.close()
  })

  test('never answers with an older version than the one that is there, even when it moves during a build', async () => {
    const storage = await memoryStorage()
    await storage.kols.upsert(sampleDirectory.slice(0, 10))
    const { promise: read, resolve: letRead } = Promise.withResolvers<void>()
    let held = true
    const kols: KolRepo = {
      ...storage.kols,
      all: async () => {
        const rows = await storage.kols.all()
        if (held) await read
        return rows
      },
    }
    const directory = createKolDirectory({ kols })
    const early = directory.index()
    await storage.kols.upsert(sampleDirectory.slice(10, 12))
    const late = directory.index()
    held = false
    letRead()
    expect((await late).kols).toHaveLength(12)
    expect((await early).kols.length).toBeGreaterThanOrEqual(10)
    await storage.close()
  })

  test('a read that fails is told to whoever waits, and the next one tries again', async () => {
    const storage = await memoryStorage()
    let broken = true
    const kols: KolRepo = { ...storage.kols, all: () => (broken ? Promise.reject(new Error('gone')) : storage.kols.all()) }
    const directory = createKolDirectory({ kols })
    expect(directory.index()).rejects.toThrow('gone')
    await directory.index().catch(() => {})
    broken = false
    expect((await directory.index()).kols).toEqual([])
    await storage.close()
  })
})
