interface RememberedOptions<Value> {
  readonly keptMs: number
  /** Most keys; the oldest goes first. */
  readonly max: number
  /** False of an answer that the next call asks for again; every one is kept where it is left out. */
  readonly isKept?: (value: Value) => boolean
}

/** Calls with one key share an answer for `keptMs`. A failure is not kept. */
export function remembered<Value>(
  clock: { nowMs(): number },
  { keptMs, max, isKept = () => true }: RememberedOptions<Value>,
): (key: string, read: () => Promise<Value>) => Promise<Value> {
  const kept = new Map<string, { readonly atMs: number; readonly answer: Promise<Value> }>()
  return (key, read) => {
    const atMs = clock.nowMs()
    const found = kept.get(key)
    if (found && atMs >= found.atMs && atMs - found.atMs < keptMs) return found.answer
    const answer = read()
    kept.delete(key)
    kept.set(key, { atMs, answer })
    if (kept.size > max) kept.delete(kept.keys().next().value!)
    const forget = () => void (kept.get(key)?.answer === answer && kept.delete(key))
    answer.then((value) => isKept(value) || forget(), forget)
    return answer
  }
}
