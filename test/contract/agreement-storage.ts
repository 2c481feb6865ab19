import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Storage } from '../../src/ports/storage/storage.ts'

/** Fingerprints that replicas agree on, and news of operations that end: every database must pass it. */
export function agreementContract(name: string, open: () => Promise<Storage>): void {
  describe(`decision "What replicas agree on": storage contract, agreed settings: ${name}`, () => {
    let storage: Storage
    beforeAll(async () => {
      storage = await open()
    })
    afterAll(() => storage.close())

    test('of 20 that agree at once one decides, and a name that is new is added', async () => {
      const all = await Promise.all(Array.from({ length: 20 }, (_, index) => storage.agreedSettings.agree({ one: `print ${index}` })))
      const [first] = all
      expect(all).toEqual(all.map(() => first!))
      expect(await storage.agreedSettings.agree({ one: 'other', two: 'added' })).toEqual({ ...first, two: 'added' })
    })

    test('what is replaced is what is agreed on from then on; the rest stays', async () => {
      await storage.agreedSettings.agree({ kept: 'a', changed: 'b' })
      await storage.agreedSettings.replace({ changed: 'c', fresh: 'd' })
      expect(await storage.agreedSettings.list()).toMatchObject({ kept: 'a', changed: 'c', fresh: 'd' })
    })
  })

  describe(`decision "Who waits for another replica": storage contract, ends of operations: ${name}`, () => {
    test('whoever hears of an operation is told of its end, and of no other’s', async () => {
      const storage = await open()
      const [one, twin, other] = [storage.ends.hear('op_1'), storage.ends.hear('op_1'), storage.ends.hear('op_2')]
      let toldOther = false
      void other.arrived.then(() => (toldOther = true))
      one.forget()
      storage.ends.tell('op_1')
      await twin.arrived
      expect(toldOther).toBe(false)
      storage.ends.tell('op_2')
      await other.arrived
      await storage.close()
    })
  })
}
