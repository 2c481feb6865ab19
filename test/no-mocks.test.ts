import { expect, test } from 'bun:test'
import { ownFiles } from './support/own-files.ts'

/** Spies and mocks but those of the process's own outputs. */
const MOCKS = /\bspyOn\((?!process\b)|\bmock(\.module)?\(|\bvi\.|\bjest\./

test('no test replaces a member of a module of ours: it hands over an adapter, and steps in between', async () => {
  const files = ownFiles('test/**/*.ts').filter((path) => path !== 'test/no-mocks.test.ts')
  const found = await Promise.all(files.map(async (path) => (MOCKS.test(await Bun.file(path).text()) ? [path] : [])))
  expect(found.flat()).toEqual([])
  expect(files.length).toBeGreaterThan(200)
})

test.each(["spyOn(app.pad, 'advance')", "mock.module('../src/x.ts', () => ({}))", 'const send = mock(() => 1)', 'jest.fn()'])(
  'a planted mock is seen: %s',
  (source) => {
    expect(MOCKS.test(source)).toBe(true)
    expect(MOCKS.test("spyOn(process.stdout, 'write')")).toBe(false)
  },
)
