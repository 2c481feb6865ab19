import { expect } from 'bun:test'
import { createJobsScene } from '../../support/jobs-scene.ts'
import { everythingOf } from '../../support/nothing-happened.ts'
import { type Answer, createTestApp, OPERATOR_KEY, type TestApp } from '../../support/test-app.ts'
import { createUpkeepScene, type UpkeepScene } from '../../support/upkeep-scene.ts'
import type { RecordedCall } from '../../../src/features/discovery/read-recorded-calls.ts'

/** A route as /openapi.json has it, as far as a provocation asks. */
export interface Documented {
  readonly method: string
  readonly path: string
  readonly operation: any
  /** A good call of it. */
  readonly good: RecordedCall
}

/** Makes one request; the test looks at its status. */
export type Provocation = (route: Documented) => Promise<Answer>

const needsKey = ({ operation }: Documented): boolean => operation.security.some((entry: object) => 'apiKey' in entry)
const needsSecret = ({ operation }: Documented): boolean =>
  operation.security.every((entry: object) => 'launcherKey' in entry) && operation.security.length > 0

/** Every header that opens a route, but for wallet signatures. */
export const opening = (route: Documented, app: TestApp) => ({
  ...(needsKey(route) ? { 'x-svc-api-key': OPERATOR_KEY } : {}),
  ...(needsSecret(route) ? { 'x-launcher-key': app.launcher.secret } : {}),
})

/**
 * From now on the app's calls are watched: the refusal that its last call answers left every row as it was before that call, and moved
 * nothing. Of two calls at once one is served, so that nothing is compared.
 */
function watchCalls(app: TestApp): (answer: Answer) => Promise<void> {
  const { call } = app
  let before: Awaited<ReturnType<typeof everythingOf>> | null = null
  let underWay = 0
  let atOnce = false
  Object.assign(app, {
    call: async (...request: Parameters<TestApp['call']>) => {
      underWay += 1
      atOnce = underWay > 1
      before = await everythingOf(app)
      return call(...request).finally(() => (underWay -= 1))
    },
  })
  return async ({ status }) => {
    if (status >= 400 && before !== null && !atOnce) expect(await everythingOf(app)).toEqual(before)
  }
}

/** What the provocation answers; where that is a refusal, it left nothing. */
async function watched(app: TestApp, work: (app: TestApp) => Promise<Answer>): Promise<Answer> {
  const leftNothing = watchCalls(app)
  const answer = await work(app)
  await leftNothing(answer)
  return answer
}

const openApp = (options: Parameters<typeof createTestApp>[0]) =>
  createTestApp({ policy: { rateLimits: false }, env: { JOBS_ENABLED: '1' }, ...options })

/** In an app of its own, without rates. */
export const withApp = (
  work: (app: TestApp, route: Documented) => Promise<Answer>,
  options: Parameters<typeof createTestApp>[0] = {},
): Provocation => {
  return async (route) => {
    const app = await openApp(options)
    try {
      return await watched(app, (own) => work(own, route))
    } finally {
      await app.close()
    }
  }
}

/** Apps that provocations share, by their options. */
const sharedApps = new Map<object, Promise<TestApp>>()

/** The same in one app for every route, for what is refused before anything is made: each leaves the app as it was, which is checked. */
export const withSharedApp = (
  work: (app: TestApp, route: Documented) => Promise<Answer>,
  options: Parameters<typeof createTestApp>[0] = {},
): Provocation => {
  return async (route) => {
    const opened = sharedApps.get(options) ?? openApp(options)
    sharedApps.set(options, opened)
    const app = await opened
    return watched({ ...app }, (own) => work(own, route))
  }
}

/** Lets go of the apps that provocations share. */
export async function closeSharedApps(): Promise<void> {
  for (const opened of sharedApps.values()) await (await opened).close()
  sharedApps.clear()
}

/** The path with this in each of its holes. */
export const filled = (path: string, value: string) => path.replaceAll(/\{\w+\}/g, value)

/** In a scene of coins of its own. */
export const scened = (
  work: (scene: UpkeepScene, route: Documented) => Promise<Answer>,
  options: Parameters<typeof createUpkeepScene>[0] = {},
): Provocation => {
  return async (route) => {
    const scene = await createUpkeepScene(options)
    const answer = await watched(scene.app, () => work(scene, route))
    await scene.app.close()
    return answer
  }
}

/** In a scene of jobs of its own. */
export const ofJobs = (work: (scene: Awaited<ReturnType<typeof createJobsScene>>) => Promise<Answer>): Provocation => {
  return async () => {
    const scene = await createJobsScene()
    const answer = await watched(scene.app, () => work(scene))
    await scene.close()
    return answer
  }
}
