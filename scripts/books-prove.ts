import { parseArgs } from 'node:util'

/**
 * Plays the random histories of the books at length, and compares the ledger with the chain: jobs on a rail that does what a seed says
 * and on a chain, cranks and buybacks on the real Solana programs, payments settled on Base, and a trader around each buyback, who may gain
 * nothing. Ends with 1 when anything differs.
 */
const USAGE =
  'bun run books:prove [--seed S] [--jobs 10000] [--buybacks 1000] [--cranks 10000] [--settlements 1000] [--days 1000] [--strategies 300] [--only jobs|chain-jobs|wallets|payments|farming]'
const FILES = {
  jobs: 'test/features/jobs/random-histories.test.ts',
  'chain-jobs': 'test/chain/job-histories.test.ts',
  wallets: 'test/chain/ledger-histories.test.ts',
  payments: 'test/payments/settlement-histories.test.ts',
  farming: 'test/chain/farming.test.ts',
} as const
const HOURS_MAX = 24

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    jobs: { type: 'string', default: '10000' },
    buybacks: { type: 'string', default: '1000' },
    cranks: { type: 'string', default: '10000' },
    settlements: { type: 'string', default: '1000' },
    days: { type: 'string', default: '1000' },
    strategies: { type: 'string', default: '300' },
    only: { type: 'string' },
    help: { type: 'boolean' },
  },
})
const { seed, jobs, buybacks, cranks, settlements, days, strategies, only } = values
if (values.help || (only !== undefined && !(only in FILES))) {
  console.log(USAGE)
  process.exit(values.help ? 0 : 2)
}
const files = only === undefined ? Object.values(FILES) : [FILES[only as keyof typeof FILES]]
console.log(`seed ${seed}: ${jobs} jobs, ${buybacks} buybacks, ${cranks} cranks, ${settlements} settlements, ${days} days`)
const child = Bun.spawn([process.execPath, 'test', '--isolate', '--timeout', String(HOURS_MAX * 3_600_000), ...files], {
  env: {
    ...process.env,
    BOOKS_SEED: seed,
    BOOKS_JOBS: jobs,
    BOOKS_BUYBACKS: buybacks,
    BOOKS_CRANKS: cranks,
    BOOKS_SETTLEMENTS: settlements,
    BOOKS_DAYS: days,
    BOOKS_STRATEGIES: strategies,
  },
  stdio: ['ignore', 'inherit', 'inherit'],
})
process.exitCode = await child.exited
