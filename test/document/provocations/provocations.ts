import { createApp } from '../../../src/app.ts'
import { watchGraduations } from '../../../src/features/coins/watch-graduations.ts'
import { optOutMessage } from '../../../src/features/kols/opt-out-by-wallet.ts'
import { deliverDue } from '../../support/deliver-webhooks.ts'
import { newPerson, OPERATOR_KEY } from '../../support/test-app.ts'
import { type Documented, filled, opening, type Provocation, scened, withApp } from './provocation.ts'
import { FEE_SHARE_PROVOCATIONS } from './fee-share-provocations.ts'
import { GENERAL } from './general-provocations.ts'
import { JOB_PROVOCATIONS } from './job-provocations.ts'
import { LAUNCH_PROVOCATIONS } from './launch-provocations.ts'
import { POLICY_PROVOCATIONS } from './policy-provocations.ts'
import { stubWeb } from '../../support/stub-web.ts'

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
  { web: stubWeb({ post: async () => ({ status: 410, bodyStart: '', durationMs: 1 }) }) },
)

/** Lets two requests both read before either of them goes on. */
function readByBoth<Repo extends object>(repo: Repo, name: keyof Repo): void {
  const read = repo[name] as (...args: unknown[]) => Promise<unknown>
  const both = Promise.withResolvers<void>()
  let count = 0
  const waiting = async (...args: unknown[]) => {
    const found = await read(...args)
    count += 1
    if (count === 2) both.resolve()
    await both.promise
    return found
  }
  Object.assign(repo, { [name]: waiting })
}

const keyRotatedByTwo = scened(async (scene) => {
  const { id } = (await scene.call('GET', '/api/agent/keys')).body.keys[0]
  readByBoth(scene.app.deps.storage.keys, 'find')
  const answers = await Promise.all([1, 2].map(() => scene.call('POST', `/api/agent/keys/${id}/rotate`)))
  return answers.find(({ status }) => status === 409) ?? answers[1]!
})

const rotatedByTwo = scened(async (scene) => {
  const { webhook } = (await scene.call('POST', '/api/webhooks', { url: 'https://example.com/hook', events: ['launch.created'] })).body
  readByBoth(scene.app.deps.storage.webhooks, 'find')
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

const withoutSimulation = withApp(async (app, { method, path, good }) => {
  const handle = createApp({ ...app.deps, simulation: null })
  const url = `http://launch.test${filled(path, newPerson().wallet)}`
  const body = good.body === undefined ? null : JSON.stringify(good.body)
  const response = await handle(new Request(url, { method, body }), '203.0.113.9')
  return { status: response.status, body: await response.json(), headers: response.headers }
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
  ...LAUNCH_PROVOCATIONS,
  ...POLICY_PROVOCATIONS,
  ...FEE_SHARE_PROVOCATIONS,
  ...JOB_PROVOCATIONS,
  'GET /metrics 401': withApp((app) => app.call('GET', '/metrics', undefined, { headers: { 'x-forwarded-for': '203.0.113.1' } })),
  'POST /api/simulated/clock 403': withApp((app, { path, good }) => app.call('POST', path, good.body), { env: { SIMULATED_OPEN: '0' } }),
  'POST /api/coins/{mint}/featured 403': scened((scene) =>
    scene.call('POST', '/api/coins/none/featured', { statusUrl: 'https://x.com/frog/status/1' }),
  ),
  'POST /api/agent/launch/dry-run/{id}/approve 403': scened((scene) => scene.call('POST', '/api/agent/launch/dry-run/none/approve')),
  'POST /api/agent/launch/dry-run/{id}/reject 403': scened((scene) =>
    scene.call('POST', '/api/agent/launch/dry-run/none/reject', { reason: 'No.' }),
  ),
  'GET /readyz 503': withApp((app) => app.call('GET', '/readyz'), {
    pad: (pad) => ({ ...pad, ping: () => Promise.reject(new Error('gone')) }),
  }),
  'POST /api/coins/{mint}/featured 409': featuredTwice,
  'GET /api/kol/referrals 404': signedByStranger((wallet, at) => `svc-kol-referrals:${wallet}:${at}`),
  'POST /api/kol/opt-out 404': signedByStranger((wallet, at) => optOutMessage('launch.test', wallet, at)),
  'POST /api/agent/keys/{id}/rotate 409': keyRotatedByTwo,
  'POST /api/webhooks/{id}/rotate 409': rotatedByTwo,
  'POST /api/webhooks/{id}/deliveries/{deliveryId}/redeliver 409': webhookThatIsOff,
}

/** How this status of this route is provoked; undefined when nobody has said. */
export function provocationOf({ method, path }: Documented, status: string): Provocation | undefined {
  if (status === '404' && path.startsWith('/api/simulated')) return withoutSimulation
  if (status === '404' && path.startsWith('/api/jobs')) return withoutJobs
  return SPECIAL[`${method} ${path} ${status}`] ?? GENERAL[status]
}
