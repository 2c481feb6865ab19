import { toBase64 } from '../../src/lib/bytes.ts'
import { type Call, measureCalls } from '../calls.ts'
import type { Measure } from '../measure.ts'
import { NOISY_MARK, noisyPicture } from '../noisy-picture.ts'
import { clientOf, rawRequest } from '../requests.ts'
import { launchBody, launcherSecrets, newCrew } from '../scene.ts'

const PICTURE_BYTES = 200_000

/** What a key may do: dry-runs a minute 60, launches an hour 5, webhooks in all 20. */
const USES = { dryRun: 55, picture: 20, launch: 5, webhook: 18 } as const

/** Bodies of launches that differ in name and picture. */
function launchBodies(picture: Uint8Array): (n: number) => string {
  const mark = '_'.repeat(NOISY_MARK.characters)
  const base64 = toBase64(picture)
  const marked = base64.slice(0, NOISY_MARK.at) + mark + base64.slice(NOISY_MARK.at + mark.length)
  const [head, middle, tail] = JSON.stringify({
    ...launchBody('NAME', picture, newCrew()),
    name: `Frog ${mark}`,
    imageBase64: marked,
  }).split(mark)
  return (n) => {
    const number = String(n).padStart(mark.length, '0')
    return `${head}${number}${middle}${number}${tail}`
  }
}

interface KeyedPost {
  readonly path: string
  readonly keys: readonly string[]
  readonly uses: number
  readonly body: (n: number) => string
  readonly headers?: (n: number) => Record<string, string>
}

/** Posts by one key after the other, each as often as it may. */
const postsByKey = ({ path, keys, uses, body, headers }: KeyedPost): (() => Uint8Array) => {
  let n = 0
  return () => {
    const key = keys[Math.floor(n / uses) % keys.length]!
    const request = rawRequest({
      method: 'POST',
      path,
      client: clientOf(n),
      headers: { 'x-svc-api-key': key, ...headers?.(n) },
      body: body(n),
    })
    n += 1
    return request
  }
}

/** The scene launched with the first keys, and its dry-runs may use them too. */
const fromLast = (keys: readonly string[]) => keys.toReversed()

const DRY_RUN = '/api/agent/launch/dry-run'

/** What writes, by what it is called; each as often as the keys and addresses of a scene may. */
export const WRITES: readonly Call[] = [
  {
    name: 'POST /api/agent/keys/claim',
    status: 201,
    // Each of the 10,000 addresses claims 5 keys an hour at most.
    turnMax: 2_000,
    requests: () => {
      let n = 0
      return () => rawRequest({ method: 'POST', path: '/api/agent/keys/claim', client: clientOf(n++), body: '{"label":"bench"}' })
    },
  },
  {
    name: 'POST /api/webhooks, by key',
    status: 201,
    turnMax: 1_000,
    requests: ({ keys }) =>
      postsByKey({
        path: '/api/webhooks',
        keys,
        uses: USES.webhook,
        body: (n) => `{"url":"http://127.0.0.1:9/${n}","events":["buyback.executed"]}`,
      }),
  },
  {
    name: 'POST dry-run, small picture',
    status: 200,
    turnMax: 2_500,
    requests: ({ keys }) => postsByKey({ path: DRY_RUN, keys, uses: USES.dryRun, body: launchBodies(noisyPicture(120)) }),
  },
  {
    name: 'POST dry-run, picture of 200 kB',
    status: 200,
    turnMax: 100,
    // Of 64 a slow machine refuses some: their bodies would take more memory than all may have that are being read.
    connections: 16,
    requests: ({ keys }) =>
      postsByKey({ path: DRY_RUN, keys: fromLast(keys), uses: USES.picture, body: launchBodies(noisyPicture(PICTURE_BYTES)) }),
    budgets: { cpu: { most: 3_000 } },
  },
  {
    name: 'POST launch, simulated chain',
    status: 201,
    turnMax: 150,
    requests: ({ keys }) => {
      const launchers = launcherSecrets()
      return postsByKey({
        path: '/api/agent/launch',
        keys: fromLast(keys),
        uses: USES.launch,
        body: launchBodies(noisyPicture(120)),
        headers: (n) => ({ 'x-launcher-key': launchers[n % launchers.length]! }),
      })
    },
    budgets: { cpu: { most: 25_000 } },
  },
]

/** Writes, each on disk before its answer. */
export const writes: Measure = {
  name: 'writes',
  about: 'CPU, rate and latency of writes beside a bare bun:sqlite insert at synchronous FULL behind Bun.serve',
  run: (bench) =>
    measureCalls(
      bench,
      WRITES.map((call) => ({ ...call, stores: true, tellsRate: true })),
    ),
}
