import { describe, expect, test } from 'bun:test'
import { createTickLimiter, finish, finishInTurns, yieldToEventLoop } from '../../src/lib/yield-to-event-loop.ts'

/** A machine on which nothing takes time. */
const quick = { nowMs: () => 0 }

describe('turns of the event loop', () => {
  test('cheap work that comes together begins at once, up to the most; the rest follows', async () => {
    const turns = createTickLimiter({ most: 64, workMs: 5, resumed: 8, ...quick })
    const taken = Array.from({ length: 70 }, () => turns.take('a'))
    expect(taken.filter((wait) => wait === undefined)).toHaveLength(64)
    await Promise.all(taken)
    expect(turns.take('a')).toBeUndefined()
  })

  test('of those who wait the second of one comes after the first of every other', async () => {
    const turns = createTickLimiter({ most: 2, workMs: 5, resumed: 1, ...quick })
    const begun: string[] = []
    const callers = [...Array<string>(6).fill('many'), 'one', 'two']
    await Promise.all(
      callers.map(async (from) => {
        await turns.take(from)
        begun.push(from)
      }),
    )
    expect(begun).toEqual(['many', 'many', 'many', 'one', 'two', 'many', 'many', 'many'])
  })

  test('expensive work that comes together begins one piece a turn, and all of it begins', async () => {
    const turns = createTickLimiter({ most: 64, workMs: 5, resumed: 1, nowMs: () => clockMs })
    let clockMs = 0
    const perTurn: number[] = []
    let inTurn = 0
    const work = Array.from({ length: 20 }, async () => {
      await yieldToEventLoop()
      await turns.take('a')
      inTurn += 1
      clockMs += 20
    })
    const done = Promise.all(work)
    let over = false
    void done.then(() => (over = true))
    while (!over) {
      inTurn = 0
      await yieldToEventLoop()
      perTurn.push(inTurn)
    }
    await done
    expect(Math.max(...perTurn.slice(1))).toBeLessThanOrEqual(2)
  })
})

describe('work in steps', () => {
  function* countTo(last: number): Generator<void, number> {
    let step = 0
    for (; step < last; step += 1) yield
    return step
  }

  test('comes to the same at once and over several turns, and others are answered in between', async () => {
    expect(finish(countTo(1_000))).toBe(1_000)
    let turns = 0
    let over = false
    const others = (async () => {
      for (; !over; turns += 1) await yieldToEventLoop()
    })()
    // Nothing is short enough for no time at all, so that every step waits for its turn.
    expect(await finishInTurns(countTo(50), -1)).toBe(50)
    over = true
    await others
    expect(turns).toBeGreaterThanOrEqual(50)
  })
})
