import { bareAnswer, startBare } from './bare-answers.ts'
import type { Figure } from './figure.ts'
import type { Bench } from './measure.ts'
import { type CaseTarget, FULL_PACE, type HttpCase, measureCase, QUICK_PACE } from './http-case.ts'
import { askOnce } from './http-load.ts'
import type { RunningServer } from './running-server.ts'
import type { Scene } from './scene.ts'

/** A case, and its requests. */
export interface Call extends HttpCase {
  /** Begins a row of requests to a server that was started on the scene. */
  requests(scene: Scene, server: RunningServer): Promise<() => Uint8Array> | (() => Uint8Array)
  /** The bare server inserts what it is sent before it answers. */
  readonly stores?: boolean
}

/** Measures each call on every subject, in turns with a bare server that sends what the first subject answered. */
export async function measureCalls(bench: Bench, calls: readonly Call[]): Promise<Figure[]> {
  const scenes = await Promise.all(bench.contestants.subjects.map((subject) => bench.scene(subject)))
  const served = await Promise.all(scenes.map(async (scene) => ({ scene, server: await scene.start() })))
  const sources = await Promise.all(
    calls.map(async (call) => Promise.all(served.map(async ({ scene, server }) => call.requests(scene, server)))),
  )
  const ours = served[0]!.server
  const answers = []
  for (const [n, call] of calls.entries()) {
    const answer = await askOnce(ours.url, sources[n]![0]!())
    if (answer.status !== call.status) throw new Error(`${call.name} answered ${answer.status}: ${answer.body.slice(0, 500)}`)
    answers.push(bareAnswer(answer, call.stores ?? false))
  }
  const bare = await startBare(bench, answers)
  const figures: Figure[] = []
  for (const [n, call] of calls.entries()) {
    bench.say(call.name)
    const targets: CaseTarget[] = [
      ...served.map(({ server: { pid, url } }, index) => ({ pid, url, next: sources[n]![index]! })),
      { pid: bare.pid, url: bare.urls[n]!, next: await call.requests(scenes[0]!, ours) },
    ]
    figures.push(...(await measureCase(call, targets, bench.quick ? QUICK_PACE : FULL_PACE)))
  }
  await Promise.all([bare, ...served.map(({ server }) => server)].map((server) => server.stop()))
  return figures
}
