const DISTINCT_MIN = 9
/** A UUID, 16 bytes in hex, or 22 letters of either case and digits. */
const DRAWN =
  /[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[0-9a-fA-F]{32}|(?=[A-Za-z]{0,21}\d)(?=[A-Z\d]{0,21}[a-z])(?=[a-z\d]{0,21}[A-Z])[A-Za-z\d]{22}/

/** True of a text with a part that looks drawn by chance: 16 bytes or more, in hex, as UUID or in letters and digits. */
export function isUnguessable(text: string): boolean {
  const [drawn] = DRAWN.exec(text) ?? []
  return drawn !== undefined && new Set(drawn).size >= DISTINCT_MIN
}
