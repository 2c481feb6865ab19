import { describe, expect, test } from 'bun:test'
import { createRoom, type RoomTaken } from '../../src/domain/limits/room.ts'

/** A room over a store that holds what is added where it fits, and a clock moved by hand. */
function roomOver(stored: RoomTaken) {
  let [nowMs, counts] = [1_000, 0]
  let taken = stored
  const room = createRoom({ nowMs: () => nowMs })
  const add = async (adds: number, most: RoomTaken): Promise<boolean> => {
    const counted = await room.takenBeside(adds, most, async () => {
      counts += 1
      return taken
    })
    if (counted && (counted.all + adds > most.all || counted.untrusted + adds > most.untrusted)) return false
    taken = { all: taken.all + adds, untrusted: taken.untrusted + adds }
    return true
  }
  return {
    add,
    room,
    /** Another process adds. */
    elsewhere: (all: number) => (taken = { ...taken, all: taken.all + all }),
    wait: (ms: number) => (nowMs += ms),
    counts: () => counts,
    taken: () => taken,
  }
}

describe('decision "Everything that is kept has an owner, a bound and an end": room for everybody', () => {
  test('is counted once a second while there is much, and filled to the last one', async () => {
    const { add, counts, taken } = roomOver({ all: 10, untrusted: 5 })
    const most = { all: 40, untrusted: 30 }
    for (let n = 0; n < 25; n += 1) expect(await add(1, most)).toBe(true)
    expect(counts()).toBe(1)
    expect(await add(1, most)).toBe(false)
    expect(taken()).toEqual({ all: 35, untrusted: 30 })
    expect(counts()).toBe(2)
  })

  test('shows what other processes add after a second', async () => {
    const { add, elsewhere, wait, counts } = roomOver({ all: 0, untrusted: 0 })
    const most = { all: 10, untrusted: 10 }
    expect(await add(1, most)).toBe(true)
    elsewhere(9)
    expect(await add(1, most)).toBe(true)
    wait(1_000)
    expect(await add(1, most)).toBe(false)
    expect(counts()).toBe(2)
  })

  test('is counted anew where the clock went back', async () => {
    const { add, wait, counts } = roomOver({ all: 0, untrusted: 0 })
    expect(await add(1, { all: 10, untrusted: 10 })).toBe(true)
    wait(-5)
    expect(await add(1, { all: 10, untrusted: 10 })).toBe(true)
    expect(counts()).toBe(2)
  })

  test('of those who ask while it is counted, later ones see the earlier ones', async () => {
    const { room } = roomOver({ all: 0, untrusted: 0 })
    const most = { all: 3, untrusted: 3 }
    const { promise, resolve } = Promise.withResolvers<RoomTaken>()
    const asked = [room.takenBeside(1, most, () => promise), room.takenBeside(1, most, () => promise)]
    resolve({ all: 0, untrusted: 0 })
    expect(await Promise.all(asked)).toEqual([
      { all: 0, untrusted: 0 },
      { all: 0, untrusted: 0 },
    ])
    const counted = { all: 2, untrusted: 2 }
    expect(await room.takenBeside(1, most, async () => counted)).toBe(null)
    expect(await room.takenBeside(1, most, async () => ({ all: 3, untrusted: 3 }))).toEqual({ all: 3, untrusted: 3 })
  })
})
