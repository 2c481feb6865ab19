import type { BrowserContext } from 'playwright-core'
import type { TestApp } from '../../support/test-app.ts'

/** TEMPORARY until the upkeep branch is merged: the record routes, answered from the storage in the shapes of DESIGN 4. */
export async function stubRecords(context: BrowserContext, app: TestApp): Promise<void> {
  const { storage, clock } = app.deps
  const view = (remit: any) => ({ ...remit, lamports: String(remit.lamports), sol: Number(remit.lamports) / 1e9, at: new Date(remit.atMs).toISOString() })
  await context.route(/\/api\/(board|remits|buybacks|proof)/, async (route) => {
    const url = new URL(route.request().url())
    const { rows, nextCursor } = await storage.remits.list(
      { limit: Number(url.searchParams.get('limit') ?? 50), cursor: url.searchParams.get('cursor') },
      url.searchParams.has('mint') ? { mint: url.searchParams.get('mint') as any } : {},
    )
    const coins = (await storage.coins.list({ limit: 200, cursor: null })).rows
    const bodies: Record<string, object> = {
      '/api/remits': { ok: true, remits: rows.map(view), nextCursor },
      '/api/board': { ok: true, coins: coins.length, remits: rows.length, generatedAt: new Date(clock.nowMs()).toISOString() },
      '/api/buybacks': { ok: true, buybacks: [], nextCursor: null },
      '/api/proof': { ok: true, stats: { coins: coins.length, locked: coins.filter((c) => c.feeShareLocked).length, remits: 420, remittedSol: 2.148377012, buybacks: 3, boughtSol: 0.5 } },
    }
    await route.fulfill({ json: bodies[url.pathname] })
  })
}
