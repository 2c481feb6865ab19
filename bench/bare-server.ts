import { Database } from 'bun:sqlite'

/**
 * What the service is held against, as little as can be: a `Bun.serve` that sends bytes it was given. Compiled as the service is,
 * and run as `bare-server [version | ORDER]`; without an order it answers `ok`, on PORT. ORDER is a file with a JSON BareOrder.
 */
export interface BareOrder {
  /** Each has a port of its own. */
  readonly answers: readonly BareAnswer[]
}

export interface BareAnswer {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
  /** SQLite file into which each request's body is inserted, one commit a request, on disk before the answer. */
  readonly insertInto: string | null
}

function serve({ status, headers, body, insertInto }: BareAnswer, port: number): string {
  const init = { status, headers: headers.map(([name, value]): [string, string] => [name, value]) }
  // A contestant rests while others take their turns.
  const options = { hostname: '127.0.0.1', port, maxRequestBodySize: 16_000_000, idleTimeout: 120 }
  if (insertInto === null) return Bun.serve({ ...options, fetch: () => new Response(body, init) }).url.origin
  const db = new Database(insertInto, { create: true, strict: true })
  db.run('PRAGMA journal_mode = WAL')
  db.run('PRAGMA synchronous = FULL')
  db.run('CREATE TABLE IF NOT EXISTS written (id INTEGER PRIMARY KEY, body BLOB NOT NULL)')
  const insert = db.query('INSERT INTO written (body) VALUES (?)')
  const fetch = async (request: Request): Promise<Response> => {
    insert.run(await request.bytes())
    return new Response(body, init)
  }
  return Bun.serve({ ...options, fetch }).url.origin
}

const OK: BareAnswer = { status: 200, headers: [['content-type', 'application/json']], body: '{"ok":true}', insertInto: null }

if (import.meta.main) {
  const word = process.argv[2]
  if (word === 'version') {
    process.stdout.write('bare-server 1\n')
  } else {
    const { answers }: BareOrder = word === undefined ? { answers: [OK] } : await Bun.file(word).json()
    const port = Number(process.env.PORT ?? 0)
    const urls = answers.map((answer) => serve(answer, port))
    process.stdout.write(`${JSON.stringify({ url: urls[0], urls })}\n`)
  }
}
