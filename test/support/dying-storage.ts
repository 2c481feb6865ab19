import type { Storage } from '../../src/ports/storage/storage.ts'

/** What happens in the place of the storage calls that a killed process no longer made. */
export class Killed extends Error {
  override readonly name = 'Killed'
}

/**
 * The storage as a process sees it that is killed after so many calls of it: each further one throws, and a transaction under way is
 * undone. `died` tells whether it came to that.
 */
export function dyingStorage(storage: Storage, callsBefore: number): { readonly storage: Storage; died(): boolean } {
  let left = callsBefore
  const counted = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target)
        if (typeof member === 'object' && member !== null) return counted(member)
        if (typeof member !== 'function') return member
        return (...args: unknown[]) => {
          left -= 1
          if (left < 0) throw new Killed()
          if (name !== 'transaction') return (member as (...all: unknown[]) => unknown).apply(target, args)
          const [work] = args as [(tx: object) => Promise<unknown>]
          return (target as unknown as Storage).transaction((tx) => work(counted(tx)))
        }
      },
    })
  return { storage: counted(storage), died: () => left < 0 }
}
