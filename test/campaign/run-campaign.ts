import { eventually } from '../support/eventually.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { OPERATOR_KEY } from '../support/test-app.ts'
import { callService } from './call-service.ts'
import { checkHistory, checkSignatures, type Ending, LEDGER, pagesToCheck } from './check-history.ts'
import { type Clients, startClients } from './clients.ts'
import { createHistory, type History, kindsFound, verdict } from './history.ts'
import { type Fault, FAULTS, type Nemesis, startNemesis } from './nemesis.ts'
import { readSimulatedChain } from './read-books.ts'
import { type CampaignPlan, ENDS_WITHIN_MS, listenToAll, openScene, type Scene } from './scene.ts'

/** What a campaign came to. */
export interface CampaignReport {
  readonly history: History
  readonly faults: ReadonlyMap<Fault, number>
  /** Some lines for people: what was done, what was answered, what was found. */
  readonly text: string
}

/** Runs one from an empty database to the last comparison. */
export async function runCampaign(plan: CampaignPlan): Promise<CampaignReport> {
  const random = createSeededRandom(plan.seed)
  const scene = await openScene(plan, createHistory(), createSeededRandom(random.below(2 ** 32)))
  const { history } = scene.world
  try {
    for (const refused of [0, 0.1]) await listenToAll(scene, refused)
    const clients = startClients(scene.world, scene.listeners, plan.clients)
    const nemesis = startNemesis(scene, plan.faults, random)
    const isFound = () => history.findings.some(({ kind }) => plan.until.includes(kind))
    const found = () => {
      // Known at once, where the other findings of messages need the end.
      if (plan.until.includes('message-forged') && !isFound()) checkSignatures({ history, listeners: scene.listeners })
      return isFound()
    }
    await eventually(ended(plan, { history, faults: nemesis.done, found }), Number.POSITIVE_INFINITY, 200)
    await nemesis.end()
    const restedMs = performance.now()
    if (!found()) await settle(scene, clients, found)
    // What is still under way contradicts itself.
    const seen = found() ? null : await readAtRest(scene, plan)
    if (seen) checkHistory({ history, listeners: scene.listeners, ...seen })
    const tookMs = performance.now() - restedMs
    return { history, faults: nemesis.done, text: report(plan, history, nemesis, { seen, tookMs }) }
  } finally {
    await scene.end()
  }
}

/** True when the time of faults is over; each minute of it, says how far it is. */
function ended(
  { seconds }: CampaignPlan,
  { history, faults, found }: Pick<CampaignReport, 'history' | 'faults'> & { readonly found: () => boolean },
) {
  const begunMs = performance.now()
  let minutes = 0
  return () => {
    const passedMs = performance.now() - begunMs
    if (passedMs > (minutes + 1) * 60_000) {
      minutes += 1
      console.info(`after ${minutes} min: ${lines(faults)}; ${history.orders.length} orders; ${verdict(history).split('\n')[0]}`)
    }
    return found() || passedMs >= seconds * 1_000
  }
}

/** Resolves when every intent has ended, every process was killed once more, and what can be replayed was; or when something is found. */
async function settle(scene: Scene, clients: Clients, found: () => boolean): Promise<void> {
  let over = false
  const ending = clients.end().finally(() => (over = true))
  // Whoever ends before it hears nothing of it.
  ending.catch(() => {})
  await eventually(() => over || found(), Number.POSITIVE_INFINITY, 200)
  if (found()) return
  await ending
  await killAll(scene)
  await clients.replay()
}

/** Kills all processes once more: what waited for their leases, or for another attempt, waits no longer. */
async function killAll({ replicas, books }: Scene): Promise<void> {
  const diedMs = Date.now()
  await Promise.all(replicas.map((replica) => replica.killAll()))
  await books.endWaits(diedMs)
}

/** Chain, books and pages of one moment, when all has ended and the ledger was compared: read again until nothing landed meanwhile. */
async function readAtRest(scene: Scene, { until }: CampaignPlan): Promise<Pick<Ending, 'chain' | 'books' | 'pages' | 'charges'>> {
  const { history } = scene.world
  for (;;) {
    const before = readSimulatedChain(scene.dataDir)
    const isOver = await hasEnded(scene)
    // It is compared once a minute: who looks for something else does not wait for that.
    const isKept = (until.length > 0 && !until.includes('ledger-differs')) || (await keptSince(scene, Date.now()))
    const pages = new Map<string, Record<string, any>>()
    for (const path of pagesToCheck(before)) pages.set(path, await page(scene, path))
    const charges = (await scene.world.bank?.charges()) ?? []
    const [books, chain] = [await scene.books.read(), readSimulatedChain(scene.dataDir)]
    if (!isKept) history.found('ledger-unkept', `the ledger was not kept within ${ENDS_WITHIN_MS} ms`)
    if (!isOver || !isKept || chain.landed === before.landed) return { chain, books, pages, charges }
  }
}

/** Whether no work is under way any more, and nothing is to be delivered, within ten minutes. */
async function hasEnded({ books, listeners, world: { bank, patience, history } }: Scene): Promise<boolean> {
  const inTime = async (what: string, look: () => Promise<boolean>) => {
    const isSo = await patience.within(ENDS_WITHIN_MS, look)
    if (!isSo) history.found('unfinished', `${what} within ${ENDS_WITHIN_MS} ms`)
    return isSo
  }
  const worked = await inTime('not every operation, payment and accepted job ended', async () => {
    await bank?.passTime()
    const { operations, payments, jobs } = await books.unfinished()
    return operations + jobs + payments === 0
  })
  const ids = listeners.all.filter(({ deleted }) => !deleted).map(({ id }) => id)
  return (await inTime('not every message was delivered', async () => (await books.undelivered(ids)) === 0)) && worked
}

/** Whether every wallet of the ledger was compared with the chain after that moment, within ten minutes. */
async function keptSince(scene: Scene, sinceMs: number): Promise<boolean> {
  const look = async () => {
    const { wallets } = await page(scene, LEDGER)
    const compared = wallets as { comparedAt: string | null }[]
    return compared.length > 0 && compared.every(({ comparedAt }) => comparedAt !== null && Date.parse(comparedAt) > sinceMs)
  }
  return scene.world.patience.within(ENDS_WITHIN_MS, look)
}

/** What the first replica answers to the operator. @throws Error where it answers nothing good within ten minutes */
async function page({ world: { urls, history } }: Scene, path: string): Promise<Record<string, any>> {
  const call = { method: 'GET', path, headers: { 'x-svc-api-key': OPERATOR_KEY }, address: addressOf(path) } as const
  return eventually(
    async () => {
      const { status, body } = await callService(urls, 0, call, history)
      return status === 200 ? body : null
    },
    ENDS_WITHIN_MS,
    300,
  )
}

/** One for each page, so that who reads thousands of them waits for no rate. */
function addressOf(path: string): string {
  const hash = Bun.hash.crc32(path)
  return `198.18.${(hash >> 8) & 255}.${hash & 255}`
}

const lines = (counts: ReadonlyMap<string, number>) =>
  [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map((entry) => entry.join(' '))
    .join(', ')

function report(
  plan: CampaignPlan,
  history: History,
  { done }: Nemesis,
  { seen, tookMs }: { readonly seen: Pick<Ending, 'books' | 'charges'> | null; readonly tookMs: number },
): string {
  const launched = history.orders.filter(({ launched: answer }) => answer).length
  const payers = history.orders.filter(({ payer }) => payer !== null).length
  const payments = seen?.books.escrow.filter(({ kind }) => kind === 'pay').length ?? 0
  const calls = [...history.answers.values()].reduce((sum, count) => sum + count, 0)
  const { database, replicas, seconds, seed } = plan
  return [
    `seed ${seed}: ${database === 'sqlite' ? 'one process on SQLite' : `${replicas} replicas on PostgreSQL`}, ${seconds} s`,
    `faults: ${lines(done)} (of ${Object.keys(FAULTS).length} kinds)`,
    `${Math.round((history.lives.length * 60) / seconds)} kills a minute; of the killed half had answered ${history.lives.toSorted((a, b) => a - b)[history.lives.length >> 1] ?? 0} calls or more`,
    `calls: ${calls} (${lines(history.answers)})`,
    `${history.orders.length} orders (${payers} of them paid per call, ${seen?.charges.length ?? 0} charged), ${launched} launched, ${history.cranks.length} paid out, ${history.jobs.length} jobs (${payments} payments)`,
    `${Math.round(tookMs / 1_000)} s until all had ended and was compared`,
    `kinds found: ${kindsFound(history)}`,
    verdict(history),
  ].join('\n')
}
