import { createApp } from '../../src/app.ts'
import type { Mint, Wallet } from '../../src/domain/brands.ts'
import { AppError } from '../../src/domain/errors.ts'
import { LIMITS } from '../../src/domain/limits.ts'
import { RATES, type RateGroup, type RateRule } from '../../src/domain/limits/rates.ts'
import { approvalMessage } from '../../src/features/dry-run/approve-dry-run.ts'
import { watchGraduations } from '../../src/features/coins/watch-graduations.ts'
import { deliverDue } from '../support/deliver-webhooks.ts'
import { toBase58 } from '../../src/lib/bytes.ts'
import { noDisk } from '../../src/ports/disk.ts'
import { ADDRESSES_REFUSALS } from '../../src/ports/launchpad/addresses.ts'
import type { Launchpad } from '../../src/ports/launchpad/launchpad.ts'
import { createJobsScene } from '../support/jobs-scene.ts'
import { makeKol } from '../support/make-kol.ts'
import { newKeyPair } from '../support/new-key-pair.ts'
import { signOffer } from '../support/sign-offer.ts'
import { type Answer, createTestApp, CREW_WALLETS, newPerson, OPERATOR_KEY, type TestApp } from '../support/test-app.ts'
import { createUpkeepScene, type UpkeepScene } from '../support/upkeep-scene.ts'
import type { RecordedCall } from '../../src/features/discovery/read-recorded-calls.ts'

/** A route as /openapi.json has it, as far as a provocation asks. */
export interface Documented {
  readonly method: string
  readonly path: string
  readonly operation: any
  /** A good call of it. */
  readonly good: RecordedCall
}

/** Makes one request; the test looks at its status. */
type Provocation = (route: Documented) => Promise<Answer>

const needsKey = ({ operation }: Documented): boolean => operation.security.some((entry: object) => 'apiKey' in entry)
const needsSecret = ({ operation }: Documented): boolean =>
  operation.security.every((entry: object) => 'launcherKey' in entry) && operation.security.length > 0

/** Every header that opens a route, but for wallet signatures. */
const opening = (route: Documented, app: TestApp) => ({
  ...(needsKey(route) ? { 'x-svc-api-key': OPERATOR_KEY } : {}),
  ...(needsSecret(route) ? { 'x-launcher-key': app.launcher.secret } : {}),
})

const withApp = (
  work: (app: TestApp, route: Documented) => Promise<Answer>,
  options: Parameters<typeof createTestApp>[0] = {},
): Provocation => {
  return async (route) => {
    const app = await createTestApp({ policy: { rateLimits: false }, env: { JOBS_ENABLED: '1' }, ...options })
    try {
      return await work(app, route)
    } finally {
      await app.close()
    }
  }
}

const filled = (path: string, value: string) => path.replaceAll(/\{\w+\}/g, value)

/** A path or query that no schema takes, or a body that is no JSON. */
const malformed = withApp((app, route) => {
  const { method, path, operation } = route
  if (method !== 'GET') return app.call(method, filled(path, 'x'), '{', { headers: opening(route, app) })
  const query = (operation.parameters ?? []).find((parameter: any) => parameter.in === 'query')
  const asked = query ? `${filled(path, 'x')}?${query.name}=${'x'.repeat(300)}` : filled(path, 'x'.repeat(300))
  return app.call('GET', asked, undefined, { headers: opening(route, app) })
})

const tooLarge = withApp((app, route) =>
  app.call(route.method, filled(route.path, 'x'), `"${'x'.repeat(LIMITS.bodyBytesMax)}"`, { headers: opening(route, app) }),
)

const withoutAnything = withApp((app, { method, path, good }) => app.call(method, filled(path, 'x'), good.body, { address: '203.0.113.9' }))

const ofNothing = withApp((app, route) =>
  app.call(route.method, filled(route.path, 'nothing'), route.good.body, { headers: opening(route, app) }),
)

/** Apps in which the rate of a group is used up, by the group. */
const usedUp = new Map<RateGroup, TestApp>()

/** Calls until the rate of its group is used up; the group's other routes then need one call. */
const tooOften: Provocation = async (route) => {
  const group = route.operation['x-rate-limit'].group as RateGroup
  const app = usedUp.get(group) ?? (await createTestApp({ env: { JOBS_ENABLED: '1' } }))
  const call = () => app.call(route.method, filled(route.path, 'nothing'), undefined, { headers: opening(route, app) })
  const { perKey = 0, perAddress = 0 } = RATES[group] as RateRule
  // Counted whatever comes of them.
  if (!usedUp.has(group)) for (let times = Math.max(perKey, perAddress); times > 0; times -= 1) await call()
  usedUp.set(group, app)
  return call()
}

/** Lets go of what provocations share. */
export const closeProvocations = async (): Promise<void> => {
  for (const app of usedUp.values()) await app.close()
  usedUp.clear()
}

/** A body that begins and goes no further. */
const endless = () => new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new TextEncoder().encode('{"a":')) })

const tooSlow = withApp(
  async (app, route) => {
    const url = `http://launch.test${filled(route.path, 'x')}`
    const response = await app.raw(new Request(url, { method: route.method, headers: opening(route, app), body: endless() }))
    return { status: response.status, body: await response.json(), headers: response.headers }
  },
  { intake: { bodyTimeoutMs: 1 } },
)

/** There is no room: on the disk for what the route would write, in memory for what it would read. */
const withoutRoom = withApp(
  (app, route) => app.call(route.method, filled(route.path, 'x'), route.good.body ?? {}, { headers: opening(route, app) }),
  { disk: { ...noDisk, shortage: () => 'only 1 MiB is free' }, intake: { bodiesBytesMax: 1 } },
)

/** With everything that opens a route, over plain HTTP from elsewhere. */
const inClear = withApp((app, route) => app.call(route.method, filled(route.path, 'x'), route.good.body, { key: OPERATOR_KEY }), {
  policy: { allowPlainHttp: false },
})

/** What can be provoked on every route that has it, in the same way. */
const GENERAL: Readonly<Record<string, Provocation>> = {
  400: malformed,
  401: withoutAnything,
  403: inClear,
  404: ofNothing,
  408: tooSlow,
  413: tooLarge,
  429: tooOften,
  503: withoutRoom,
}

/** A launchpad whose chain does not answer once `dark.now` is set: what asks none goes on. */
function darkPad(dark: { now: boolean }) {
  const inTheDark = <T extends object>(lit: T): T =>
    new Proxy(lit, {
      get(target, name) {
        const member = Reflect.get(target, name) as unknown
        if (typeof member === 'object' && member !== null && name !== 'facts') return inTheDark(member)
        if (typeof member !== 'function' || name in ADDRESSES_REFUSALS) return member
        return (...args: unknown[]) => {
          if (dark.now) throw new AppError('upstream_unavailable', { upstream: 'the chain' })
          return (member as (...args: unknown[]) => unknown).apply(target, args)
        }
      },
    })
  return (pad: Launchpad): Launchpad => inTheDark(pad)
}

const inTheDark =
  (bodyOf: (scene: UpkeepScene) => Promise<unknown>): Provocation =>
  async ({ method, path }) => {
    const dark = { now: false }
    const scene = await createUpkeepScene({ pad: darkPad(dark) })
    const body = (await bodyOf(scene)) as { mint?: string }
    dark.now = true
    const answer = await scene.call(method, filled(path, body.mint ?? 'x'), method === 'GET' ? undefined : body)
    await scene.app.close()
    return answer
  }

/** A launcher whose transactions wait, as on a chain where they stand in a line. */
const busyPad = (pad: Launchpad): Launchpad => {
  const busy = () => Promise.reject(new AppError('launcher_busy', { wallet: 'w', count: 1 }))
  return {
    ...pad,
    unsigned: { ...pad.unsigned!, prepare: busy, prepareLock: busy },
    feeShare: { ...pad.feeShare!, prepareDistribution: busy },
  }
}

/** The launcher of an open plan approves it, and then spends it. */
const byItsApprover =
  (bodyOf: (scene: UpkeepScene) => Promise<Record<string, unknown>>): Provocation =>
  ({ method, path }) =>
    scened(async (scene) => {
      const { app } = scene
      const approvers = app.deps.policy.approvers as Set<Wallet>
      approvers.add(app.launcher.wallet)
      const body = await bodyOf(scene)
      const dryRunId = await scene.dryRun(
        path.endsWith('launch') ? body : { ...body, intent: 'wire-fees', holderKol: path.endsWith('kol') },
      )
      const headers = app.signed(app.launcher, (at) => approvalMessage(dryRunId, at))
      await app.call('POST', `/api/agent/launch/dry-run/${dryRunId}/approve`, undefined, { headers })
      return scene.call(method, path, { ...body, dryRunId })
    })({} as Documented)

const scened = (
  work: (scene: UpkeepScene, route: Documented) => Promise<Answer>,
  options: Parameters<typeof createUpkeepScene>[0] = {},
): Provocation => {
  return async (route) => {
    const scene = await createUpkeepScene(options)
    const answer = await work(scene, route)
    await scene.app.close()
    return answer
  }
}

const ofJobs = (work: (scene: Awaited<ReturnType<typeof createJobsScene>>) => Promise<Answer>): Provocation => {
  return async () => {
    const scene = await createJobsScene()
    const answer = await work(scene)
    await scene.close()
    return answer
  }
}

/** A coin without a lock, of which a KOL of the directory holds some. */
async function heldByKol(scene: UpkeepScene, changes: Record<string, unknown> = { holderKol: true, crew: undefined }) {
  const mint: string = await scene.launch(changes)
  const holder = newPerson().wallet
  await scene.app.deps.storage.kols.upsert([{ ...makeKol({ handle: 'holder', wallet: holder }), optedOut: false }])
  await scene.buy(mint as Mint, 1, holder)
  return { mint }
}

/** Two locks of other crews at once: one is under way when the other comes. */
const bothAtOnce =
  (changes: Record<string, unknown>, bodies: (mint: string) => readonly [object, object]): Provocation =>
  ({ method, path }) =>
    scened(async (scene) => {
      const { mint } = await heldByKol(scene, changes)
      const answers = await Promise.all(bodies(mint).map((body) => scene.call(method, path, body)))
      return answers.find(({ status }) => status === 409) ?? answers[1]!
    })({} as Documented)

/** What an unsigned lock of a coin asks for. */
const unsignedTarget = (scene: UpkeepScene, mint: string) => ({ mint, launcherPubkey: scene.app.launcher.wallet })

const oneOf = (index: number) => [{ handle: `@crew${index}`, wallet: CREW_WALLETS[index], share: 100 }]

/** Submits a launch that was offered and signed. */
const submitted = async (scene: UpkeepScene, changes: Record<string, unknown>, before: () => void = () => {}) => {
  const mintPair = newKeyPair()
  const body = scene.app.launchBody({ mintPubkey: toBase58(mintPair.publicKey), ...changes })
  const offer = (await scene.call('POST', '/api/agent/launch/unsigned', body)).body
  before()
  const transactions = signOffer(offer, [scene.app.launcher.pair, mintPair])
  return scene.call('POST', '/api/agent/launch/submit', { launchId: offer.launchId, transactions })
}

const webhookThatIsOff = scened(
  async (scene) => {
    const { webhook } = (await scene.call('POST', '/api/webhooks', { url: 'https://example.com/hook', events: ['launch.created'] })).body
    await scene.launch()
    await scene.call('POST', `/api/webhooks/${webhook.id}/test`)
    const tell = await scene.call('POST', '/api/agent/launch', scene.app.launchBody())
    if (tell.status !== 201) throw new Error('nothing to tell')
    await deliverDue(scene.app.deps)
    return scene.call('POST', `/api/webhooks/${webhook.id}/deliveries/any/redeliver`)
  },
  { web: { get: () => Promise.reject(new Error('no fetch')), post: async () => ({ status: 410, bodyStart: '', durationMs: 1 }) } },
)

const keyRotatedByTwo = scened(async (scene) => {
  const { id } = (await scene.call('GET', '/api/agent/keys')).body.keys[0]
  const answers = await Promise.all([1, 2].map(() => scene.call('POST', `/api/agent/keys/${id}/rotate`)))
  return answers.find(({ status }) => status === 409) ?? answers[1]!
})

const rotatedByTwo = scened(async (scene) => {
  const { webhook } = (await scene.call('POST', '/api/webhooks', { url: 'https://example.com/hook', events: ['launch.created'] })).body
  const answers = await Promise.all([1, 2].map(() => scene.call('POST', `/api/webhooks/${webhook.id}/rotate`)))
  return answers.find(({ status }) => status === 409) ?? answers[1]!
})

const featuredTwice = scened(async (scene) => {
  const mint = await scene.launch()
  await scene.app.deps.simulation!.graduate(mint)
  await scene.app.clock.advance(1_000)
  await scene.run(watchGraduations)
  const feature = (post: number) =>
    scene.call('POST', `/api/coins/${mint}/featured`, { statusUrl: `https://x.com/frog/status/${post}` }, { key: OPERATOR_KEY })
  await feature(1)
  return feature(2)
})

const withoutSimulation = withApp((app, { method, path, good }) => {
  const handle = createApp({ ...app.deps, simulation: null })
  const url = `http://launch.test${filled(path, newPerson().wallet)}`
  const body = good.body === undefined ? null : JSON.stringify(good.body)
  return handle(new Request(url, { method, body }), '203.0.113.9').then(async (response) => {
    return { status: response.status, body: await response.json(), headers: response.headers }
  })
})

const withoutJobs = withApp(
  (app, route) => app.call(route.method, filled(route.path, 'x'), route.good.body, { headers: opening(route, app) }),
  { env: {} },
)

const signedByStranger = (message: (wallet: string, at: string) => string): Provocation =>
  withApp((app, { method, path, good }) => {
    const stranger = newPerson()
    return app.call(method, path, good.body, { headers: app.signed(stranger, (at) => message(stranger.wallet, at)) })
  })

/** What only this route refuses so: `METHOD path status`. */
const SPECIAL: Readonly<Record<string, Provocation>> = {
  'GET /metrics 401': withApp((app) => app.call('GET', '/metrics', undefined, { headers: { 'x-forwarded-for': '203.0.113.1' } })),
  'POST /api/simulated/clock 403': withApp((app, { path, good }) => app.call('POST', path, good.body), { env: { SIMULATED_OPEN: '0' } }),
  'POST /api/agent/launch/dry-run 503': inTheDark(async ({ app }) => app.launchBody()),
  'POST /api/agent/launch 503': inTheDark(async ({ app }) => app.launchBody()),
  'POST /api/agent/launch/unsigned 503': inTheDark(async ({ app }) => app.launchBody({ mintPubkey: newPerson().wallet })),
  'POST /api/agent/launch/unsigned 409': scened(
    (scene) => scene.call('POST', '/api/agent/launch/unsigned', scene.app.launchBody({ mintPubkey: newPerson().wallet })),
    { pad: busyPad },
  ),
  'POST /api/agent/crank 409': scened(
    async (scene) => {
      const headers = { 'x-launcher-key': scene.app.launcher.secret }
      return scene.call('POST', '/api/agent/crank', { mint: await scene.launch() }, { headers })
    },
    { pad: busyPad },
  ),
  'POST /api/agent/wire-fees 503': inTheDark(async (scene) => ({ mint: await scene.launch({ ticker: 'XLOCKFAIL' }) })),
  'POST /api/agent/lock-holder-kol 503': inTheDark(async (scene) => ({ mint: await scene.launch({ holderKol: true, crew: undefined }) })),
  'POST /api/agent/crank 503': inTheDark(async (scene) => ({ mint: await scene.launch() })),
  'GET /api/agent/status/{mint} 503': inTheDark(async (scene) => ({ mint: await scene.launch() })),
  'POST /api/agent/launch 403': byItsApprover(async ({ app }) => app.launchBody({ launcherPubkey: undefined })),
  'POST /api/agent/launch 409': scened(async (scene) => {
    const headers = { 'x-launcher-key': scene.app.launcher.secret, 'x-idempotency-key': 'the-same-key' }
    await scene.call('POST', '/api/agent/launch', scene.app.launchBody(), { headers })
    return scene.call('POST', '/api/agent/launch', scene.app.launchBody({ ticker: 'OTHER' }), { headers })
  }),
  'POST /api/coins/{mint}/featured 403': scened((scene) =>
    scene.call('POST', '/api/coins/none/featured', { statusUrl: 'https://x.com/frog/status/1' }),
  ),
  'POST /api/agent/launch/dry-run/{id}/approve 403': scened((scene) => scene.call('POST', '/api/agent/launch/dry-run/none/approve')),
  'POST /api/agent/launch/dry-run/{id}/reject 403': scened((scene) =>
    scene.call('POST', '/api/agent/launch/dry-run/none/reject', { reason: 'No.' }),
  ),
  'POST /api/jobs/coin 403': ofJobs(async (scene) => scene.create({}, { key: await scene.app.claim() })),
  'GET /readyz 503': withApp((app) => app.call('GET', '/readyz'), {
    pad: (pad) => ({ ...pad, ping: () => Promise.reject(new Error('gone')) }),
  }),
  'POST /api/agent/launch/submit 202': scened((scene) => submitted(scene, { ticker: 'XLOCKFAIL' })),
  'POST /api/agent/launch/submit 503': async () => {
    const dark = { now: false }
    return scened((scene) => submitted(scene, {}, () => (dark.now = true)), { pad: darkPad(dark) })({} as Documented)
  },
  'POST /api/agent/wire-fees 403': byItsApprover(async (scene) => ({ mint: await scene.launch({ ticker: 'XLOCKFAIL' }) })),
  'POST /api/agent/lock-holder-kol 403': byItsApprover(heldByKol),
  'POST /api/agent/wire-fees 409': bothAtOnce({ ticker: 'XLOCKFAIL' }, (mint) => [
    { mint, crew: oneOf(0) },
    { mint, crew: oneOf(1) },
  ]),
  'POST /api/agent/lock-holder-kol 409': bothAtOnce({ holderKol: true, crew: undefined }, (mint) => [
    { mint, mode: 'agent' },
    { mint, mode: 'raid' },
  ]),
  'POST /api/agent/wire-fees/unsigned 409': scened(
    async (scene) =>
      scene.call('POST', '/api/agent/wire-fees/unsigned', unsignedTarget(scene, await scene.launch({ ticker: 'XLOCKFAIL' }))),
    { pad: busyPad },
  ),
  'POST /api/agent/lock-holder-kol/unsigned 409': scened(
    async (scene) => scene.call('POST', '/api/agent/lock-holder-kol/unsigned', unsignedTarget(scene, (await heldByKol(scene)).mint)),
    { pad: busyPad },
  ),
  'POST /api/agent/wire-fees/submit 409': scened(async (scene) => {
    const target = unsignedTarget(scene, await scene.launch({ ticker: 'XLOCKFAIL' }))
    const offers = await Promise.all(
      [0, 1].map(
        async (position) => (await scene.call('POST', '/api/agent/wire-fees/unsigned', { ...target, crew: oneOf(position) })).body,
      ),
    )
    const answers = await Promise.all(
      offers.map((offer) => {
        const transactions = signOffer(offer, [scene.app.launcher.pair])
        return scene.call('POST', '/api/agent/wire-fees/submit', { lockId: offer.lockId, transactions })
      }),
    )
    return answers.find(({ status }) => status === 409) ?? answers[1]!
  }),
  'POST /api/coins/{mint}/featured 409': featuredTwice,
  'GET /api/kol/referrals 404': signedByStranger((wallet, at) => `svc-kol-referrals:${wallet}:${at}`),
  'POST /api/agent/keys/{id}/rotate 409': keyRotatedByTwo,
  'POST /api/webhooks/{id}/rotate 409': rotatedByTwo,
  'POST /api/webhooks/{id}/deliveries/{deliveryId}/redeliver 409': webhookThatIsOff,
  'POST /api/jobs/coin 409': ofJobs(async ({ app, mint, key }) => {
    const order = { mint, template: 'meme-pack', chainId: 'sim', asset: 'SOL', budget: 20 }
    const options = { key, headers: { 'x-idempotency-key': 'the-same-key' } }
    await app.call('POST', '/api/jobs/coin', order, options)
    return app.call('POST', '/api/jobs/coin', { ...order, budget: 21 }, options)
  }),
  'POST /api/jobs/coin 503': ofJobs((scene) => {
    scene.price = null
    return scene.create()
  }),
  'POST /api/jobs/{id}/verify 403': ofJobs(async (scene) => scene.verify(await scene.open(), {}, { key: await scene.app.claim() })),
  'POST /api/jobs/{id}/verify 409': ofJobs(async (scene) => scene.verify(await scene.open(), { approve: true })),
  'POST /api/jobs/{id}/cancel 403': ofJobs(async (scene) => scene.cancel(await scene.open(), {}, { key: await scene.app.claim() })),
  'POST /api/jobs/{id}/cancel 409': ofJobs(async (scene) => {
    const id = await scene.open()
    await scene.claim(id)
    await scene.submit(id)
    return scene.cancel(id)
  }),
  'POST /api/jobs/{id}/claim 403': ofJobs(async (scene) => scene.claim(await scene.open(), scene.app.launcher)),
  'POST /api/jobs/{id}/claim 409': ofJobs(async (scene) => {
    const id = await scene.open()
    await scene.claim(id)
    return scene.claim(id, newPerson())
  }),
  'POST /api/jobs/{id}/submit 403': ofJobs(async (scene) => {
    const id = await scene.open()
    await scene.claim(id)
    return scene.submit(id, ['https://public.test/page'], newPerson())
  }),
  'POST /api/jobs/{id}/submit 409': ofJobs(async (scene) => {
    const id = await scene.open()
    await scene.claim(id)
    await scene.submit(id)
    await scene.verify(id, { approve: true })
    return scene.submit(id, ['https://public.test/page2'])
  }),
}

/** How this status of this route is provoked; undefined when nobody has said. */
export function provocationOf({ method, path }: Documented, status: string): Provocation | undefined {
  if (status === '404' && path.startsWith('/api/simulated')) return withoutSimulation
  if (status === '404' && path.startsWith('/api/jobs')) return withoutJobs
  return SPECIAL[`${method} ${path} ${status}`] ?? GENERAL[status]
}
