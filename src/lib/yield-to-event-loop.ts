/** Resolves in the next turn of the event loop, so that pending requests are answered between two long pieces of work. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * Resolves after ten turns of the event loop in a row in which next to nothing was done: what a chain of promises, callbacks of crypto and
 * streams, or a pass that takes its turns had left to do is done.
 */
export async function quietTurns(nowMs: () => number = () => performance.now()): Promise<void> {
  for (let quiet = 0; quiet < 10;) {
    const startedMs = nowMs()
    await yieldToEventLoop()
    quiet = nowMs() - startedMs < 5 ? quiet + 1 : 0
  }
}

/** Resolves for each caller in a turn of the event loop of its own: long pieces of work run one in each turn. */
export function createYieldQueue(): () => Promise<void> {
  let lastTurn = Promise.resolve()
  return () => (lastTurn = lastTurn.then(yieldToEventLoop))
}

/** Milliseconds that this turn of the event loop has worked since it was first asked for; `nowMs` is the clock it reads. */
export function createTurnClock(nowMs: () => number = () => performance.now()): () => number {
  let startedMs: number | null = null
  return () => {
    if (startedMs === null) {
      startedMs = nowMs()
      setImmediate(() => (startedMs = null))
    }
    return nowMs() - startedMs
  }
}

/** What steps of work lead to, done at once. */
export function finish<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** What steps of work lead to; others are answered between two of them once a turn of the event loop has worked for `workMs`. */
export async function finishInTurns<Result>(steps: Generator<void, Result>, workMs: number): Promise<Result> {
  const turnMs = createTurnClock()
  for (;;) {
    if (turnMs() > workMs) await yieldToEventLoop()
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Spreads work over the turns of the event loop. */
export interface TickLimiter {
  /** True where `take` would have to wait. */
  isBusy(): boolean
  /** True where this turn has taken its time already. */
  isLate(): boolean
  /** Undefined where the work may begin at once; else resolves when it may. Of those who wait, each `from` has its share of the turns. */
  take(from: string): Promise<void> | undefined
}

/**
 * Lets work begin in a turn of the event loop until `most` pieces began in it or it has taken `workMs`; `resumed` of those that wait
 * begin in each turn after it, one of each `from` before the second of any.
 */
export function createTickLimiter(limits: {
  readonly most: number
  readonly workMs: number
  readonly resumed: number
  readonly nowMs?: () => number
}): TickLimiter {
  const { most, workMs, resumed, nowMs = () => performance.now() } = limits
  const waiting = new Map<string, (() => void)[]>()
  let inTurn = false
  let begun = 0
  let startedMs = 0
  const startTurn = () => {
    inTurn = true
    begun = 0
    startedMs = nowMs()
    setImmediate(endTurn)
  }
  const endTurn = () => {
    inTurn = false
    if (waiting.size === 0) return
    startTurn()
    for (; begun < resumed && waiting.size > 0; begun += 1) resumeNext()
  }
  const resumeNext = () => {
    const [from, queue] = waiting.entries().next().value!
    waiting.delete(from)
    const begin = queue.shift()!
    // To the back: the others come first.
    if (queue.length > 0) waiting.set(from, queue)
    begin()
  }
  const isLate = () => inTurn && nowMs() - startedMs >= workMs
  const isBusy = () => {
    if (!inTurn) startTurn()
    return waiting.size > 0 || begun >= most || isLate()
  }
  return {
    isBusy,
    isLate,
    take(from) {
      if (!isBusy()) {
        begun += 1
        return undefined
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      const queue = waiting.get(from)
      if (queue) queue.push(resolve)
      else waiting.set(from, [resolve])
      return promise
    },
  }
}
