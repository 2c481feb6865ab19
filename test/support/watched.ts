type Method = (...args: never[]) => unknown

/** An adapter as an app of a test has it: its calls are counted, and the test can step in between. */
export interface Watched<Port extends object> {
  /** What the app is given. */
  readonly port: Port
  /** How often the app has called this method. */
  count(method: keyof Port): number
  /** From now on `step` answers calls of this method, and is handed the true one; until what is returned is called. */
  stepIn<Name extends keyof Port>(method: Name, step: (method: Port[Name]) => Port[Name]): () => void
}

/** Watches an adapter, which is not changed by it. */
export function watched<Port extends object>(adapter: Port): Watched<Port> {
  const counts = new Map<PropertyKey, number>()
  const steps = new Map<PropertyKey, (method: never) => Method>()
  const port = new Proxy(adapter, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      const method = member.bind(target) as Method
      return (...args: never[]) => {
        counts.set(name, (counts.get(name) ?? 0) + 1)
        return (steps.get(name)?.(method as never) ?? method)(...args)
      }
    },
  })
  return {
    port,
    count: (method) => counts.get(method) ?? 0,
    stepIn(method, step) {
      steps.set(method, step as (method: never) => Method)
      return () => void steps.delete(method)
    },
  }
}
