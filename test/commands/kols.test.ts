import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleKolsCsv } from '../../src/adapters/sample/sample-kols-csv.ts'
import { openStorage } from '../../src/adapters/storage/storage.ts'
import { runAgentLaunch } from '../support/run-command.ts'
import { sampleDirectory } from '../support/sample-kols.ts'
import { Secret } from '../../src/lib/secret.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kols-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs `agent-launch kols …` in a process of its own, as an operator does. */
const kols = (args: readonly string[], env: Record<string, string> = {}, stdin?: string) =>
  runAgentLaunch(['kols', ...args], { DATA_DIR: folder, ...env }, undefined, stdin)

async function directory() {
  const storage = await openStorage(new Secret(`sqlite:${join(folder, 'service.db')}`))
  const [all, version] = [await storage.kols.all(), await storage.kols.version()]
  await storage.close()
  return { all, version }
}

function file(text: string | Uint8Array): string {
  const path = join(folder, 'directory.csv')
  writeFileSync(path, text)
  return path
}

const [first, second] = [sampleDirectory[0]!.wallet, sampleDirectory[1]!.wallet]

describe('rules 1.3: kols import takes a whole file or nothing', () => {
  test('a whole file is kept, a dry run keeps nothing, and the export reads back to the same directory', async () => {
    const path = file(sampleKolsCsv)
    expect(await kols(['import', path, '--dry-run'])).toMatchObject({ code: 0, out: expect.stringContaining('300 new and 0 known') })
    expect((await directory()).all).toEqual([])
    expect(await kols(['import', path])).toEqual({ code: 0, out: 'Imported 300 new and 0 known profiles.\n', err: '' })
    expect(await kols(['export'])).toEqual({ code: 0, out: sampleKolsCsv, err: '' })
    // By standard input, from who runs the command as a user that cannot read the file.
    expect(await kols(['import', '-', '--dry-run'], {}, sampleKolsCsv)).toMatchObject({
      code: 0,
      out: expect.stringContaining('0 new and 300 known'),
    })
  }, 180_000)

  test('every bad line is reported, the exit code is 1, and nothing is kept', async () => {
    const lines = ['rank,handle,wallet,roles', `1,good,${first},kol`, `x,bad,0OIl,boss`, `2,GOOD,${second},kol`, `3,short,${second}`]
    const { code, out, err } = await kols(['import', file(lines.join('\n'))])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    for (const [line, field] of [
      [3, 'rank'],
      [3, 'wallet'],
      [3, 'roles'],
      [4, 'handle'],
      [5, 'line'],
    ]) {
      expect(err).toMatch(new RegExp(`^\\s+${line}\\s+${field}\\s`, 'm'))
    }
    expect(err).toContain('5 problem(s): nothing was imported.')
    expect(await directory()).toEqual({ all: [], version: 0 })
  })

  test.each([
    ['empty', ''],
    ['a JSON object', '{"handle":"a"}'],
    ['cut off JSON', '[{"handle":"a"'],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255])],
    ['UTF-16 without its mark', new Uint8Array(Buffer.from(`rank,handle,wallet\n1,a,${first}`, 'utf16le'))],
  ])('a file that is %s is refused', async (_case, content) => {
    const { code, err } = await kols(['import', file(content)])
    expect({ code, saysSo: err.includes('nothing was imported') }).toEqual({ code: 1, saysSo: true })
    expect((await directory()).all).toEqual([])
  })

  test('what is not there, not known or not a number of arguments says so', async () => {
    expect(await kols(['import', join(folder, 'missing.csv')])).toMatchObject({ code: 1, err: expect.stringContaining('cannot be read') })
    expect(await kols(['import', folder])).toMatchObject({ code: 1, err: expect.stringContaining('cannot be read') })
    for (const args of [
      [],
      ['import'],
      ['import', 'a', '--sample'],
      ['delete', 'x'],
      ['opt-out'],
      ['referral-code', 'a'],
      ['import', 'a', '--force'],
    ]) {
      expect((await kols(args)).code).toBe(2)
    }
  }, 180_000)

  test('the sample is for simulated mode alone', async () => {
    const chain = { SOLANA_RPC_URL: 'http://127.0.0.1:1', TREASURY_WALLET: first }
    expect(await kols(['import', '--sample'], chain)).toMatchObject({ code: 1, err: expect.stringContaining('simulated mode alone') })
    expect((await kols(['import', '--sample'])).code).toBe(0)
    expect((await directory()).all).toHaveLength(300)
  })
})

describe('decision "An opt-out": kols opt-out, opt-in and referral-code', () => {
  test('an opt-out stays through imports until an opt-in', async () => {
    const path = file(`rank,handle,wallet\n1,Amy,${first}\n2,bob,${first}\n`)
    await kols(['import', path])
    const out = await kols(['opt-out', '@amy'])
    expect(out).toMatchObject({ code: 0, out: expect.stringContaining('@bob is paid into the same wallet') })
    await kols(['import', path])
    expect((await directory()).all.map(({ handle, optedOut }) => [handle, optedOut])).toEqual([
      ['Amy', true],
      ['bob', false],
    ])
    expect((await kols(['export'])).out).toContain('Amy,,')
    expect((await kols(['opt-in', 'AMY'])).code).toBe(0)
    expect((await directory()).all.every(({ optedOut }) => !optedOut)).toBe(true)
    expect(await kols(['opt-out', 'nobody'])).toMatchObject({ code: 1, err: 'There is no such KOL in the directory.\n' })
  }, 180_000)

  test('a code is unique in any case; a malformed one and an unknown handle are refused', async () => {
    await kols(['import', file(`rank,handle,wallet\n1,amy,${first}\n2,bob,${second}\n`)])
    expect((await kols(['referral-code', '@Amy', 'Frog_1'])).code).toBe(0)
    expect(await kols(['referral-code', 'bob', 'FROG_1'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('belongs to another KOL'),
    })
    for (const code of ['x', 'a b', 'f'.repeat(25), 'ä'.repeat(3)]) expect((await kols(['referral-code', 'bob', code])).code).toBe(1)
    expect((await kols(['referral-code', 'nobody', 'TOAD'])).code).toBe(1)
  }, 180_000)
})
