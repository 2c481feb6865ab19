import { Glob } from 'bun'
import { type ErrorCode, isErrorCode } from '../../src/domain/errors.ts'

/** The files of these patterns as one text, without some. */
export const textOf = async (globs: readonly string[], without: readonly string[] = []): Promise<string> => {
  const paths = globs.flatMap((glob) => [...new Glob(glob).scanSync()]).filter((path) => !without.includes(path))
  return (await Promise.all(paths.map((path) => Bun.file(path).text()))).join('\n')
}

/** What stands between the parenthesis that opens at `start` and its own end. */
function argumentsAt(source: string, start: number): string {
  let depth = 0
  for (let index = start; index < source.length; index += 1) {
    depth += source[index] === '(' ? 1 : source[index] === ')' ? -1 : 0
    if (depth === 0) return source.slice(start, index)
  }
  return ''
}

/** Codes that the source makes an error or a failure of; that it names one elsewhere is not enough. */
export const codesMadeIn = (source: string): ErrorCode[] =>
  [
    ...[...source.matchAll(/\b(?:new AppError|orRefusal)\(/g)].flatMap(({ index, 0: { length } }) =>
      [...argumentsAt(source, index + length - 1).matchAll(/'(\w+)'/g)].map(([, code]) => code!),
    ),
    ...[...source.matchAll(/\bcode: '(\w+)', context\b/g)].map(([, code]) => code!),
  ].filter(isErrorCode)
