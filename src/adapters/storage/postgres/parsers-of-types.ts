type GetParser = (oid: number, format?: 'text' | 'binary') => (text: never) => unknown

/** The OIDs of int8 and numeric, which has whole numbers only here. */
const INTEGERS: ReadonlySet<number> = new Set([20, 1700])

/** The client's parsers, but for integers: numbers where those are exact, otherwise bigints. */
export const parsersOfTypes =
  (usual: GetParser): GetParser =>
  (oid, format) =>
    INTEGERS.has(oid) && format !== 'binary' ? exactInteger : usual(oid, format)

function exactInteger(text: string): number | bigint {
  const value = BigInt(text)
  return value <= 9007199254740991n && value >= -9007199254740991n ? Number(value) : value
}
