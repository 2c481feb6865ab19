/** What a slow stand-in answers with: the value, so many milliseconds later. No test waits by it. */
export const slowly = <Value>(ms: number, value: Value): Promise<Value> => Bun.sleep(ms).then(() => value)
