import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'

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
