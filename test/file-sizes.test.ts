import { describe, expect, test } from 'bun:test'
import { ownFiles } from './support/own-files.ts'
import { sources } from './support/sources.ts'

/** Prettier breaks code at this column, and leaves comments as they are. */
const COLUMNS = 140

const wideComments = (source: string): string[] =>
  source.split('\n').filter((line) => line.length > COLUMNS && /^\s*(\/\*|\*|\/\/)/.test(line))

/** The most lines that a file has. */
const LINES_MAX = 250

/** What nobody wrote by hand, and so is as long as it gets. */
const GENERATED = ['clients/typescript/src/openapi.ts']

/** Everything that is written here, in the languages that it is written in. */
const written = [
  ...ownFiles('{src,clients,static,test,bench,scripts}/**/*.{ts,css,html,mjs,py}').filter((path) => !GENERATED.includes(path)),
  'build.ts',
]

const linesOf = (source: string): number => source.trimEnd().split('\n').length

describe('sizes', () => {
  test('no barrel files, and no catch-all names', () => {
    expect(sources.filter((path) => /(^|\/)(index|utils|helpers|types|manager|service)\.ts$/.test(path))).toEqual([])
  })

  test(`no file has more than ${LINES_MAX} lines, of the service, its pages and clients, and of their tests`, async () => {
    const lines = await Promise.all(written.map(async (path) => [path, linesOf(await Bun.file(path).text())] as const))
    expect(lines.filter(([, count]) => count > LINES_MAX).map(([path, count]) => `${path}: ${count}`)).toEqual([])
    expect(written.length).toBeGreaterThan(1_000)
    expect(linesOf('a line\n'.repeat(251))).toBeGreaterThan(LINES_MAX)
  })

  test('a comment is no wider than the code', async () => {
    const wide = await Promise.all(
      written
        .filter((path) => path.endsWith('.ts'))
        .map(async (path) => wideComments(await Bun.file(path).text()).map((line) => `${path}: ${line}`)),
    )
    expect(wide.flat()).toEqual([])
    const long = 'x'.repeat(150)
    expect([`/** ${long} */`, `  * ${long}`, `// ${long}`].map((line) => wideComments(line).length)).toEqual([1, 1, 1])
    expect(wideComments(`const text = '${long}'`)).toEqual([])
  })

  test('few files lie loose, and no folder is a heap', () => {
    const folders = Map.groupBy(sources, (path) => path.slice(0, path.lastIndexOf('/')))
    expect(folders.get('src')!.length).toBeLessThanOrEqual(6)
    expect([...folders].filter(([, files]) => files.length > 20).map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([])
  })
})
