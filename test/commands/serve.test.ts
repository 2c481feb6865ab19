import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { bundledMain } from '../support/bundled-main.ts'
import { temporaryDataDir } from '../support/server-process.ts'

test('decision "A service for a test": the program prints where it listens as its one line, keeps nothing, and logs elsewhere', async () => {
  const { dataDir, remove } = temporaryDataDir()
  const flags = ['--memory', '--port', '0', '--print-address']
  const child = Bun.spawn([process.execPath, await bundledMain(), 'serve', ...flags], {
    cwd: dataDir,
    env: { PATH: process.env.PATH ?? '' },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const reader = child.stdout.getReader()
  try {
    const address = new TextDecoder().decode((await reader.read()).value)
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/)
    const { kols } = (await (await fetch(`${address.trim()}/api/kols`)).json()) as { kols: unknown[] }
    expect(kols.length).toBeGreaterThan(0)
    expect(await (await fetch(`${address.trim()}/llms.txt`)).text()).toContain(address.trim())
  } finally {
    child.kill('SIGTERM')
  }
  expect(await child.exited).toBe(0)
  expect((await reader.read()).done).toBe(true)
  expect(await new Response(child.stderr).text()).toContain('"message":"listening"')
  expect(existsSync(`${dataDir}/data`)).toBe(false)
  remove()
})
