import old from '../src/features/discovery/recorded-calls.json'
import type { RecordedCalls } from '../src/features/discovery/read-recorded-calls.ts'
import { keepDrawn, recordCalls } from '../test/support/record-calls.ts'

/** `bun run record` makes every call of the documents again and writes what was answered. */
const recorded = keepDrawn(await recordCalls(), old as RecordedCalls)
await Bun.write('src/features/discovery/recorded-calls.json', JSON.stringify(recorded, null, 1) + '\n')
