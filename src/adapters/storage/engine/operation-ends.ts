import type { OperationEnds } from '../../../ports/storage/operation-ends.ts'

/** How news goes to other processes and comes from them. */
export interface EndsElsewhere {
  tell(id: string): void
  /** Called when somebody begins to wait; from then on `on` is called with what others tell, as far as they are heard. */
  listen(on: (id: string) => void): void
}

/** News of ends within this process, and to and from other processes where there are any. */
export function createOperationEnds(elsewhere: EndsElsewhere | null): OperationEnds {
  const waiting = new Map<string, Set<() => void>>()
  const wake = (id: string) => waiting.get(id)?.forEach((arrived) => arrived())
  return {
    tell(id) {
      wake(id)
      elsewhere?.tell(id)
    },
    hear(id) {
      const { promise: arrived, resolve } = Promise.withResolvers<void>()
      const others = waiting.get(id) ?? new Set()
      waiting.set(id, others.add(resolve))
      elsewhere?.listen(wake)
      return {
        arrived,
        forget() {
          others.delete(resolve)
          if (others.size === 0 && waiting.get(id) === others) waiting.delete(id)
        },
      }
    },
  }
}
