import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { temporaryDataDirs } from '../support/server-process.ts'

setDefaultTimeout(180_000)

const PROCESSES = 4
const TIMES = 400
const { next: newFolder, removeAll } = temporaryDataDirs()
afterAll(removeAll)

const urlOf = (path: string) => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href)

/** Runs `work` in so many processes, each once all of them are ready; what each printed. @throws when one ends with an error */
async function together(dataDir: string, work: string): Promise<string[]> {
  const script = `
    const { lockData } = await import(${urlOf('lock-data.ts')})
    const { keepSecretKey, readSecretKey } = await import(${urlOf('config/secret-key.ts')})
    const { createRandomIds } = await import(${urlOf('adapters/random-ids.ts')})
    const { readConfig } = await import(${urlOf('config/read-config.ts')})
    const config = (more) => readConfig({ DATA_DIR: ${JSON.stringify(dataDir)}, DATABASE_URL: 'postgres://replica@127.0.0.1/shared', ...more })
    process.stdout.write('ready ')
    await new Promise((resolve) => process.stdin.once('data', resolve))
    ${work}
    process.exit(0)`
  const children = Array.from({ length: PROCESSES }, () =>
    Bun.spawn([process.execPath, '-e', script], { stdin: 'pipe', stdout: 'pipe', stderr: 'pipe' }),
  )
  const outputs = children.map(async ({ stdout, stderr, exited }) => {
    const [out, err, code] = await Promise.all([new Response(stdout).text(), new Response(stderr).text(), exited])
    if (code !== 0) throw new Error(err)
    return out.replace('ready ', '')
  })
  for (const { stdin } of children) {
    void stdin.write('go\n')
    await stdin.flush()
  }
  return Promise.all(outputs)
}

describe('decision "The data is held by locks of the operating system": replicas on PostgreSQL share a folder', () => {
  test('each takes and leaves it beside the others, and none finds a file of its own taken away', async () => {
    const dataDir = newFolder()
    const ended = await together(
      dataDir,
      `for (let time = 0; time < ${TIMES}; time += 1) {
        const held = lockData({ clock: { nowMs: Date.now } }, config().data, 'serve', 'serve')
        held.announce('http://127.0.0.1:' + process.pid)
        held.release()
      }
      process.stdout.write('whole')`,
    )
    expect(ended).toEqual(Array.from({ length: PROCESSES }, () => 'whole'))
    expect(readdirSync(dataDir)).toEqual(['folder.lock'])
  })

  test('of first starts at once one makes the sealing key, and all read the same one', async () => {
    const dataDir = newFolder()
    const read = await together(
      dataDir,
      `const keys = []
      for (let time = 0; time < ${TIMES}; time += 1) {
        const { data } = config({ DATA_DIR: ${JSON.stringify(dataDir)} + '/' + time })
        const { release } = lockData({ clock: { nowMs: Date.now } }, data, 'serve', 'serve')
        keepSecretKey({ ids: createRandomIds() }, data)
        keys.push(readSecretKey(data).reveal())
        release()
      }
      process.stdout.write(JSON.stringify(keys))`,
    )
    const [first, ...others] = read.map((text) => JSON.parse(text) as string[])
    expect(first!.map((key) => key.length)).toEqual(Array.from({ length: TIMES }, () => 64))
    expect(new Set(first).size).toBe(TIMES)
    for (const other of others) expect(other).toEqual(first!)
    expect(readdirSync(`${dataDir}/0`).toSorted()).toEqual(['folder.lock', 'secret.key'])
  })
})
