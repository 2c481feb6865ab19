import type { UnixMs } from '../../domain/brands.ts'
import type { Deps } from '../../ports/deps.ts'

/**
 * A shared reading: one at a time, cached for `keepMs`, and waited for at most `waitMs`. Null when it failed or is not finished in time;
 * a late result is cached for the next caller.
 */
export function createCachedProbe<Value>(
  { clock }: Pick<Deps, 'clock'>,
  read: () => Promise<Value>,
  { keepMs, waitMs }: { readonly keepMs: number; readonly waitMs: number },
): () => Promise<Value | null> {
  let kept: { readonly value: Value | null; readonly atMs: UnixMs } | null = null
  let reading: Promise<Value | null> | null = null
  const readAgain = async (): Promise<Value | null> => {
    const value = await read().catch(() => null)
    kept = { value, atMs: clock.nowMs() }
    reading = null
    return value
  }
  return async () => {
    if (kept && clock.nowMs() - kept.atMs < keepMs) return kept.value
    return Promise.race([(reading ??= readAgain()), clock.sleep(waitMs).then(() => null)])
  }
}
