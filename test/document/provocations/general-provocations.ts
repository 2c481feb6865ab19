import { LIMITS } from '../../../src/domain/limits.ts'
import { RATES, type RateGroup, type RateRule } from '../../../src/domain/limits/rates.ts'
import { noDisk } from '../../../src/ports/machine/disk.ts'
import { createTestApp, OPERATOR_KEY, type TestApp } from '../../support/test-app.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { closeSharedApps, filled, opening, type Provocation, withSharedApp } from './provocation.ts'

/** A path or query that no schema takes, a launcher secret in the query of what takes neither, or a body that is no JSON. */
const malformed = withSharedApp((app, route) => {
  const { method, path, operation } = route
  if (method !== 'GET') return app.call(method, filled(path, 'x'), '{', { headers: opening(route, app) })
  const query = (operation.parameters ?? []).find((parameter: any) => parameter.in === 'query')
  const name = query?.name ?? (path.includes('{') ? null : 'privateKey')
  const asked = name === null ? filled(path, 'x'.repeat(300)) : `${filled(path, 'x')}?${name}=${'x'.repeat(300)}`
  return app.call('GET', asked, undefined, { headers: opening(route, app) })
})

const tooLarge = withSharedApp((app, route) =>
  app.call(route.method, filled(route.path, 'x'), `"${'x'.repeat(LIMITS.bodyBytesMax)}"`, { headers: opening(route, app) }),
)

/** A good body, that is said to be compressed. */
const compressed = withSharedApp((app, route) =>
  app.call(route.method, filled(route.path, 'x'), route.good.body ?? {}, {
    headers: { ...opening(route, app), 'content-encoding': 'gzip' },
  }),
)

const withoutAnything = withSharedApp((app, { method, path, good }) =>
  app.call(method, filled(path, 'x'), good.body, { address: '203.0.113.9' }),
)

const ofNothing = withSharedApp((app, route) =>
  app.call(route.method, filled(route.path, 'nothing'), route.good.body, { headers: opening(route, app) }),
)

/** Apps in which the rate of a group is used up, by the group. */
const usedUp = new Map<RateGroup, TestApp>()

/** Calls until the rate of its group is used up; the group's other routes then need one call. */
const tooOften: Provocation = async (route) => {
  const group = route.operation['x-rate-limit'] as RateGroup
  const app = usedUp.get(group) ?? (await createTestApp({ env: { JOBS_ENABLED: '1' } }))
  const call = () => app.call(route.method, filled(route.path, 'nothing'), undefined, { headers: opening(route, app) })
  const { perKey = 0, perAddress = 0 } = RATES[group] as RateRule
  // Counted whatever comes of them.
  if (!usedUp.has(group)) for (let times = Math.max(perKey, perAddress); times > 0; times -= 1) await call()
  usedUp.set(group, app)
  return expectNothingHappened(app, call)
}

/** Lets go of what provocations share. */
export const closeProvocations = async (): Promise<void> => {
  for (const app of usedUp.values()) await app.close()
  usedUp.clear()
  await closeSharedApps()
}

/** A body that begins and goes no further. */
const endless = () => new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new TextEncoder().encode('{"a":')) })

const tooSlow = withSharedApp(
  async (app, route) => {
    const url = `http://launch.test${filled(route.path, 'x')}`
    const response = await expectNothingHappened(app, () =>
      app.raw(new Request(url, { method: route.method, headers: opening(route, app), body: endless() })),
    )
    return { status: response.status, body: await response.json(), headers: response.headers }
  },
  { intake: { bodyTimeoutMs: 1 } },
)

/** There is no room: on the disk for what the route would write, in memory for what it would read. */
const withoutRoom = withSharedApp(
  (app, route) => app.call(route.method, filled(route.path, 'x'), route.good.body ?? {}, { headers: opening(route, app) }),
  { disk: { ...noDisk, shortage: () => 'only 1 MiB is free' }, intake: { bodiesBytesMax: 1 } },
)

/** With everything that opens a route, over plain HTTP from elsewhere. */
const inClear = withSharedApp((app, route) => app.call(route.method, filled(route.path, 'x'), route.good.body, { key: OPERATOR_KEY }), {
  policy: { allowPlainHttp: false },
})

/** What can be provoked on every route that has it, in the same way. */
export const GENERAL: Readonly<Record<string, Provocation>> = {
  400: malformed,
  401: withoutAnything,
  403: inClear,
  404: ofNothing,
  408: tooSlow,
  413: tooLarge,
  415: compressed,
  429: tooOften,
  503: withoutRoom,
}
