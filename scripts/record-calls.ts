import oldCalls from '../src/features/discovery/recorded-calls.json'
import oldEvents from '../src/features/discovery/recorded-events.json'
import { keepDrawn } from '../test/support/drawn-by-chance.ts'
import { recordCalls } from '../test/support/record-calls.ts'
import { recordEvents } from '../test/support/record-events.ts'

const write = (name: string, recorded: object) => Bun.write(`src/features/discovery/${name}.json`, JSON.stringify(recorded, null, 1) + '\n')

/** `bun run record` makes every call and every event of the documents again and writes what was answered and sent. */
await write('recorded-calls', keepDrawn(await recordCalls(), oldCalls))
await write('recorded-events', keepDrawn((await recordEvents()).first, oldEvents))
