import { createSystemTimers } from '../../src/adapters/system-timers.ts'
import { createApp } from '../../src/app.ts'
import { compose } from '../../src/compose.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { serveAcpJobs } from '../../src/features/acp/serve-acp-jobs.ts'
import { sweepJobs } from '../../src/features/jobs/sweep-jobs.ts'
import { runBuyback } from '../../src/features/buyback/run-buyback.ts'
import { lockData } from '../../src/lock-data.ts'
import { readRemits } from '../../src/features/remits/read-remits.ts'
import { resumeOperations } from '../../src/features/operations/resume-operations.ts'
import { sweepPayments } from '../../src/features/payments/sweep-payments.ts'
import { atomicUnits, unixMs, wei } from '../../src/domain/brands.ts'
import { createAcp } from '../../src/adapters/acp/acp.ts'
import { Secret } from '../../src/lib/secret.ts'
import type { Acp } from '../../src/ports/acp.ts'
import type { Deps } from '../../src/ports/deps.ts'
import type { Repos, Storage } from '../../src/ports/storage/storage.ts'
import { createSystemClock } from '../../src/adapters/system-clock.ts'
import { machineTime } from '../support/machine-time.ts'

// A whole service that dies by its own kill -9 at a chosen step: a step is the moment before or after any call to a port.
// The request header x-test-kill-at arms it; it counts from there. On start it does what the real server does.

let left = 0
function step(): void {
  if (left > 0 && --left === 0) process.kill(process.pid, 'SIGKILL')
}

/** The object with a step before and after each call of a method, also in the objects that it holds. */
function stepping<Port extends object>(port: Port): Port {
  return new Proxy(port, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver)
      if (typeof member === 'object' && member !== null) return stepping(member)
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        step()
        const result: unknown = (member as (...args: unknown[]) => unknown).apply(target, args)
        if (!(result instanceof Promise)) return result
        return result.then((value: unknown) => {
          step()
          return value
        })
      }
    },
  })
}

function steppingStorage(storage: Storage): Storage {
  const stepped = stepping(storage)
  return new Proxy(storage, {
    get: (_target, name) =>
      name === 'transaction'
        ? async <Result>(work: (tx: Repos) => Promise<Result>) => {
            step()
            const result = await storage.transaction((tx) => work(stepping(tx)))
            step()
            return result
          }
        : Reflect.get(stepped, name),
  })
}

/** What a seller on the marketplace needs, as kill-acp.test.ts tells it. */
interface AcpSettings {
  readonly node: string
  readonly url: string
  readonly key: string
  readonly launcherSecret: string
  readonly offering: string
  readonly price: string
}

function openAcp({ node, url, key, launcherSecret, offering, price }: AcpSettings): Acp {
  const terms = { offering, priceAtomic: atomicUnits(BigInt(price)), launcherSecret: new Secret(launcherSecret) }
  const nodes = { urls: [new Secret(node)], chainId: 8_453, time: machineTime }
  const acp = createAcp({ timers: createSystemTimers(), nodes, url, key: new Secret(key), terms, nowMs: () => unixMs(Date.now()) })
  const stepped = stepping(acp)
  return {
    ...stepped,
    terms,
    prepareBudget: async (...args) => stepping(await stepped.prepareBudget(...args)),
    prepareSubmit: async (...args) => stepping(await stepped.prepareSubmit(...args)),
  }
}

const config = readConfig({ ...process.env, LOG_LEVEL: 'silent' })
lockData({ clock: createSystemClock() }, config.data, 'serve', 'serve')
const { deps: real } = await compose(config)
const deps: Deps = {
  ...real,
  // Gas costs a hundred times here what it does on Base, and each kill may waste some.
  policy: { ...real.policy, rateLimits: false, acpDailyWei: wei(10n ** 21n) },
  storage: steppingStorage(real.storage),
  escrow: { ...real.escrow, get: async (id) => stepping(await real.escrow.get(id)) },
  // What workers hand in is there.
  web: { ...real.web, get: async () => ({ status: 200, contentType: 'text/html', bytes: new Uint8Array() }) },
  payments: real.payments && stepping(real.payments),
  acp: process.env.TEST_ACP === undefined ? null : openAcp(JSON.parse(process.env.TEST_ACP) as AcpSettings),
  launchpads: { ...real.launchpads, get: async (id) => stepping(await real.launchpads.get(id)) },
}
const turn = { dueAtMs: deps.clock.nowMs(), position: null, keepPosition: async () => {}, mayContinue: async () => true }
await deps.storage.idempotency.releaseOrphans()
await deps.storage.payments.releaseLeases()
const handler = createApp(deps)
/** The clock's work has no routes of its own: here `POST /test/buyback/{dueAtMs}`, `POST /test/remits` and `POST /test/acp` are. */
async function answer(request: Request): Promise<Response> {
  if (request.url.endsWith('/test/acp')) return Response.json({ served: await serveAcpJobs(deps, turn) })
  if (request.url.endsWith('/test/remits')) return Response.json({ outcome: await readRemits(deps, turn) })
  const dueAtMs = /\/test\/buyback\/(\d+)$/.exec(request.url)?.[1]
  if (dueAtMs === undefined) return handler(request, '127.0.0.1')
  const [run] = await runBuyback(deps, { dueAtMs: unixMs(Number(dueAtMs)) })
  return Response.json({ state: run?.state ?? null })
}
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: (request) => {
    left = Number(request.headers.get('x-test-kill-at') ?? 0)
    // What runs by itself after the answer is not a step of the launch.
    return answer(request).finally(() => (left = 0))
  },
})
await resumeOperations(deps, { all: true })
const goOn = async () => {
  await resumeOperations(deps)
  if (deps.policy.jobsEnabled) await sweepJobs(deps, turn)
  if (deps.payments && process.env.SWEEP_PAYMENTS) await sweepPayments({ ...deps, payments: deps.payments })
}
setInterval(() => void goOn(), 200)
process.stdout.write(`${server.port}\n`)
