import { afterAll, afterEach, beforeAll, beforeEach } from 'bun:test'
import { appendFileSync, readFileSync } from 'node:fs'

/** Preloaded by scripts/gate/run-tests.ts: writes what every test of this process took, a line each, into the folder TEST_TIMES. */
export interface TestTime {
  /** Path of its file; of a whole file, with what it loads, `test` is null. */
  readonly file: string
  /** Which test of its file, in the order in which they ran, from 0. */
  readonly test: number | null
  readonly wallMs: number
  /** User and system time of this process and of those it started that have ended. */
  readonly cpuMs: number
}

interface Reading {
  readonly wallMs: number
  readonly cpuMs: number
}

/** The kernel counts in hundredths of a second: utime, stime, cutime and cstime are the fields 14 to 17 of proc(5). */
function read(): Reading {
  const text = readFileSync('/proc/self/stat', 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { wallMs: performance.now(), cpuMs: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0) }
}

const write = (time: TestTime): void => appendFileSync(`${process.env.TEST_TIMES}/${process.pid}.jsonl`, `${JSON.stringify(time)}\n`)
const since = (from: Reading, to = read()) => ({ wallMs: to.wallMs - from.wallMs, cpuMs: to.cpuMs - from.cpuMs })
const file = () => Bun.main.slice(process.cwd().length + 1)

let [fileFrom, testFrom] = [read(), read()]
let test = 0

beforeAll(() => void (test = 0))
beforeEach(() => void (testFrom = read()))
afterEach(() => {
  write({ file: file(), test, ...since(testFrom) })
  test += 1
})
afterAll(() => {
  // What comes between two files is the loading of the next.
  const now = read()
  write({ file: file(), test: null, ...since(fileFrom, now) })
  fileFrom = now
})
