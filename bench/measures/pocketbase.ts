import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { FULL_PACE, type HttpCase, measureCase, QUICK_PACE } from '../http-case.ts'
import { askOnce } from '../http-load.ts'
import type { Figure } from '../figure.ts'
import type { Bench, Measure } from '../measure.ts'
import { clientOf, rawRequest } from '../requests.ts'
import { freePort, type RunningServer, spawnChild } from '../running-server.ts'
import { coinsAnew } from './reads.ts'

/** Newer ones ask for a newer Go than most machines have. */
const VERSION = 'v0.36.8'
const FOLDER = join(homedir(), '.cache/agent-launch', `pocketbase-${VERSION}`)
const ADMIN = { identity: 'bench@example.com', password: 'bench-of-one-run' }

/** The executable as its module builds it; null where it cannot be built, and then `say` has told why. */
async function builtPocketBase(say: Bench['say']): Promise<string | null> {
  const executable = join(FOLDER, 'base')
  if (existsSync(executable)) return executable
  say(`building PocketBase ${VERSION}`)
  const go = Bun.which('go')
  if (go === null) return (say('PocketBase is left out: Go is not installed'), null)
  const built = Bun.spawn([go, 'install', `github.com/pocketbase/pocketbase/examples/base@${VERSION}`], {
    env: { ...process.env, GOBIN: FOLDER },
    stderr: 'pipe',
  })
  const errors = await new Response(built.stderr).text()
  if ((await built.exited) === 0) return executable
  return (say(`PocketBase is left out: its module does not build: ${errors.trim().split('\n').at(-1)}`), null)
}

/** With its defaults, and a public collection `coins`: a row for each of these, the whole record as JSON. */
async function startPocketBase(bench: Bench, executable: string, coins: readonly { readonly mint: string }[]): Promise<RunningServer> {
  const folder = bench.folder()
  const dir = `--dir=${join(folder, 'data')}`
  await spawnChild([executable, 'superuser', 'upsert', ADMIN.identity, ADMIN.password, dir], {}, folder).exited
  const url = `http://127.0.0.1:${freePort()}`
  const child = spawnChild([executable, 'serve', `--http=${new URL(url).host}`, dir], {}, folder)
  void child.stdout.pipeTo(new WritableStream())
  while (!(await isUp(url))) {
    if (child.exitCode !== null) throw new Error(`PocketBase ended with ${child.exitCode} before it answered`)
    await Bun.sleep(10)
  }
  const { token } = await post(`${url}/api/collections/_superusers/auth-with-password`, ADMIN)
  const fields = [
    { name: 'mint', type: 'text' },
    { name: 'coin', type: 'json' },
    { name: 'created', type: 'autodate', onCreate: true },
  ]
  await post(`${url}/api/collections`, { name: 'coins', type: 'base', listRule: '', fields }, token)
  for (const coin of coins) await post(`${url}/api/collections/coins/records`, { mint: coin.mint, coin }, token)
  return {
    pid: child.pid,
    url,
    listening: {},
    stop: async () => {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}

const isUp = (url: string): Promise<boolean> =>
  fetch(`${url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  )

async function post(url: string, body: unknown, token = ''): Promise<any> {
  const headers = { 'content-type': 'application/json', authorization: token }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

const LIST = '/api/collections/coins/records?sort=-created'

/** PocketBase stands in the place of the bare server. */
async function run(bench: Bench): Promise<Figure[]> {
  const executable = await builtPocketBase(bench.say)
  if (executable === null) return []
  const scene = await bench.scene(bench.contestants.subjects[0]!)
  const ours = await scene.start()
  const listed = await askOnce(ours.url, rawRequest({ path: '/api/coins', client: clientOf(0) }))
  const { coins } = JSON.parse(listed.body) as { coins: { mint: string }[] }
  const theirs = await startPocketBase(bench, executable, coins)
  const always = (path: string) => {
    let n = 0
    return () => rawRequest({ path, client: clientOf(n++) })
  }
  const cases: { given: HttpCase; ours: () => Uint8Array; theirs: () => Uint8Array }[] = [
    { given: { name: 'GET /healthz beside PocketBase', status: 200 }, ours: always('/healthz'), theirs: always('/api/health') },
    { given: { name: 'list of coins, kept, beside PocketBase', status: 200 }, ours: always('/api/coins'), theirs: always(LIST) },
    { given: { name: 'list of coins, read anew, beside PocketBase', status: 200 }, ours: await coinsAnew(ours), theirs: always(LIST) },
  ]
  const figures: Figure[] = []
  for (const { given, ...next } of cases) {
    bench.say(given.name)
    const targets = [
      { ...ours, next: next.ours },
      { ...theirs, next: next.theirs },
    ]
    const budgets = { cpu: { ratioMost: 1 } }
    figures.push(...(await measureCase({ ...given, budgets }, targets, bench.quick ? QUICK_PACE : FULL_PACE)))
  }
  await Promise.all([ours.stop(), theirs.stop()])
  return figures
}

/** A peer: one executable with an embedded database. */
export const pocketbase: Measure = {
  name: 'pocketbase',
  about: `health and a list of coins beside PocketBase ${VERSION}, which it builds once (Go)`,
  slow: true,
  run,
}
