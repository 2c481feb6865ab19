import { describe, expect, test } from 'bun:test'
import { createLeaderLease } from '../../src/scheduler/leader-lease.ts'
import { createTestApp } from '../support/test-app.ts'

/** Two processes that share a storage, as two replicas do. */
async function replicas() {
  const { deps, clock } = await createTestApp()
  const shared = { ...deps, storage: { ...deps.storage, exclusive: false } }
  return { clock, first: createLeaderLease(shared), second: createLeaderLease(shared), exclusive: () => createLeaderLease(deps) }
}

describe('decision "One replica leads": the lead', () => {
  test('one of two has it, for as long as it keeps it', async () => {
    const { clock, first, second } = await replicas()
    expect([await first.acquire(), await second.acquire()]).toEqual([true, false])
    for (let round = 0; round < 10; round += 1) {
      await clock.advance(10_000)
      expect([await first.acquire(), await second.acquire()]).toEqual([true, false])
    }
  })

  test('the other takes over within a minute of a death', async () => {
    const { clock, first, second } = await replicas()
    await first.acquire()
    let waitedMs = 0
    while (!(await second.acquire())) {
      waitedMs += 10_000
      await clock.advance(10_000)
    }
    expect(waitedMs).toBe(30_000)
    expect(await first.acquire()).toBe(false)
  })

  test('given up, it is free at once, and not taken back by a late job', async () => {
    const { first, second } = await replicas()
    await first.acquire()
    await first.release()
    expect([await first.acquire(), await second.acquire()]).toEqual([false, true])
  })

  test('where no other process can be, a successor leads at once', async () => {
    const { exclusive } = await replicas()
    expect([await exclusive().acquire(), await exclusive().acquire()]).toEqual([true, true])
  })
})
