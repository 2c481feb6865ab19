import { Glob } from 'bun'

/** The files of this repository that match, sorted; what was installed or built below the same folders is not among them. */
export const ownFiles = (pattern: string): string[] =>
  [...new Glob(pattern).scanSync()].filter((path) => !/(^|\/)(node_modules|dist)\//.test(path)).sort()
