import { expect, spyOn } from 'bun:test'
import type { TestApp } from './test-app.ts'

/** Everything that a launch can leave behind, counted. */
export async function traces(app: TestApp) {
  const { storage } = app.deps
  const page = { limit: 200, cursor: null }
  const [coins, operations, remits] = await Promise.all([
    storage.coins.list(page),
    storage.operations.listLaunches(null, page),
    storage.remits.list(page),
  ])
  const wallet = await app.deps.simulation!.wallet(app.launcher.wallet)
  return { coins: coins.rows.length, launches: operations.rows.length, remits: remits.rows.length, launcherLamports: wallet.lamports }
}

/** Watches what the launchpad was asked to sign or send. */
export const watchSending = (app: TestApp) => spyOn(app.pad, 'advance')

/** Runs `work`, and fails when it left a coin, a launch, a remit or a lamport elsewhere. */
export async function expectNothingHappened<Result>(app: TestApp, work: () => Promise<Result>): Promise<Result> {
  const before = await traces(app)
  const result = await work()
  expect(await traces(app)).toEqual(before)
  return result
}
