/** The address of a member of a JSON value by the names that lead there. @see RFC 6901 */
export const jsonPointer = (names: readonly string[]): string =>
  names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
