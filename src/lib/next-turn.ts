/** Resolves in the next turn of the event loop: what waits meanwhile is answered between two long pieces of work. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Gives each who asks a turn of the event loop that nobody else of this queue has: long pieces of work for many come one in each. */
export function createTurnQueue(): () => Promise<void> {
  let lastTurn = Promise.resolve()
  return () => (lastTurn = lastTurn.then(nextTurn))
}

/** Lets so many begin in each turn of the event loop, in the order in which they come. */
export function createTurns(max: number): { take(): Promise<void> | undefined } {
  const waiting: (() => void)[] = []
  let begun = 0
  const nextOnes = () => {
    const free = waiting.splice(0, max)
    begun = free.length
    if (begun > 0) setImmediate(nextOnes)
    for (const begin of free) begin()
  }
  return {
    take() {
      if (begun === 0) setImmediate(nextOnes)
      if (begun < max && waiting.length === 0) {
        begun += 1
        return undefined
      }
      return new Promise((resolve) => waiting.push(resolve))
    },
  }
}
