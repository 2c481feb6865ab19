import { createRandomIds } from '../src/adapters/random-ids.ts'
import { createStdoutLines } from '../src/adapters/stdout-lines.ts'
import { createApp } from '../src/app.ts'
import { listen } from '../src/http/handler.ts'
import { createLogger } from '../src/lib/logger.ts'
import { coinRow } from '../test/support/storage-rows.ts'
import { createTestApp } from '../test/support/test-app.ts'

const COINS = 50
const PATH = '/api/coins?limit=50'

/** `ours` or `bare`: a server of 50 coins in a process of its own, whose address it writes to standard error. */
const app = await createTestApp({ policy: { rateLimits: false } })
for (let n = 0; n < COINS; n += 1) await app.deps.storage.coins.insert(coinRow(`bench${n}`))
const parsed: unknown = JSON.parse(await (await app.raw(new Request(`http://localhost${PATH}`))).text())
const clock = { ...app.deps.clock, nowMs: Date.now as never }
const log = createLogger({ level: 'info', nowMs: Date.now, write: createStdoutLines() })
const url =
  process.argv[2] === 'bare'
    ? `${Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => Response.json(parsed) }).url.href}`
    : `${listen(createApp({ ...app.deps, clock, log, ids: createRandomIds() }), { host: '127.0.0.1', port: 0 }).url}${PATH}`
process.stderr.write(`${url}\n`)
