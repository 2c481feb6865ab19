import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { openStorage } from '../../../src/adapters/storage/storage.ts'
import { unixMs } from '../../../src/domain/brands.ts'
import { type ChainPoint, pointAfter } from '../../../src/domain/operator/chained-act.ts'
import type { OperatorAct } from '../../../src/domain/operator/operator-act.ts'
import { verifyChain } from '../../../src/features/operator-log/verify-chain.ts'
import { Secret } from '../../../src/lib/secret.ts'
import { databasesUnderTest, rowsOf } from '../../support/databases-under-test.ts'
import { runAgentLaunch } from '../../support/run-command.ts'
import { temporaryDataDirs } from '../../support/server-process.ts'

setDefaultTimeout(60_000)

const dirs = temporaryDataDirs()
afterAll(dirs.removeAll)

const actOf = (id: string, atMs = 1_000): OperatorAct => ({
  id,
  kind: 'key.revoked',
  by: { way: 'key', address: '203.0.113.5' },
  subject: 'ak_1',
  detail: { label: 'ünïcode 🐸' },
  atMs: unixMs(atMs),
})

/** What somebody does to twelve entries past the service, and where it is found. */
const TAMPERED: readonly (readonly [what: string, number: number, id: string | null, statements: readonly string[]])[] = [
  ['who did it', 5, 'act_5', [`UPDATE operator_act SET address = '198.51.100.1' WHERE number = 5`]],
  ['by which way', 5, 'act_5', [`UPDATE operator_act SET way = 'command', address = NULL WHERE number = 5`]],
  ['what was done', 5, 'act_5', [`UPDATE operator_act SET kind = 'key.minted' WHERE number = 5`]],
  ['to what', 5, 'act_5', [`UPDATE operator_act SET subject = 'ak_2' WHERE number = 5`]],
  ['what was set', 12, 'act_12', [`UPDATE operator_act SET detail_json = '{"label":"other"}' WHERE number = 12`]],
  ['when', 1, 'act_1', [`UPDATE operator_act SET at_ms = at_ms + 1 WHERE number = 1`]],
  ['its id', 5, 'act_x', [`UPDATE operator_act SET id = 'act_x' WHERE number = 5`]],
  ['its hash', 5, 'act_5', [`UPDATE operator_act SET hash = '00' WHERE number = 5`]],
  ['one removed', 6, 'act_6', [`DELETE FROM operator_act WHERE number = 5`]],
  ['several removed', 8, 'act_8', [`DELETE FROM operator_act WHERE number IN (5, 6, 7)`]],
  ['the oldest removed', 3, 'act_3', [`DELETE FROM operator_act WHERE number <= 2`]],
  ['the newest removed', 12, null, [`DELETE FROM operator_act WHERE number = 12`]],
  ['all removed', 1, null, [`DELETE FROM operator_act`]],
  [
    'two in each other’s place',
    5,
    'act_6',
    [
      `UPDATE operator_act SET number = 99 WHERE number = 5`,
      `UPDATE operator_act SET number = 5 WHERE number = 6`,
      `UPDATE operator_act SET number = 6 WHERE number = 99`,
    ],
  ],
  [
    'one removed, and those after it moved up',
    5,
    'act_6',
    [
      `DELETE FROM operator_act WHERE number = 5`,
      ...[6, 7, 8, 9, 10, 11, 12].map((number) => `UPDATE operator_act SET number = ${number - 1} WHERE number = ${number}`),
      `UPDATE act_chain SET last_number = 11`,
    ],
  ],
  ['the end moved back', 10, 'act_10', [`UPDATE act_chain SET last_number = 10`]],
]

describe.each(databasesUnderTest(dirs.next))('rules 10.32: the audit log in %s', (_name, make) => {
  const open = (url: string) => openStorage(new Secret(url))

  /** A log of twelve entries at the address of a database. */
  async function twelve() {
    const url = await make()
    const storage = await open(url)
    for (let index = 1; index <= 12; index += 1) await storage.operatorLog.insert(actOf(`act_${index}`, index * 1_000))
    return { url, storage }
  }

  test('as it was written it fits, and its end is told', async () => {
    const { storage } = await twelve()
    let point: ChainPoint = { number: 0, hash: '0'.repeat(64) }
    for (let index = 1; index <= 12; index += 1) point = pointAfter(point, actOf(`act_${index}`, index * 1_000))
    expect(await verifyChain(storage.operatorLog)).toEqual({ fits: true, last: point, count: 12 })
    await storage.close()
  })

  test.each(TAMPERED)('changed past the service, it names the first entry that does not fit: %s', async (_what, number, id, statements) => {
    const { url, storage } = await twelve()
    for (const statement of statements) await rowsOf(url, statement)
    expect(await verifyChain(storage.operatorLog)).toMatchObject({ fits: false, number, id })
    await storage.close()
  })

  test('an entry that another wrote is found, though its hash fits', async () => {
    const { url, storage } = await twelve()
    const { last } = await storage.operatorLog.chainEnds()
    const { hash } = pointAfter(last, actOf('act_forged'))
    await rowsOf(
      url,
      `INSERT INTO operator_act (id, number, hash, kind, way, address, subject, detail_json, at_ms)
       VALUES ('act_forged', 13, '${hash}', 'key.revoked', 'key', '203.0.113.5', 'ak_1', '{"label":"ünïcode 🐸"}', 1000)`,
    )
    expect(await verifyChain(storage.operatorLog)).toMatchObject({ fits: false, number: 13, why: 'the service has not written it' })
    await storage.close()
  })

  test('entries that are deleted for their age or number leave a chain that fits, from which none can be removed unseen', async () => {
    const { url, storage } = await twelve()
    expect(await storage.operatorLog.prune({ beforeMs: unixMs(4_000), most: 100 }, 100)).toBe(3)
    expect(await verifyChain(storage.operatorLog)).toMatchObject({ fits: true, count: 9 })
    expect(await storage.operatorLog.prune({ beforeMs: unixMs(0), most: 5 }, 100)).toBe(4)
    expect(await verifyChain(storage.operatorLog)).toMatchObject({ fits: true, count: 5 })
    await storage.operatorLog.insert(actOf('act_13', 13_000))
    expect(await verifyChain(storage.operatorLog)).toMatchObject({ fits: true, count: 6 })
    await rowsOf(url, `DELETE FROM operator_act WHERE number = 8`)
    expect(await verifyChain(storage.operatorLog)).toMatchObject({ fits: false, number: 9 })
    await storage.close()
  })

  test('writers at once, in several processes’ connections, make one chain; what is rolled back is not in it', async () => {
    const url = await make()
    const storages = await Promise.all(Array.from({ length: url.startsWith('postgres') ? 4 : 1 }, () => open(url)))
    const write = (index: number) =>
      storages[index % storages.length]!.transaction(async (tx) => {
        await tx.operatorLog.insert(actOf(`act_${index}`))
        if (index % 5 === 0) throw new Error('rolled back')
      }).catch(() => null)
    const checks: unknown[] = []
    const check = async () => void checks.push(await verifyChain(storages[0]!.operatorLog))
    await Promise.all([...Array.from({ length: 100 }, (_, index) => write(index)), check(), check()])
    await check()
    expect(checks).toMatchObject([{ fits: true }, { fits: true }, { fits: true, count: 80, last: { number: 80 } }])
    await Promise.all(storages.map((storage) => storage.close()))
  })

  test('it is verified while it is written and its oldest entries are deleted', async () => {
    const { storage } = await twelve()
    const work = async () => {
      for (let index = 13; index < 60; index += 1) {
        await storage.operatorLog.insert(actOf(`act_${index}`, index * 1_000))
        await storage.operatorLog.prune({ beforeMs: unixMs(0), most: 10 }, 100)
      }
    }
    const checks = async () => {
      const found = []
      for (let index = 0; index < 40; index += 1) found.push((await verifyChain(storage.operatorLog)).fits)
      return found
    }
    const [found] = await Promise.all([checks(), work()])
    expect(new Set(found)).toEqual(new Set([true]))
    await storage.close()
  })

  test('doctor verifies it, and names what does not fit', async () => {
    const { url, storage } = await twelve()
    const { last } = await storage.operatorLog.chainEnds()
    await storage.close()
    const doctor = () => runAgentLaunch(['doctor'], { DATABASE_URL: url, DATA_DIR: dirs.next() })
    expect((await doctor()).out).toContain(`ok    the audit log is whole: 12 entries, and the last is number 12 with the hash ${last.hash}`)
    await rowsOf(url, `UPDATE operator_act SET subject = 'ak_2' WHERE number = 7`)
    const found = await doctor()
    expect(found.out).toContain('fail  the audit log does not fit from entry 7 (act_7) on: it was changed')
    expect(found.code).toBe(1)
  })
})
