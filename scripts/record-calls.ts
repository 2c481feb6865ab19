import { recordCalls } from '../test/support/record-calls.ts'

/** `bun run record` makes every call of the documents again and writes what was answered. */
await Bun.write('src/features/discovery/recorded-calls.json', JSON.stringify(await recordCalls(), null, 1) + '\n')
