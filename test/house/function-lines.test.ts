import { describe, expect, test } from 'bun:test'
import { type FunctionLines, functionLines } from '../support/function-lines.ts'

/** The most lines that are a function's own: each function within it has a bound of its own. */
const LINES_MAX = 50

/** Which functions are longer, and why. */
const LONGER: Readonly<Record<string, string>> = {}

const PLANTED = 'test/fixtures/long-function.ts'
const nameOf = ({ path, name }: FunctionLines): string => `${path}: ${name}`

const all = await functionLines((path) => /^(src|static|bench|scripts|clients\/typescript\/src)\//.test(path) || path === PLANTED)
const long = all.filter(({ lines }) => lines > LINES_MAX)

describe('functions', () => {
  test(`none has more than ${LINES_MAX} lines of its own`, () => {
    expect(long.filter((found) => found.path !== PLANTED && !(nameOf(found) in LONGER))).toEqual([])
    expect(all.length).toBeGreaterThan(5_000)
  })

  test('no exception is kept that is not needed', () => {
    expect(Object.keys(LONGER).filter((name) => !long.some((found) => nameOf(found) === name))).toEqual([])
  })

  test('a planted one is seen, without the lines of the function in it', () => {
    expect(long.filter(({ path }) => path === PLANTED)).toEqual([{ path: PLANTED, name: 'longFunction', lines: 51 }])
  })
})
