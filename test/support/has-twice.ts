/** True for a valid text of which an object has a name twice: each name is made another first, and then compared without that. */
export function hasTwice(text: string): boolean {
  const strings = /"((?:[^"\\]|\\.)*)"(\s*:)?/g
  const renamed = text.replaceAll(strings, (all, name: string, colon: string | undefined, at: number) =>
    colon === undefined ? all : `"${name}#${at}"${colon}`,
  )
  const twiceIn = (value: unknown): boolean => {
    if (value === null || typeof value !== 'object') return false
    const names = Array.isArray(value) ? [] : Object.keys(value).map((name) => name.slice(0, name.lastIndexOf('#')))
    return new Set(names).size < names.length || Object.values(value).some(twiceIn)
  }
  return twiceIn(JSON.parse(renamed))
}
