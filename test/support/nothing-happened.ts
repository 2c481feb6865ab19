import { expect } from 'bun:test'
import { unixMs } from '../../src/domain/brands.ts'
import { EVENT_TYPES } from '../../src/domain/events.ts'
import { BUDGET_NAMES } from '../../src/domain/money/spending.ts'
import type { Deps } from '../../src/ports/deps.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import type { Person, TestApp } from './test-app.ts'

/** An app, or a part of one, whose traces can be read. */
interface Traced {
  readonly deps: Pick<Deps, 'storage'> & Partial<Pick<Deps, 'simulation'>>
  readonly launcher?: Person
}

const PAGE = { limit: 200, cursor: null }
/** Counts of all owners together may be asked for in anybody’s name. */

/** Every webhook with what is on its way to it. */
async function webhookTraces({ webhooks }: Storage) {
  const { rows } = await webhooks.list(null, PAGE)
  return Promise.all(
    rows.map(async (endpoint) => ({
      ...endpoint,
      deliveries: (await webhooks.listDeliveries(endpoint.id, PAGE)).rows.map(({ id, state, attempts }) => [id, state, attempts.length]),
    })),
  )
}

/** What a storage held when it counted so many changes: it holds the same as long as it counts no more. */
const known = new WeakMap<Storage, { readonly changes: number; readonly rows: Awaited<ReturnType<typeof readRows>> }>()

/** Everything that a call can leave behind: rows of each kind, and what the launcher holds. When a key was last used is no such thing. */
export async function everythingOf({ deps: { storage, simulation }, launcher }: Traced) {
  const wallet = await (launcher && simulation?.wallet(launcher.wallet))
  return { ...(await rowsOf(storage)), launcherLamports: wallet?.lamports }
}

async function rowsOf(storage: Storage) {
  const changes = storage.changes()
  const before = known.get(storage)
  if (before && before.changes === changes) return before.rows
  const rows = await readRows(storage)
  if (changes !== null) known.set(storage, { changes, rows })
  return rows
}

async function readRows(storage: Storage) {
  const [unused, pictures, jobs, buybacks, payments] = await Promise.all([
    storage.dryRuns.waitingOfAll(),
    storage.images.unusedOfAll(''),
    storage.jobs.list(PAGE),
    storage.buybacks.list(PAGE),
    storage.payments.list(PAGE),
  ])
  const [coins, launches, remits, keys, webhooks, events, totals, directory, ...spent] = await Promise.all([
    storage.coins.list(PAGE),
    storage.operations.listLaunches(null, PAGE),
    storage.remits.list(PAGE),
    storage.keys.list(PAGE),
    webhookTraces(storage),
    storage.events.listNewest(PAGE, EVENT_TYPES),
    storage.totals.read(),
    storage.kols.version(),
    ...BUDGET_NAMES.map((name) => storage.spending.spent(name, unixMs(0))),
  ])
  return {
    dryRunsAndOffers: unused.all,
    pictureBytes: pictures.all,
    jobs: jobs.rows,
    buybacks: buybacks.rows,
    payments: payments.rows.map(({ id, state }) => [id, state]),
    coins: coins.rows,
    launches: launches.rows.map(({ id, state }) => [id, state]),
    remits: remits.rows.map(({ id }) => id),
    keys: keys.rows.map((key) => ({ ...key, lastUsedAtMs: null })),
    webhooks,
    events: events.rows.map(({ id }) => id),
    totals,
    directory,
    spent: spent.map(({ allAtomic }) => allAtomic),
  }
}

/** How many coins and launches there are. */
export async function traces({ deps: { storage } }: Traced) {
  const [coins, launches] = await Promise.all([storage.coins.list(PAGE), storage.operations.listLaunches(null, PAGE)])
  return { coins: coins.rows.length, launches: launches.rows.length }
}

/** How often the launchpad was asked to send something. */
export const timesSent = (app: TestApp): number => app.between.pad.count('advance')

type Kind = keyof Awaited<ReturnType<typeof everythingOf>>

/** Runs `work`, and fails when it left a row of any other kind than these, changed one, or moved a lamport of the launcher's. */
export async function expectNothingBut<Result>(kinds: readonly Kind[], app: Traced, work: () => Promise<Result>): Promise<Result> {
  const before = await everythingOf(app)
  const result = await work()
  const after = await everythingOf(app)
  expect(after).toEqual({ ...before, ...Object.fromEntries(kinds.map((kind) => [kind, after[kind]])) })
  return result
}

/** Runs `work`, and fails when it left a row, changed one, or moved a lamport of the launcher's. */
export const expectNothingHappened = <Result>(app: Traced, work: () => Promise<Result>): Promise<Result> => expectNothingBut([], app, work)
