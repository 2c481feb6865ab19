import { randomBytes } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { demoPicture } from '../../src/commands/demo/demo-picture.ts'
import type { Wallet } from '../../src/domain/brands.ts'
import { toBase58 } from '../../src/lib/bytes.ts'
import { newKeyPair } from '../../src/lib/ed25519.ts'
import { chromiumPath, type Look, PHONE, startBrowser } from '../../test/browser/support/chromium.ts'
import { installWallet } from '../../test/browser/support/standard-wallet.ts'
import type { Person } from '../../test/support/test-app.ts'
import type { Figure } from '../figure.ts'
import type { Bench, Measure } from '../measure.ts'
import { clientOf } from '../requests.ts'
import { startServer } from '../running-server.ts'
import { launchBody } from '../scene.ts'

const ROUNDS = { full: 10, quick: 3 }
const DEADLINE_MS = 30_000
const LOOKS: readonly Look[] = [PHONE, { width: 390, height: 844, touch: true }, { width: 1_280, height: 900 }]
const OPERATOR_KEY = 'operator-key-of-the-bench-0123456789'

type Verdict = 'dryRun.approved' | 'dryRun.rejected'

/** From an approver's click on the page to the message at the agent's receiver: two of three approve a plan, one rejects another. */
async function run(bench: Bench): Promise<Figure[]> {
  if (chromiumPath === null) {
    bench.say('decisions: left out, no Chromium is installed')
    return []
  }
  bench.say('decisions')
  const people = LOOKS.map(() => newPerson())
  const receiver = startReceiver()
  const folder = bench.folder()
  const env = {
    HOST: '127.0.0.1',
    PORT: '0',
    TRUSTED_PROXIES: '127.0.0.1/32',
    DATA_DIR: folder,
    SIMULATED_OPEN: '1',
    BACKUP_CRON: 'off',
    OPERATOR_API_KEY: OPERATOR_KEY,
    APPROVER_WALLETS: people.map(({ wallet }) => wallet).join(','),
    APPROVALS_REQUIRED: '2',
  }
  const server = await startServer([bench.contestants.subjects[0]!.executable, 'serve'], env, folder)
  const browser = await startBrowser()
  try {
    const contexts = await Promise.all(LOOKS.map((look) => browser.context(look)))
    const pages = await Promise.all(contexts.map((context, index) => openPage(context, people[index]!)))
    const desk = await post(server.url, '/api/agent/keys', OPERATOR_KEY, { label: 'desk', requireApproval: true })
    const key = String(desk.key)
    await post(server.url, '/api/webhooks', key, { url: receiver.url, events: ['dryRun.approved', 'dryRun.rejected'] })
    const took: Record<Verdict, number[]> = { 'dryRun.approved': [], 'dryRun.rejected': [] }
    const rounds = bench.quick ? ROUNDS.quick : ROUNDS.full
    for (let round = 0; round < 1 + rounds; round += 1) {
      for (const verdict of ['dryRun.approved', 'dryRun.rejected'] as const) {
        const ms = await decide(server.url, { key, pages, verdict, arrival: receiver.arrival })
        // The first of each loads what later ones have.
        if (round > 0) took[verdict].push(ms)
      }
    }
    return [figure('second approval', took['dryRun.approved']), figure('rejection', took['dryRun.rejected'])]
  } finally {
    await browser.close()
    await server.stop()
    receiver.stop()
  }
}

const figure = (what: string, ours: readonly number[]): Figure => ({
  measure: 'from the click to the agent’s webhook',
  what,
  unit: 'ms',
  better: 'lower',
  byClock: true,
  ours,
  budget: { most: 2_000 },
})

function newPerson(): Person {
  const pair = newKeyPair(randomBytes)
  return { pair, wallet: toBase58(pair.publicKey) as Wallet, secret: toBase58(pair.secretKey.reveal()) }
}

async function openPage(context: BrowserContext, person: Person): Promise<Page> {
  await installWallet(context, { people: [person] })
  return context.newPage()
}

/** Has every approver look at a new plan, decides it, and returns the milliseconds from the click that decides to the message. */
async function decide(
  url: string,
  scene: {
    readonly key: string
    readonly pages: readonly Page[]
    readonly verdict: Verdict
    readonly arrival: (type: Verdict, dryRunId: string) => Promise<number>
  },
): Promise<number> {
  const { key, pages, verdict } = scene
  const [small, large, desktop] = pages as [Page, Page, Page]
  const body = { ...launchBody('Night Market Frog', demoPicture()), launcherPubkey: newPerson().wallet }
  const dryRunId = String((await post(url, '/api/agent/launch/dry-run', key, body)).dryRunId)
  await Promise.all(pages.map((page) => openPlan(page, `${url}/approve/${dryRunId}`)))
  const decider = verdict === 'dryRun.approved' ? large : desktop
  if (verdict === 'dryRun.approved') {
    await button(small, 'Sign approval for BENCH').click()
    await small.getByText('You approved', { exact: true }).waitFor()
  } else {
    await button(desktop, 'Reject instead').click()
    await desktop.locator('#reason').fill('Not this name.')
  }
  const decides = button(decider, verdict === 'dryRun.approved' ? 'Sign approval for BENCH' : 'Sign rejection of BENCH')
  await decides.waitFor()
  const arrival = scene.arrival(verdict, dryRunId)
  const startMs = performance.now()
  await decides.click()
  const late = Bun.sleep(DEADLINE_MS).then(() => Promise.reject(new Error(`the agent got no ${verdict} of ${dryRunId}`)))
  return (await Promise.race([arrival, late])) - startMs
}

async function openPlan(page: Page, url: string): Promise<void> {
  // Each from an address of its own: an approver who decides twenty plans a minute is no case.
  await page.setExtraHTTPHeaders({
    'x-forwarded-for': clientOf(crypto.getRandomValues(new Uint16Array(1))[0]!),
    'x-forwarded-proto': 'https',
  })
  await page.goto(url)
  await button(page, 'Connect Test Wallet').click()
  await button(page, 'Sign approval for BENCH').waitFor()
}

const button = (page: Page, name: string) => page.getByRole('button', { name })

async function post(url: string, path: string, key: string, body: unknown): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json', 'x-svc-api-key': key }
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}

/** The agent's receiver; `arrival` resolves to the time of a message, by the process's clock. */
function startReceiver() {
  const waiting = new Map<string, (atMs: number) => void>()
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const atMs = performance.now()
      const { type, data } = (await request.json()) as { type: Verdict; data: { dryRunId: string } }
      waiting.get(`${type} ${data.dryRunId}`)?.(atMs)
      return new Response(null, { status: 204 })
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}/hook`,
    arrival: (type: Verdict, dryRunId: string) => new Promise<number>((resolve) => waiting.set(`${type} ${dryRunId}`, resolve)),
    stop: () => void server.stop(true),
  }
}

/** What an agent waits for after a human decided. */
export const decisions: Measure = {
  name: 'decisions',
  about: 'from an approver’s click in Chromium to the agent’s webhook, with three approvers looking',
  run,
}
