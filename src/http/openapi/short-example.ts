/** Longer texts of an example are cut: the bytes of a transaction or a signature say nothing, and do not compress. */
const CHARACTERS_MAX = 64
const CHARACTERS_KEPT = 32

/** The example with long texts cut to their first characters and an ellipsis. */
export const shortTexts = (value: unknown): unknown => shortened(value, Number.MAX_SAFE_INTEGER)

/** The same with one entry of each list: the others say nothing more of its form. Whole answers stand in /llms-full.txt. */
export const shortExample = (value: unknown): unknown => shortened(value, 1)

function shortened(value: unknown, entriesMax: number): unknown {
  if (typeof value === 'string') return value.length > CHARACTERS_MAX ? `${value.slice(0, CHARACTERS_KEPT)}…` : value
  if (Array.isArray(value)) return value.slice(0, entriesMax).map((entry) => shortened(entry, entriesMax))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member, entriesMax)]))
}
