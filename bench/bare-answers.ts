import { join } from 'node:path'
import type { BareAnswer, BareOrder } from './bare-server.ts'
import type { Bench } from './measure.ts'
import type { RawAnswer } from './http-answer.ts'
import { type RunningServer, startServer } from './running-server.ts'

/** Headers that Bun.serve writes by itself. */
const OWN_HEADERS = new Set(['date', 'content-length', 'connection', 'keep-alive'])

/** A bare server in a process of its own, with an address for each answer. */
export interface BareRunning extends RunningServer {
  readonly urls: readonly string[]
}

/** What the service answered, for the bare server to send; with `stores` it inserts each request's body first. */
export const bareAnswer = ({ status, headers, body }: RawAnswer, stores: boolean) => ({
  status,
  headers: headers.filter(([name]) => !OWN_HEADERS.has(name.toLowerCase())),
  body,
  stores,
})

/** Starts the bare server with these answers. */
export async function startBare(bench: Bench, answers: readonly ReturnType<typeof bareAnswer>[]): Promise<BareRunning> {
  const folder = bench.folder()
  const order: BareOrder = {
    answers: answers.map(({ stores, ...answer }, n): BareAnswer => ({ ...answer, insertInto: stores ? join(folder, `${n}.db`) : null })),
  }
  const file = join(folder, 'order.json')
  await Bun.write(file, JSON.stringify(order))
  const server = await startServer([bench.contestants.bare, file], {}, folder)
  return { ...server, urls: server.listening.urls as string[] }
}
