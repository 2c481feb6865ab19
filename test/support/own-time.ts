/** Who knows time, timers or chance of the machine itself: all others are handed a Clock, Timers, an IdSource or RandomBytes. */
export const OF_THE_MACHINE: Readonly<Record<'time' | 'timers' | 'chance', RegExp>> = {
  time: /\bDate\.now\b|\bnew Date\(\s*\)|\bnew Date\b(?!\()|\bperformance\.(now|timeOrigin)\b|\bBun\.nanoseconds\b|\bhrtime\b/,
  timers:
    /(?<![.\w])(setTimeout|setInterval|setImmediate)\(|\bBun\.sleep(Sync)?\(|\bAbortSignal\.timeout\(|\bAtomics\.wait\(|(from |import\()['"](node:)?timers(\/promises)?['"]/,
  chance:
    /\bMath\.random\b|\b(getRandomValues|randomUUID|randomUUIDv7)\(|import \{[^}]*\b(randomBytes|randomInt|randomUUID|randomFill(Sync)?|webcrypto|generateKeyPair(Sync)?|generateKey(Sync)?)\b[^}]*\} from ['"](node:)?crypto['"]/,
}

/** Who asks the machine itself, and why it is not handed in. */
export const OWN_TIME: Readonly<Record<string, string>> = {
  'src/adapters/system-clock.ts': 'is the clock that is handed in',
  'src/adapters/system-timers.ts': 'is the timers that are handed in',
  'src/adapters/random-ids.ts': 'is the chance that is handed in',
  'src/lib/secret-box.ts': 'a nonce that is used twice opens what its key sealed: nobody may hand one in',
  'src/lib/yield-to-event-loop.ts': 'is the event loop’s turns, and measures how long one takes; a caller may hand in other time',
  'src/adapters/prometheus.ts': 'tells when this process began',
  'src/adapters/storage/postgres/in-time.ts': 'gives a database up by the machine’s time: it knows no other',
  'src/main.ts': 'ends the process when nobody reads its last lines, after all else has ended',
}
