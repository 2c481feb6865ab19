import { createFixedPrices } from '../../src/adapters/prices/fixed-prices.ts'
import { type JobId, type Mint, type UsdMicros, usdMicros } from '../../src/domain/brands.ts'
import { claimMessage } from '../../src/features/jobs/claim-job.ts'
import { releaseMessage } from '../../src/features/jobs/release-job.ts'
import { submitMessage } from '../../src/features/jobs/submit-job.ts'
import type { Prices } from '../../src/ports/prices.ts'
import { createOutsideWeb, type OutsideWeb } from './outside-web.ts'
import { type Answer, newPerson, type Person, pngBytes } from './test-app.ts'
import type { TestAppOptions } from './test-deps.ts'
import { createUpkeepScene, type UpkeepScene } from './upkeep-scene.ts'

/** Dollars a SOL in these tests: high, so that a few trades make a budget. */
export const SOL_USD = 100_000

/** An app with jobs, a coin whose fees accrued, a worker, and a web to hand work in from. */
export interface JobsScene extends UpkeepScene {
  readonly mint: Mint
  readonly worker: Person
  readonly web: OutsideWeb
  /** What every further read of the price gives; null: none. */
  price: { usd: number; stale: boolean } | null
  /** While true, every address of the web answers 404. */
  webDown: boolean
  create(changes?: Record<string, unknown>, options?: { key?: string; headers?: Record<string, string> }): Promise<Answer>
  /** A new job's id; throws unless it was made. */
  open(changes?: Record<string, unknown>): Promise<JobId>
  claim(id: string, person?: Person): Promise<Answer>
  release(id: string, person?: Person): Promise<Answer>
  submit(id: string, urls?: readonly string[], person?: Person, part?: number): Promise<Answer>
  verify(id: string, body?: unknown, options?: { key?: string }): Promise<Answer>
  cancel(id: string, body?: unknown, options?: { key?: string }): Promise<Answer>
  stateOf(id: string): Promise<string>
  /** Everything that jobs can change: for "nothing else happened". */
  traces(id?: string): Promise<unknown>
  close(): Promise<void>
}

/** Pages and pictures of the outside web; everything else is 404. */
function answer(request: Request): Response {
  const { pathname } = new URL(request.url)
  if (pathname.startsWith('/page')) return new Response('<p>The best memes of $nmfrog</p>', { headers: { 'content-type': 'text/html' } })
  if (pathname.startsWith('/other')) return new Response('<p>NMFROGS are another coin</p>', { headers: { 'content-type': 'text/html' } })
  if (pathname.endsWith('.png')) return new Response(pngBytes() as Uint8Array<ArrayBuffer>, { headers: { 'content-type': 'image/png' } })
  if (pathname === '/file.zip') return new Response('PK NMFROG', { headers: { 'content-type': 'application/zip' } })
  return new Response('gone', { status: 404 })
}

export async function createJobsScene(options: TestAppOptions = {}): Promise<JobsScene> {
  let webDown = false
  const web = createOutsideWeb((request) => (webDown ? new Response('gone', { status: 404 }) : answer(request)))
  const worker = newPerson()
  let price: JobsScene['price'] = { usd: SOL_USD, stale: false }
  const usd = (): UsdMicros => usdMicros(BigInt(price?.usd ?? 0) * 1_000_000n)
  const prices: Prices = {
    source: 'fixed',
    dollarPrice: async () => {
      const fixed = await createFixedPrices({ usdMicros: usd(), nowMs: upkeep.app.clock.nowMs }).dollarPrice()
      return price && fixed && { ...fixed, stale: price.stale }
    },
  }
  const upkeep = await createUpkeepScene({ web: web.web, prices, ...options, env: { JOBS_ENABLED: '1', ...options.env } })
  const { app, key } = upkeep
  const { storage } = app.deps
  const launched = await upkeep.call('POST', '/api/agent/launch', app.launchBody())
  if (launched.status !== 201) throw new Error(`launch answered ${launched.status}: ${launched.body.detail}`)
  const mint = launched.body.mint as Mint
  for (let buys = 0; buys < 5; buys += 1) await upkeep.buy(mint, 9)
  const post = (path: string, body: unknown, by: string) => app.call('POST', path, body, { key: by })

  const scene: JobsScene = {
    ...upkeep,
    mint,
    worker,
    web,
    get price() {
      return price
    },
    set price(next) {
      price = next
    },
    get webDown() {
      return webDown
    },
    set webDown(next) {
      webDown = next
    },
    create(changes = {}, { key: by = key, headers = {} } = {}) {
      const order = { mint, template: 'meme-pack', chainId: 'sim', asset: 'SOL', budget: 40, ...changes }
      return app.call('POST', '/api/jobs/coin', order, { key: by, headers })
    },
    async open(changes = {}) {
      const made = await scene.create(changes)
      if (made.status !== 201) throw new Error(`create answered ${made.status}: ${made.body.detail}`)
      return made.body.job.id as JobId
    },
    async claim(id, person = worker) {
      const headers = app.signed(person, (timestamp) => claimMessage(id, timestamp))
      await app.clock.advance(1)
      return app.call('POST', `/api/jobs/${id}/claim`, undefined, { headers })
    },
    async release(id, person = worker) {
      const headers = app.signed(person, (timestamp) => releaseMessage(id, timestamp))
      await app.clock.advance(1)
      return app.call('POST', `/api/jobs/${id}/release`, undefined, { headers })
    },
    async submit(id, urls = ['https://public.test/page'], person = worker, part = undefined) {
      const headers = app.signed(person, (timestamp) => submitMessage(id, timestamp))
      await app.clock.advance(1)
      return app.call('POST', `/api/jobs/${id}/submit`, { urls, part }, { headers })
    },
    verify: (id, body = {}, { key: by = key } = {}) => post(`/api/jobs/${id}/verify`, body, by),
    cancel: (id, body = {}, { key: by = key } = {}) => post(`/api/jobs/${id}/cancel`, body, by),
    stateOf: async (id) => (await storage.jobs.find(id as JobId))!.state,
    async traces(id) {
      const jobs = await storage.jobs.list({ limit: 200, cursor: null })
      const [steps, transfers] = id ? await Promise.all([storage.jobs.steps(id as JobId), storage.jobs.transfers(id as JobId)]) : []
      return { jobs: jobs.rows, budget: await storage.jobs.budget(mint), steps, transfers }
    },
    async close() {
      web.stop()
      await app.close()
    },
  }
  return scene
}
