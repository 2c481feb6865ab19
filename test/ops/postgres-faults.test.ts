import { SQL } from 'bun'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { openStorage } from '../../src/adapters/storage/storage.ts'
import { asStorageFault } from '../../src/adapters/storage-faults.ts'
import { Secret } from '../../src/lib/secret.ts'
import { StorageFault } from '../../src/ports/storage/storage-fault.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { emptyDatabase } from '../support/empty-database.ts'
import { eventually } from '../support/eventually.ts'

const server = process.env.TEST_DATABASE_URL
if (!server) console.log('SKIPPED faults of PostgreSQL: set TEST_DATABASE_URL=postgres://… to a server it may make databases on')

const LIMITS = { statementMs: 3_000, lockMs: 2_000, idleMs: 1_000 }

describe.skipIf(!server)('decision "A database that is away": each fault of PostgreSQL is its own request’s', () => {
  let url: string
  let storage: Storage
  let other: SQL
  let database: string
  beforeEach(async () => {
    url = await emptyDatabase(server!)
    database = new URL(url).pathname.slice(1)
    storage = await openStorage(new Secret(url), { limits: LIMITS })
    other = new SQL(url, { max: 1 })
  })
  afterEach(async () => {
    await storage.close()
    await other.end()
  })

  const reopened = async (to = url, limits = LIMITS): Promise<Storage> => {
    await storage.close()
    return (storage = await openStorage(new Secret(to), { limits }))
  }
  /** The SQLSTATE, or the client's word, of the fault that `work` has. */
  const faultOf = async (work: Promise<unknown>): Promise<string> => {
    const fault = await work.then(
      () => null,
      (error: unknown) => error,
    )
    expect(fault).toBeInstanceOf(StorageFault)
    expect((fault as StorageFault).code).toBe('storage_unavailable')
    return String(((fault as StorageFault).cause as { code?: string }).code)
  }
  const take = (from: Pick<Storage, 'leases'> = storage, holder = 'one') =>
    from.leases.take('job', holder, { nowMs: 0 as never, untilMs: 1 as never })
  const works = async () => expect(await storage.transaction(async (tx) => void (await tx.lock('free')))).toBeUndefined()
  const sessions = async () =>
    Number((await other`select count(*) as n from pg_stat_activity where datname = ${database} and pid <> pg_backend_pid()`)[0].n)
  const endAll = () => other`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${database} and pid <> pg_backend_pid()`

  test('55P03: a lock that another keeps', async () => {
    await other`select pg_advisory_lock(hashtextextended('kept', 0))`
    expect(await faultOf(storage.transaction((tx) => tx.lock('kept')))).toBe('55P03')
    await works()
  })

  test('57014: a statement that takes too long, and one that is cancelled', async () => {
    await reopened(url, { ...LIMITS, statementMs: 1_000, lockMs: 60_000 })
    await other`select pg_advisory_lock(hashtextextended('kept', 0))`
    expect(await faultOf(storage.transaction((tx) => tx.lock('kept')))).toBe('57014')
    await reopened(url, { ...LIMITS, statementMs: 60_000, lockMs: 60_000 })
    const waits = faultOf(storage.transaction((tx) => tx.lock('kept')))
    await eventually(
      async () =>
        (await other`select pg_cancel_backend(pid) from pg_stat_activity where datname = ${database} and wait_event = 'advisory'`)
          .length === 1,
    )
    expect(await waits).toBe('57014')
    await works()
  })

  test('0A000: a statement that is planned already, of a table that another version has changed since', async () => {
    const read = () => storage.keys.list({ limit: 1, cursor: null })
    await read()
    await other`alter table api_key add column later text`
    expect(await faultOf(read())).toBe('0A000')
    expect((await read()).rows).toEqual([])
  })

  test('25P03: a transaction whose next statement comes too late is ended by the server, and lets go of its lock', async () => {
    const work = storage.transaction(async (tx) => {
      await tx.lock('held')
      await eventually(async () => (await other`select pg_try_advisory_lock(hashtextextended('held', 0)) as free`)[0].free)
      await tx.lock('next')
    })
    expect(await faultOf(work)).toMatch(/^(25P03|CONNECTION_CLOSED)$/)
    await works()
  })

  test('57P01: a session that is ended while idle, in a transaction, and in a statement', async () => {
    await works()
    await endAll()
    await eventually(async () => (await sessions()) === 0)
    await works()
    const idle = storage.transaction(async (tx) => {
      await tx.lock('held')
      await endAll()
      await eventually(async () => (await sessions()) === 0)
      await tx.lock('next')
    })
    expect(await faultOf(idle)).toMatch(/^(57P01|CONNECTION_CLOSED)$/)
    await other`select pg_advisory_lock(hashtextextended('kept', 0))`
    const waits = faultOf(storage.transaction((tx) => tx.lock('kept')))
    await eventually(
      async () =>
        (await other`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${database} and wait_event = 'advisory'`)
          .length === 1,
    )
    expect(await waits).toBe('57P01')
    await works()
  })

  test('40P01 and 40001: a deadlock, and a conflict of two transactions', async () => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const crossing = (names: [string, string], mine: PromiseWithResolvers<void>, others: PromiseWithResolvers<void>) =>
      storage.transaction(async (tx) => {
        await tx.lock(names[0])
        mine.resolve()
        await others.promise
        await tx.lock(names[1])
      })
    const ends = await Promise.allSettled([crossing(['a', 'b'], first, second), crossing(['b', 'a'], second, first)])
    const broken = ends.flatMap((end) => (end.status === 'rejected' ? [faultOf(Promise.reject(end.reason))] : []))
    expect(await Promise.all(broken)).toEqual(['40P01'])

    await other.unsafe(`alter database ${database} set default_transaction_isolation = 'repeatable read'`)
    await reopened()
    await take()
    const conflict = storage.transaction(async (tx) => {
      await tx.keys.list({ limit: 1, cursor: null })
      await other`update lease set holder = 'two', expires_at_ms = 0 where name = 'job'`
      await take(tx)
    })
    expect(await faultOf(conflict)).toBe('40001')
    await works()
  })

  test('25006: a standby, or a database that is only read', async () => {
    await other.unsafe(`alter database ${database} set default_transaction_read_only = on`)
    await reopened()
    expect(await faultOf(take())).toBe('25006')
    expect(await faultOf(storage.ping())).toBe('25006')
    await other.unsafe(`alter database ${database} reset default_transaction_read_only`)
    // The session is not asked again, since it may lead to a server that was the primary.
    expect(await take()).toBeTruthy()
    await storage.ping()
  })

  test('53300, 28000 and a database that takes nobody: what a server has against a connection', async () => {
    const role = `${database}_user`
    await other.unsafe(
      `create role ${role} login connection limit 2; alter database ${database} owner to ${role}; grant ${role} to current_user; grant all on all tables in schema public to ${role}`,
    )
    await reopened(Object.assign(new URL(url), { username: role }).href)
    const many = await Promise.allSettled(Array.from({ length: 8 }, (_, index) => storage.transaction((tx) => tx.lock(`many ${index}`))))
    const refused = many.flatMap((end) => (end.status === 'rejected' ? [faultOf(Promise.reject(end.reason))] : []))
    expect(new Set(await Promise.all(refused))).toEqual(new Set(['53300']))
    await other.unsafe(`alter role ${role} nologin`)
    await endAll()
    expect(await faultOf(storage.transaction((tx) => tx.lock('x')))).toMatch(/^(28000|57P01|CONNECTION_CLOSED)$/)
    expect(await faultOf(storage.transaction((tx) => tx.lock('x')))).toBe('28000')
    await other.unsafe(`alter role ${role} login; alter database ${database} connection limit 0`)
    expect(await faultOf(storage.transaction((tx) => tx.lock('x')))).toBe('53300')
    await other.unsafe(`alter database ${database} connection limit -1`)
    await works()
  })

  test('26000 and 08P01: a statement of another session, and a breach of the protocol', async () => {
    const error = await other.unsafe('execute "of another session"').catch((thrown: unknown) => thrown)
    const sqlState = String((error as { errno?: string }).errno)
    expect(sqlState).toBe('26000')
    for (const code of [sqlState, '08P01', '08006', '57P02', '57P03'])
      expect(asStorageFault(Object.assign(new Error('as the client gives it'), { code }))).toBeInstanceOf(StorageFault)
  })

  test('what readiness writes is rolled back, and leaves no transaction open', async () => {
    await works()
    const shown = await other`select count(*) as n from pg_stat_activity where datname = ${database} and state = 'idle in transaction'`
    expect(Number(shown[0].n)).toBe(0)
    await Promise.all([storage.ping(), storage.ping()])
    expect(await other`select name from lease`).toHaveLength(0)
  })
})
