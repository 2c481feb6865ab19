/** Resolves in the next turn of the event loop: what waits meanwhile is answered between two long pieces of work. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
