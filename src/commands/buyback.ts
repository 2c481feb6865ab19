import { parseArgs } from 'node:util'
import { readConfig } from '../config/read-config.ts'
import type { TokenMicros } from '../domain/brands.ts'
import { AppError } from '../domain/errors.ts'
import { formatAmount } from '../domain/money/currency.ts'
import { afterOthers, treasuryBuyings, type Buying } from '../features/buyback/buying.ts'
import { planBuyback } from '../features/buyback/plan-buyback.ts'
import { type BuybackDeps, describeBuyback, runBuyback } from '../features/buyback/run-buyback.ts'
import type { Deps } from '../ports/deps.ts'
import { print } from './print.ts'
import { withDeps } from './with-deps.ts'
import type { Environment } from '../config/environment.ts'

/** `buyback run [--dry-run]`: one run now, in addition to scheduled ones; a dry run prints what it would do and stores nothing. */
export async function buyback(args: readonly string[], env: Environment): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false } },
  })
  if (positionals.join(' ') !== 'run') return refuse('Say buyback run [--dry-run].', 2)
  return withDeps({ env, config: readConfig(env) }, 'buyback run', async (deps) => {
    try {
      return values['dry-run'] ? await explain(deps) : await run(deps)
    } catch (error) {
      if (error instanceof AppError) return refuse(error.message)
      throw error
    }
  })
}

type ExplainDeps = Pick<Deps, 'policy' | 'storage' | 'launchpads' | 'buybackPayer' | 'clock'>

/** Prints what a run would do now; exit code 1 when it would not buy some coin, for a reason other than BUYBACK_EXECUTE. */
async function explain(deps: ExplainDeps): Promise<number> {
  let exitCode = 0
  for (const buying of treasuryBuyings(deps)) {
    const coin = await explainOne(deps, await afterOthers(deps, buying, deps.clock.nowMs()))
    if (coin !== 0) exitCode = coin
  }
  return exitCode
}

async function explainOne(deps: ExplainDeps, buying: Buying): Promise<number> {
  const { mint, ticker, payer, quote, refusal } = await planBuyback(deps, buying)
  if (quote && payer) {
    print(`buys     at least ${tokenText(quote.tokenMicros)} ${ticker ?? mint}, ${quote.burn ? 'and burns them' : 'and keeps them'}`)
    print(
      `for      at most ${formatAmount(quote.atomicMax, 'SOL')} SOL, and ${formatAmount(quote.overheadAtomic, 'SOL')} SOL for network and rent`,
    )
    print(`from     ${payer.wallet}`)
    print(`where    ${quote.venue}; moves the price by ${quote.impactBps} basis points`)
  }
  print(refusal ? sentence(refusal) : 'This was a dry run: nothing was sent and nothing was kept.')
  return refusal && refusal.code !== 'buyback_execute_off' ? 1 : 0
}

async function run(deps: BuybackDeps): Promise<number> {
  const runs = await runBuyback(deps, { dueAtMs: deps.clock.nowMs() })
  if (runs.length === 0) return refuse(sentence(new AppError('buyback_not_configured', { missing: 'BUYBACK_MINTS and BUYBACK_KEY' })))
  for (const run of runs) {
    print(describeBuyback(run))
    if (run.receipt) print(`signature ${run.receipt.signature}`)
  }
  return runs.every(({ state, failure }) => state === 'executed' || failure?.code === 'buyback_execute_off') ? 0 : 1
}

const sentence = (error: AppError): string => `${error.message} ${error.fix}`

/** Whole tokens, each of which has a million units. */
const tokenText = (tokenMicros: TokenMicros): string =>
  `${tokenMicros / 1_000_000n}.${(tokenMicros % 1_000_000n).toString().padStart(6, '0')}`

function refuse(problem: string, exitCode = 1): number {
  process.stderr.write(`${problem}\n`)
  return exitCode
}
