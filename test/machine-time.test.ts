import { describe, expect, test } from 'bun:test'
import { ownFiles } from './support/own-files.ts'
import { OF_THE_MACHINE, OWN_TIME } from './support/own-time.ts'

/** A pause or a timer of the machine's time, and chance that no seed repeats. */
const SLEEPS =
  /\bBun\.sleep(Sync)?\(|(?<![.\w])(setTimeout|setInterval)\(|\bAbortSignal\.timeout\(|\bAtomics\.wait\(|\bwaitForTimeout\(|['"](node:)?timers(\/promises)?['"]|\bMath\.random\b/

/** Which tests pause or have timers, and why; all others wait for something that has a name, or move a clock and timers by hand. */
const MAY_SLEEP: Readonly<Record<string, string>> = {
  'test/support/eventually.ts': 'waits for what another process or a timer of the machine does: what for has a name there',
  'test/support/slowly.ts': 'is a stand-in that is slow; no test waits by it',
  'test/support/tcp-proxy.ts': 'is a connection that is slow; no test waits by it',
  'test/campaign/call-service.ts': 'gives up a call of a service that may hang: a client does',
  'test/campaign/planted-faults.ts': 'is the text of faults whose commits come late',
  'test/ops/database-gone.test.ts': 'gives up a call of a service that may hang: that is what it looks for',
  'test/crash/one-service.test.ts': 'is the text of a program that must not end',
  'test/crash/crash-server.ts': 'is a process of its own, whose clock does the service’s work until it is killed',
  'test/fuzz/main.ts': 'says every half minute how far a long run is',
  'test/fuzz/memory-watch.ts': 'looks at the memory of another process each second',
  'test/fuzz/raw-client.ts': 'gives up a socket that does not answer',
}

/** Where sleeps stand as text: planted ones, and what they are known by. */
const PLANTS = ['test/architecture.test.ts', 'test/machine-time.test.ts', 'test/support/own-time.ts']

/** True for a test's file that pauses, has timers or throws dice, and should not. */
const sleeps = (path: string, source: string): boolean => !(path in MAY_SLEEP) && SLEEPS.test(source)

describe('time, timers and chance of the machine', () => {
  test('whoever has time of his own is there, and asks the machine', async () => {
    for (const path of Object.keys(OWN_TIME)) {
      const source = await Bun.file(path).text()
      expect([path, Object.values(OF_THE_MACHINE).some((asks) => asks.test(source))]).toEqual([path, true])
    }
  })

  test('no test sleeps or has timers of the machine: what another process does is waited for by its name, in one function', async () => {
    const files = ownFiles('test/**/*.ts').filter((path) => !PLANTS.includes(path))
    const found = await Promise.all(files.map(async (path) => (sleeps(path, await Bun.file(path).text()) ? [path] : [])))
    expect(found.flat()).toEqual([])
    expect(files.length).toBeGreaterThan(200)
    for (const path of Object.keys(MAY_SLEEP)) expect([path, SLEEPS.test(await Bun.file(path).text())]).toEqual([path, true])
  })

  test.each([
    'await Bun.sleep(50)',
    'Bun.sleepSync(5)',
    'await new Promise((resolve) => setTimeout(resolve, 50))',
    `import { setTimeout } from 'node:timers/promises'`,
    'const timer = setTimeout(() => reject(new Error()), 50)',
    'const timer = setInterval(look, 50)',
    'await fetch(url, { signal: AbortSignal.timeout(50) })',
    'await page.waitForTimeout(50)',
    'const seed = Math.random()',
  ])('a planted sleep is seen: %s', (source) => {
    expect(sleeps('test/crash/x.test.ts', source)).toBe(true)
    expect(sleeps('test/support/eventually.ts', source)).toBe(false)
    expect(sleeps('test/crash/x.test.ts', 'timers.after(50, look); signal.timeout(5); timers.setTimeout(5)')).toBe(false)
  })
})
