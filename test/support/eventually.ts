const DEADLINE_MS = 60_000

/**
 * Resolves to what `look` gives once that is neither false nor null nor undefined; throws when it is not within `withinMs`. The
 * one place where a test waits for what another process, or a machine's timer, does: what is waited for has a name there, and no
 * time decides the outcome but the deadline, which a busy machine keeps too. `everyMs` is the pause between two looks, for those that
 * cost the other side work.
 */
export async function eventually<Value>(
  look: () => Value | Promise<Value>,
  withinMs: number = DEADLINE_MS,
  everyMs = 2,
): Promise<Exclude<Value, false | null | undefined>> {
  const endMs = performance.now() + withinMs
  for (;;) {
    const value = await look()
    if (value !== false && value !== null && value !== undefined) return value as Exclude<Value, false | null | undefined>
    if (performance.now() > endMs) throw new Error(`it did not happen within ${withinMs} ms: ${look}`)
    await Bun.sleep(everyMs)
  }
}
