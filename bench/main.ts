import { benchAutohire } from './autohire.ts'
import { benchColdStart } from './cold-start.ts'
import { benchReads } from './reads.ts'
import { benchServer } from './server.ts'
import { benchWebhooks } from './webhooks.ts'

/** `bun run bench`: every budget of the design that exists so far, beside what this machine measured just now. */
for (const bench of [benchColdStart, benchServer, benchAutohire, benchReads, benchWebhooks]) {
  for (const { name, figure, unit, budget } of await bench()) {
    console.log(`${name.padEnd(66)} ${figure.toFixed(2).padStart(9)} ${unit.padEnd(8)} budget ${budget}`)
  }
}
