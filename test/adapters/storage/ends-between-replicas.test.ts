import { SQL } from 'bun'
import { describe, expect, test } from 'bun:test'
import { openStorage } from '../../../src/adapters/storage/storage.ts'
import { Secret } from '../../../src/lib/secret.ts'
import type { Storage } from '../../../src/ports/storage/storage.ts'
import { emptyDatabase } from '../../support/empty-database.ts'
import { eventually } from '../../support/eventually.ts'

const server = process.env.TEST_DATABASE_URL
if (!server) console.warn('SKIPPED news between replicas: TEST_DATABASE_URL is not set')

const ROUNDS = 40

/** Two storages of one database, the second of which listens, and its sessions that do. */
async function twoStorages() {
  const url = await emptyDatabase(server!)
  const admin = new SQL(url, { max: 1 })
  let deaf = 0
  const one = await openStorage(new Secret(url))
  const other = await openStorage(new Secret(url), { onDeaf: () => void (deaf += 1) })
  const listeners = async () =>
    (await admin`SELECT pid FROM pg_stat_activity WHERE query = 'listen operation_ended' AND datname = current_database()`) as {
      pid: number
    }[]
  // The server may list a session for a moment after it has ended it.
  const listening = (exceptPid?: number) =>
    eventually(async () => {
      other.ends.hear('warm').forget()
      return (await listeners()).some(({ pid }) => pid !== exceptPid)
    })
  await listening()
  const close = async () => {
    await Promise.all([one.close(), other.close()])
    await admin.end()
  }
  return { one, other, admin, listeners, listening, deaf: () => deaf, close }
}

const waitMs = async ({ one, other }: { readonly one: Storage; readonly other: Storage }, id: string): Promise<number> => {
  const news = other.ends.hear(id)
  const begunMs = performance.now()
  one.ends.tell(id)
  await news.arrived
  news.forget()
  return performance.now() - begunMs
}

describe.skipIf(!server)('decision "Who waits for another replica": news between two on one PostgreSQL', () => {
  test('an end that one tells reaches the other', async () => {
    const scene = await twoStorages()
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) times.push(await waitMs(scene, `op_${round}`))
    times.sort((a, b) => a - b)
    console.info(`told after ${times[ROUNDS >> 1]!.toFixed(1)} ms, ${times.at(-1)!.toFixed(1)} at most`)
    expect(scene.deaf()).toBe(0)
    await scene.close()
  })

  test('a session that is ended is said, and opened again by whoever waits next', async () => {
    const scene = await twoStorages()
    const [first] = await scene.listeners()
    await scene.admin`SELECT pg_terminate_backend(${first!.pid})`
    await eventually(() => scene.deaf() === 1)
    await scene.listening(first!.pid)
    await waitMs(scene, 'op_after')
    await scene.close()
  })
})
