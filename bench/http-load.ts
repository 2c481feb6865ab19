import { createArrivals } from './arrivals.ts'
import { type AnswerReader, createAnswerReader, type RawAnswer } from './http-answer.ts'

/** Where a load goes, and what it sends. */
export interface LoadTarget {
  readonly url: string
  /** The next request, as bytes; called once for each. */
  readonly next: () => Uint8Array
  /** What every answer must have. */
  readonly status: number
  /** Keeps each answer, so that the error about another one says what it was; that is work. */
  readonly keep?: boolean
}

/** What a load without pause did. */
export interface Saturation {
  readonly requests: number
  readonly elapsedMs: number
}

/** Connections that stay open, to one server. One run at a time. */
export interface Load {
  /**
   * A request on each connection as soon as it has the answer to the one before, so long, or until so many were sent; ends when all are
   * answered. @throws Error when an answer has another status than expected
   */
  saturate(limit: { readonly ms: number; readonly requestsMax: number }): Promise<Saturation>
  /** Requests at a fixed rate; their latencies in milliseconds, from the time at which each was to be sent. @throws Error as above */
  arrive(plan: { readonly ratePerSec: number; readonly count: number }): Promise<readonly number[]>
  close(): void
}

/** Opens the connections. The load is this process's work: it does not count for the server's. */
export async function openLoad({ url, next, status, keep = false }: LoadTarget, connections: number): Promise<Load> {
  const wrong: Map<number, number> = new Map()
  let firstWrong = ''
  let onAnswer = (_: Connection): void => {}
  // A connection that is lost between two runs ends the next one.
  let broken: Error | null = null
  let onFailure = (): void => {}
  const fail = (error: Error): void => {
    broken ??= error
    onFailure()
  }
  const answered = (connection: Connection): void => {
    if (connection.status !== status) {
      wrong.set(connection.status, (wrong.get(connection.status) ?? 0) + 1)
      firstWrong ||= connection.answer().body.slice(0, 500)
    }
    onAnswer(connection)
  }
  const opened = await Promise.all(
    Array.from({ length: connections }, () => openConnection(url, createAnswerReader({ keep }), answered, fail)),
  )

  const run = async (begin: (done: () => void) => void): Promise<void> => {
    wrong.clear()
    if (broken) throw broken
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    onFailure = () => reject(broken)
    begin(resolve)
    await promise
    if (wrong.size === 0) return
    throw new Error(
      `${url}: ${[...wrong].map(([code, count]) => `${count} answers of ${code}`).join(', ')}, expected ${status} ${firstWrong}`.trim(),
    )
  }

  return {
    async saturate({ ms, requestsMax }) {
      const startMs = performance.now()
      let [sent, ended] = [0, 0]
      await run((done) => {
        const send = (connection: Connection): void => {
          sent += 1
          connection.send(next())
        }
        onAnswer = (connection) => {
          ended += 1
          if (sent < requestsMax && performance.now() - startMs < ms) send(connection)
          else if (ended === sent) done()
        }
        for (const connection of opened.slice(0, requestsMax)) send(connection)
      })
      return { requests: ended, elapsedMs: performance.now() - startMs }
    },
    async arrive({ ratePerSec, count }) {
      const arrivals = createArrivals({ ratePerSec, count, startMs: performance.now() })
      const free = [...opened]
      const arrivedMs = new Map<Connection, number>()
      await run((done) => {
        onAnswer = (connection) => {
          arrivals.answered(arrivedMs.get(connection)!, performance.now())
          free.push(connection)
          if (arrivals.complete) done()
        }
        // Timers are a millisecond wide, so the loop turns without pause: sockets are read in between.
        const turn = (): void => {
          for (let due = arrivals.due(performance.now()); due > 0 && free.length > 0; due -= 1) {
            const connection = free.pop()!
            arrivedMs.set(connection, arrivals.next())
            connection.send(next())
          }
          if (!arrivals.complete) setImmediate(turn)
        }
        turn()
      })
      return arrivals.latenciesMs
    },
    close: () => opened.forEach((connection) => connection.close()),
  }
}

/** One request and its whole answer. */
export async function askOnce(url: string, request: Uint8Array): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  const reader = createAnswerReader({ keep: true })
  const connection = await openConnection(url, reader, () => resolve(reader.answer()), reject)
  connection.send(request)
  const answer = await promise
  connection.close()
  return answer
}

interface Connection {
  send(request: Uint8Array): void
  /** Of the answer that came last. */
  readonly status: number
  /** The whole of it, where answers are kept. */
  answer(): RawAnswer
  close(): void
}

async function openConnection(
  url: string,
  reader: AnswerReader,
  answered: (connection: Connection) => void,
  failed: (error: Error) => void,
): Promise<Connection> {
  const { hostname, port } = new URL(url)
  let unsent: Uint8Array | null = null
  let closing = false
  const write = (bytes: Uint8Array): void => {
    const written = socket.write(bytes)
    unsent = written < bytes.length ? bytes.subarray(Math.max(0, written)) : null
  }
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data: (_socket, chunk) => {
        try {
          if (reader.take(chunk)) answered(connection)
        } catch (error) {
          failed(error as Error)
        }
      },
      drain: () => {
        if (unsent) write(unsent)
      },
      close: () => {
        if (!closing) failed(new Error(`${url} closed a connection`))
      },
      error: (_socket, error) => failed(error),
    },
  })
  const connection: Connection = {
    send: write,
    get status() {
      return reader.status
    },
    answer: reader.answer,
    close: () => {
      closing = true
      socket.end()
    },
  }
  return connection
}
