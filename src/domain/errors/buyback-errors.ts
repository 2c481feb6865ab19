import { errorEntries } from './error-entries.ts'
import { WALLET } from './example-values.ts'

/** Error codes of buybacks of the operator’s coin. Append only. */
export const BUYBACK_ERRORS = errorEntries({
  buyback_not_configured: {
    kind: 'invalid',
    detail: 'There is no buyback without {missing}.',
    fix: 'Set BUYBACK_MINTS and BUYBACK_KEY.',
    example: { missing: 'BUYBACK_MINTS' },
  },
  buyback_balance_too_low: {
    kind: 'invalid',
    detail: 'The wallet {wallet} holds {balanceSol} SOL, of which {reserveSol} SOL stay as reserve: too little for a buy.',
    fix: 'Fund the wallet, or lower BUYBACK_RESERVE_SOL.',
    example: { wallet: WALLET, balanceSol: '0.06', reserveSol: '0.05' },
  },
  buyback_price_impact: {
    kind: 'refused',
    detail: 'The buy would move the price by {impactBps} basis points, and {impactBpsMax} are allowed.',
    fix: 'Lower BUYBACK_MAX_SOL, or wait for a deeper market.',
    example: { impactBps: 640, impactBpsMax: 300 },
  },
  buyback_price_risen: {
    kind: 'refused',
    detail: 'The price is {riseBps} basis points above the middle of the last runs, and {riseBpsMax} are allowed.',
    fix: 'Wait: the middle follows with the next runs. BUYBACK_PRICE_RISE_BPS sets what is allowed.',
    example: { riseBps: 2_400, riseBpsMax: 1_000 },
  },
  buyback_price_unproven: {
    kind: 'refused',
    detail: 'Only {count} of the last runs say what this coin costs on this market, and {min} are needed to tell a pushed price.',
    fix: 'Wait: each run is noted, and the next ones buy. BUYBACK_PRICE_RISE_BPS=0 buys at any price.',
    example: { count: 0, min: 2 },
  },
  buyback_budget_exceeded: {
    kind: 'refused',
    detail: 'What buybacks may spend today (UTC) is used up.',
    fix: 'Wait until tomorrow. BUYBACK_DAILY_SOL sets it for the treasury; a coin’s own earnings have a fixed cap.',
  },
  buyback_under_way: {
    kind: 'conflict',
    detail: 'The buyback before this one is not finished yet.',
    fix: 'Wait: the next run comes by the clock.',
  },
  buyback_execute_off: {
    kind: 'invalid',
    detail: 'Nothing was bought: this service records what runs would do, and executes none.',
    fix: 'Set BUYBACK_EXECUTE=1.',
  },
  buyback_fees_redirected: {
    kind: 'refused',
    detail: 'The creator fees of this coin were taken from its split: they go to {to}.',
    fix: 'Take it out of BUYBACK_MINTS. Earnings of this one buy it no more.',
    example: { to: 'its holders' },
  },
})
