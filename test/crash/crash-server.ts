import { createApp } from '../../src/app.ts'
import { compose } from '../../src/compose.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { sweepJobs } from '../../src/features/jobs/sweep-jobs.ts'
import { runBuyback } from '../../src/features/buyback/run-buyback.ts'
import { lockData } from '../../src/lock-data.ts'
import { resumeOperations } from '../../src/features/operations/resume-operations.ts'
import { sweepPayments } from '../../src/features/payments/sweep-payments.ts'
import { unixMs } from '../../src/domain/brands.ts'
import type { Deps } from '../../src/ports/deps.ts'
import type { Repos, Storage } from '../../src/ports/storage/storage.ts'
import { createSystemClock } from '../../src/adapters/system-clock.ts'

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

const config = readConfig({ ...process.env, LOG_LEVEL: 'silent' })
lockData({ clock: createSystemClock() }, config.data, 'serve', 'serve')
const { deps: real } = await compose(config)
const deps: Deps = {
  ...real,
  policy: { ...real.policy, rateLimits: false },
  storage: steppingStorage(real.storage),
  escrow: { ...real.escrow, get: async (id) => stepping(await real.escrow.get(id)) },
  // What workers hand in is there.
  web: { ...real.web, get: async () => ({ status: 200, contentType: 'text/html', bytes: new Uint8Array() }) },
  payments: real.payments && stepping(real.payments),
  launchpads: { ...real.launchpads, get: async (id) => stepping(await real.launchpads.get(id)) },
}
await deps.storage.idempotency.releaseOrphans()
await deps.storage.payments.releaseLeases()
const handler = createApp(deps)
/** The clock's buyback has no route of its own: here `POST /test/buyback/{dueAtMs}` is the clock. */
async function answer(request: Request): Promise<Response> {
  const dueAtMs = /\/test\/buyback\/(\d+)$/.exec(request.url)?.[1]
  if (dueAtMs === undefined) return handler(request, '127.0.0.1')
  const run = await runBuyback(deps, { dueAtMs: unixMs(Number(dueAtMs)) })
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
const turn = { dueAtMs: deps.clock.nowMs(), position: null, keepPosition: async () => {}, mayContinue: async () => true }
const goOn = async () => {
  await resumeOperations(deps)
  if (deps.policy.jobsEnabled) await sweepJobs(deps, turn)
  if (deps.payments && process.env.SWEEP_PAYMENTS) await sweepPayments({ ...deps, payments: deps.payments })
}
setInterval(() => void goOn(), 200)
process.stdout.write(`${server.port}\n`)
