import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import { isErrorCode } from '../../src/domain/errors.ts'

const EXPORT = /^export (?:default )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/
const METHOD = /^ {2}(\w+)(?:<.*>)?\(/
const DOC_END = /\*\/\s*$/

/** True when a docstring ends right before this line, comments of one line aside. */
function isTold(lines: readonly string[], at: number): boolean {
  let before = at - 1
  while (/^\s*\/\//.test(lines[before] ?? '')) before -= 1
  return DOC_END.test(lines[before] ?? '')
}

/** The exports of a text that no docstring tells of. A type that is named as its schema is told of there. */
function untoldExports(source: string): string[] {
  const lines = source.split('\n')
  const exported = lines.flatMap((line, at) => {
    const name = EXPORT.exec(line)?.[1]
    return name === undefined ? [] : [{ name, documented: isTold(lines, at) }]
  })
  return exported.filter(({ name }) => !exported.some((other) => other.name === name && other.documented)).map(({ name }) => name)
}

/** The methods of a port that no docstring tells of: what they keep, answer and throw is nowhere else. */
function untoldMethods(source: string): string[] {
  const lines = source.split('\n')
  let inside = false
  return lines.flatMap((line, at) => {
    if (/^(export )?interface /.test(line)) inside = true
    if (line.startsWith('}')) inside = false
    const name = inside ? METHOD.exec(line)?.[1] : undefined
    return name === undefined || isTold(lines, at) ? [] : [name]
  })
}

/** Every `@throws` without words for when it comes: codes alone stand in the lists of the routes and ports. */
function bareThrows(source: string): string[] {
  const docs = [...source.matchAll(/\/\*\*[\s\S]*?\*\//g)].map(([doc]) => doc)
  return docs
    .flatMap((doc) => [...doc.matchAll(/@throws([\s\S]*?)(?=@throws|@see|@param|\*\/)/g)])
    .map(([, text]) =>
      text!
        .replaceAll(/\n\s*\*/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((text) => {
      const words = text.replaceAll('|', ' ').split(' ').slice(1)
      return words.every((word) => word === '' || isErrorCode(word)) || /^(\S+ )?as \S+$/.test(text)
    })
}

const read = async (pattern: string) =>
  Promise.all([...new Glob(pattern).scanSync()].sort().map(async (path) => ({ path, source: await Bun.file(path).text() })))

describe('docstrings', () => {
  test('every export says what it is, or what is true afterwards', async () => {
    const files = (await read('{src,static,clients}/**/*.ts')).filter(({ path }) => !/node_modules|\/dist\/|\/openapi\.ts$/.test(path))
    expect(files.flatMap(({ path, source }) => untoldExports(source).map((name) => `${path}: ${name}`))).toEqual([])
    expect(files.length).toBeGreaterThan(400)
  })

  test('so does every method of a port', async () => {
    const files = await read('src/ports/**/*.ts')
    expect(files.flatMap(({ path, source }) => untoldMethods(source).map((name) => `${path}: ${name}`))).toEqual([])
  })

  test('what is thrown says when it comes, and no list of codes stands there besides', async () => {
    const files = (await read('{src,static,clients}/**/*.ts')).filter(({ path }) => !/node_modules|\/dist\/|\/openapi\.ts$/.test(path))
    expect(files.flatMap(({ path, source }) => bareThrows(source).map((text) => `${path}: @throws ${text}`))).toEqual([])
  })

  test.each([
    ['/** One. @throws AppError */', ['AppError']],
    ['/** One. @throws Error */', ['Error']],
    ['/** One. @throws as another */', ['as another']],
    ['/**\n * One.\n *\n * @throws\n * @see rules 1\n */', ['']],
    ['/** One. @throws AppError mint_unknown | coin_not_found */', ['AppError mint_unknown | coin_not_found']],
    ['/** One. @throws AppError mint_unknown when it is no coin @throws Error when it is no launch */', []],
  ])('a planted @throws is seen: %j', (source, texts) => {
    expect(bareThrows(source)).toEqual(texts)
  })

  test.each([
    ['export const a = 1', ['a']],
    ['/** One. */\nexport const a = 1\nexport const b = 2', ['b']],
    ['/** One. */\n\nexport async function a() {}', ['a']],
    ['// One.\nexport interface A {', ['A']],
    ['/** One. */\n// Why.\nexport type A = string', []],
    ['/** One. */\nexport const A = Type.String()\n\nexport type A = Static<typeof A>', []],
    ['export {}', []],
  ])('a planted export is seen: %j', (source, names) => {
    expect(untoldExports(source)).toEqual(names)
  })

  test('a planted method is seen', () => {
    expect(untoldMethods('export interface A {\n  /** One. */\n  a(): void\n  b<C>(c: C): void\n}\n  d()\n')).toEqual(['b'])
  })
})
