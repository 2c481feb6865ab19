/** Resolves in the next turn of the event loop: what waits meanwhile is answered between two long pieces of work. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

// Of the whole process, as its one event loop is: two lines of turns would meet in one of them.
let lastTurn = Promise.resolve()

/** Resolves in a turn of the event loop that nobody else was given here: long pieces of work for many come one in each turn. */
export const ownTurn = (): Promise<void> => (lastTurn = lastTurn.then(nextTurn))
