/** The example with one entry of each list: the others say nothing more of its form. Whole answers stand in /llms-full.txt. */
export function shortExample(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shortExample)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortExample(member)]))
}
