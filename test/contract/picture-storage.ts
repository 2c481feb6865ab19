import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { KeyId } from '../../src/domain/brands.ts'
import type { Image } from '../../src/domain/plan/image.ts'
import type { Plan } from '../../src/domain/plan/plan.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { charged } from '../support/charged.ts'
import { at, coinRow, dryRunRow, keyRow, launchRow, planRow } from '../support/storage-rows.ts'

const MIB = 1_048_576
const picture = (sha256: string, size = MIB): Image => ({ sha256, contentType: 'image/png', bytes: new Uint8Array(size) })
const planWith = (sha256: string): Plan => ({
  ...planRow(),
  image: { sha256, contentType: 'image/png', sizeBytes: MIB, sourceUrl: null },
})

/** What every storage promises of pictures: who needs one has it, who needs none any more leaves no room taken. */
export function pictureContract(name: string, fresh: () => Promise<Storage>): void {
  describe(`decision "Everything that is kept has an owner, a bound and an end": picture storage: ${name}`, () => {
    let storage: Storage
    beforeEach(async () => void (storage = await fresh()))
    afterEach(() => storage.close())

    const keep = (sha256: string, keyId = 'ak_1', atMs = 0, size = MIB) =>
      storage.images.insert(picture(sha256, size), { keyId: keyId as KeyId, atMs: at(atMs) })
    const prune = (limit = 100) => storage.images.prune({ storedBeforeMs: at(1_000), neededAfterMs: at(500), limit })
    const isThere = async (sha256: string) => (await storage.images.find(sha256)) !== null

    test('what a living dry-run or offer, an operation that did not fail or a coin names stays; the rest goes', async () => {
      for (const sha of ['dry-run', 'expired', 'operation', 'failed', 'coin', 'nobody', 'offer']) await keep(sha)
      await keep('young', 'ak_1', 1_000)
      await storage.dryRuns.insert(dryRunRow('d1', { plan: planWith('dry-run'), expiresAtMs: at(501) }))
      await storage.dryRuns.insert(dryRunRow('d2', { plan: planWith('expired'), expiresAtMs: at(500) }))
      await storage.operations.insert(launchRow('o1', { plan: planWith('operation') }), at(0))
      await storage.operations.insert(launchRow('o2', { plan: planWith('failed'), state: 'failed' }), at(0))
      await storage.coins.insert(coinRow('m1', { imageSha256: 'coin' }))
      const operation = launchRow('o3', { plan: planWith('offer') })
      await storage.launchOffers.insert(charged({ operation, unsigned: [], expiresAtMs: at(501) }))
      expect(await prune()).toBe(3)
      const left = ['dry-run', 'expired', 'operation', 'failed', 'coin', 'nobody', 'offer', 'young']
      expect(await Promise.all(left.map(isThere))).toEqual([true, false, true, false, true, false, true, true])
    })

    test('a picture that is put there again is young again, and in the quota of whoever did', async () => {
      await keep('same', 'ak_1', 0)
      await keep('same', 'ak_2', 2_000)
      expect(await prune()).toBe(0)
      expect((await storage.images.unusedOf('ak_1' as KeyId, '')).ownBytes).toBe(0)
      expect((await storage.images.unusedOf('ak_2' as KeyId, '')).ownBytes).toBe(MIB)
    })

    test('of a removal and a dry-run that brings the same picture at the same moment, the dry-run has its picture', async () => {
      for (let round = 0; round < 20; round += 1) {
        await keep(`race ${round}`, 'ak_1', 0)
        await Promise.all([
          prune(),
          storage.transaction(async (tx) => {
            await tx.images.insert(picture(`race ${round}`), { keyId: 'ak_1' as KeyId, atMs: at(2_000) })
            await tx.dryRuns.insert(dryRunRow(`race_${round}`, { plan: planWith(`race ${round}`), expiresAtMs: at(9_000) }))
          }),
        ])
        expect(await isThere(`race ${round}`)).toBe(true)
      }
    })

    test('a removal takes a few at a time, the oldest first', async () => {
      for (let index = 0; index < 5; index += 1) await keep(`p${index}`, 'ak_1', index, 100)
      expect(await prune(3)).toBe(3)
      expect(await isThere('p2')).toBe(false)
      expect(await isThere('p3')).toBe(true)
    })

    test('the quota is of the key, or of all keys that one address claimed; a taken picture counts in none', async () => {
      await storage.keys.insert(keyRow('ak_minted'), { hash: 'h0', claimAddress: null, claimSite: null })
      await storage.keys.insert(keyRow('ak_a'), { hash: 'h1', claimAddress: '203.0.113.1', claimSite: null })
      await storage.keys.insert(keyRow('ak_b'), { hash: 'h2', claimAddress: '203.0.113.1', claimSite: null })
      await keep('minted', 'ak_minted', 5)
      await keep('a', 'ak_a', 7)
      await keep('b', 'ak_b', 9)
      await keep('tiny', 'operator', 11, 1)
      const all = { untrusted: 2 * MIB, all: 3 * MIB + 16_384 }
      const unused = async (keyId: string) => ({
        ...(await storage.images.unusedOf(keyId as KeyId, '')),
        ...(await storage.images.unusedOfAll('')),
        ownerUntrusted: await storage.keys.isUntrusted(keyId as KeyId),
      })
      expect(await unused('ak_a')).toEqual({ ...all, ownBytes: 2 * MIB, oldestAtMs: at(7), ownerUntrusted: true })
      expect(await unused('ak_minted')).toMatchObject({ ownBytes: MIB, ownerUntrusted: false })
      expect(await unused('operator')).toMatchObject({ ownBytes: 16_384, ownerUntrusted: false })
      expect(await unused('0xpayer')).toMatchObject({ ownBytes: 0, oldestAtMs: null, ownerUntrusted: true })
      expect((await storage.images.unusedOf('ak_b' as KeyId, 'a')).ownBytes).toBe(MIB)
      await storage.images.use('a')
      expect((await storage.images.unusedOf('ak_b' as KeyId, '')).ownBytes).toBe(MIB)
    })

    test('a taken picture is released when nobody has it any more, and by nobody else', async () => {
      await keep('shared')
      await storage.images.use('shared')
      await storage.operations.insert(launchRow('o1', { plan: planWith('shared'), state: 'failed' }), at(0))
      await storage.coins.insert(coinRow('m1', { imageSha256: 'shared' }))
      await storage.images.release('shared')
      expect((await storage.images.unusedOf('ak_1' as KeyId, '')).ownBytes).toBe(0)
      await keep('lonely')
      await storage.images.use('lonely')
      expect(await prune()).toBe(0)
      await storage.images.release('lonely')
      expect(await prune()).toBe(1)
    })
  })
}
