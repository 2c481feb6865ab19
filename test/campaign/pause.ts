import { eventually } from '../support/eventually.ts'

/** Resolves after so long: what a person or a fault takes, never what a result depends on. */
export async function pause(ms: number): Promise<void> {
  const endMs = performance.now() + ms
  await eventually(() => performance.now() >= endMs, ms + 60_000, Math.max(1, ms))
}
