import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { unixMs } from '../../src/domain/brands.ts'
import type { ProgramRecord } from '../../src/domain/operator/deployed-program.ts'
import { BY_COMMAND } from '../../src/domain/operator/operator-act.ts'
import type { ProgramReading } from '../../src/ports/launchpad/programs.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { lookAtPrograms } from '../../src/features/programs/look-at-programs.ts'
import { createCountedIds } from '../support/counted-ids.ts'
import { createManualClock } from '../support/manual-clock.ts'

const OLD = { build: 'old', control: 'upgraded by nobody' }
const NEW = { build: 'new', control: 'upgraded by nobody' }

/** Programs that launches go through, and looks at them by several replicas: every database must pass it. */
export function programContract(name: string, open: () => Promise<Storage>): void {
  describe(`decision "A program that is not known": storage contract, programs: ${name}`, () => {
    let storage: Storage
    beforeAll(async () => {
      storage = await open()
    })
    afterAll(() => storage.close())
    const ids = createCountedIds()

    /** A replica that looks when it is told to, and finds this. */
    function replica(platform: string) {
      const clock = createManualClock()
      let tell: (readings: readonly ProgramReading[]) => void
      return {
        clock,
        look(by: typeof BY_COMMAND | null = null) {
          const { promise, resolve } = Promise.withResolvers<readonly ProgramReading[]>()
          tell = resolve
          const launchpads = { get: async () => ({ programs: { read: () => promise } }) } as never
          return lookAtPrograms({ storage, clock, ids, launchpads }, platform, { by })
        },
        find: (seen: ProgramReading['seen']) => tell([{ name: 'factory', address: 'Fac1', seen, known: null }]),
      }
    }
    const only = async (platform: string) => (await storage.programs.list(platform))[0]!
    const accepts = async (platform: string) =>
      (await storage.operatorLog.list({ limit: 100, cursor: null })).rows.filter(({ subject }) => subject.startsWith(`${platform}:`)).length

    test('a record is kept by platform and address, replaces its older one, and is gone when deleted', async () => {
      const record = (platform: string, address: string): ProgramRecord => ({
        platform,
        address,
        name: 'ünïcode 🐸',
        seen: OLD,
        lookedAtMs: unixMs(1),
        disputed: false,
        accepted: null,
        acceptedAtMs: null,
      })
      for (const [platform, address] of [
        ['b', '1'],
        ['a', '2'],
        ['a', '1'],
      ] as const)
        await storage.programs.put(record(platform, address))
      const accepted = { ...record('a', '2'), seen: NEW, disputed: true, accepted: OLD, acceptedAtMs: unixMs(3) }
      await storage.programs.put(accepted)
      expect(await storage.programs.list()).toEqual([record('a', '1'), accepted, record('b', '1')])
      expect(await storage.programs.list('b')).toEqual([record('b', '1')])
      for (const of of await storage.programs.list()) await storage.programs.delete(of)
      await storage.programs.delete({ platform: 'a', address: 'no such' })
      expect(await storage.programs.list()).toEqual([])
    })

    test('two replicas that see a program first accept it once', async () => {
      const [one, other] = [replica('first'), replica('first')]
      const looks = [one.look(), other.look()]
      one.find(OLD)
      other.find(OLD)
      const accepted = (await Promise.all(looks)).flatMap((look) => look.accepted)
      expect(accepted).toHaveLength(1)
      expect(await only('first')).toMatchObject({ seen: OLD, accepted: OLD, disputed: false })
      expect(await accepts('first')).toBe(1)
    })

    test('a look that began before the operator accepted does not take the older state for a change', async () => {
      const [slow, operator] = [replica('race'), replica('race')]
      const first = operator.look()
      operator.find(OLD)
      await first
      const late = slow.look()
      await operator.clock.advance(1_000)
      const accept = operator.look(BY_COMMAND)
      operator.find(NEW)
      expect((await accept).accepted).toHaveLength(1)
      slow.find(OLD)
      await late
      expect(await only('race')).toMatchObject({ seen: NEW, accepted: NEW })
      expect(await accepts('race')).toBe(2)
    })

    test('what nodes dispute keeps what was seen before, is accepted by nobody, and is seen first by none', async () => {
      const one = replica('disputed')
      const look = async (seen: ProgramReading['seen'], by: typeof BY_COMMAND | null = null) => {
        const looked = one.look(by)
        one.find(seen)
        return (await looked).records
      }
      expect(await look(null)).toEqual([])
      await look(OLD)
      expect(await look(null)).toMatchObject([{ seen: OLD, accepted: OLD, disputed: true }])
      expect(await look(NEW)).toMatchObject([{ seen: NEW, accepted: OLD, disputed: false }])
      expect(await look(null, BY_COMMAND)).toMatchObject([{ seen: NEW, accepted: OLD, disputed: true }])
      expect(await look(OLD)).toMatchObject([{ seen: OLD, accepted: OLD, disputed: false }])
    })
  })
}
