import { LIMITS } from '../limits.ts'
import { OWN_LIMITS } from '../limits/own-limits.ts'
import { errorEntries } from './error-entries.ts'
import { MINT, WALLET } from './example-values.ts'

/** Error codes of creative jobs, their escrow, and the kit budgets that pay them. Append only. */
export const JOB_ERRORS = errorEntries({
  jobs_disabled: {
    kind: 'not_found',
    detail: 'Creative jobs are switched off here.',
    fix: 'Ask the operator of this service; JOBS_ENABLED=1 switches them on.',
  },
  job_not_found: { kind: 'not_found', detail: 'There is no such job here.', fix: 'GET /api/jobs lists them.' },
  mainnet_rail_not_allowed: {
    kind: 'invalid',
    detail: 'Jobs are never paid on a mainnet, and {chainId} is one.',
    fix: 'Use a simulated or devnet rail; GET /api/jobs/templates lists those of this service.',
    example: { chainId: 'solana:mainnet-beta' },
  },
  escrow_rail_not_available: {
    kind: 'invalid',
    detail: 'There is no escrow rail "{chainId}" here.',
    fix: 'GET /api/jobs/templates lists the rails of this service.',
    example: { chainId: 'elsewhere' },
  },
  escrow_budget_exceeded: {
    kind: 'rate_limited',
    detail: 'The payout of {sol} SOL is above what the escrow wallet still pays today ({leftSol} SOL for this owner).',
    fix: 'Ask for less. A payout that waits is tried again by itself tomorrow (UTC).',
    example: { sol: '0.2', leftSol: '0.05', retryAfterSec: 28_800 },
  },
  escrow_balance_too_low: {
    kind: 'unavailable',
    detail: 'The escrow wallet {wallet} on {chainId} does not hold enough for this payout.',
    fix: 'The operator funds it; the payout is tried again by itself.',
    example: { wallet: WALLET, chainId: 'solana:devnet' },
  },
  price_not_available: {
    kind: 'unavailable',
    detail: 'There is no fresh price of {asset} in dollars, and without one nothing is reserved.',
    fix: 'Try again after retry-after; GET /api/coins/{mint}/kit shows the last price.',
    example: { asset: 'SOL', mint: MINT },
  },
  job_quota_exceeded: {
    kind: 'rate_limited',
    detail: '{limit} jobs of this key ended unpaid, which is as many as are kept.',
    fix: 'Let jobs be done and paid; those that were called off are removed after 90 days.',
    example: { limit: OWN_LIMITS.jobsRefundedPerKey, retryAfterSec: 3_600 },
  },
  kit_budget_exceeded: {
    kind: 'invalid',
    detail: 'The job needs {neededSol} SOL, and {freeSol} SOL of the coin’s budget are free: {missingSol} SOL are missing.',
    fix: 'Ask for less (no less than the item’s price), cancel another job, or wait until {missingSol} SOL more accrue to the treasury. Nothing was reserved.',
    example: { neededSol: '0.2', freeSol: '0.05', missingSol: '0.15' },
  },
  coin_owner_required: {
    kind: 'forbidden',
    detail: 'Only the key that launched the coin, or the operator, decides about its jobs.',
    fix: 'Use the key that launched the coin.',
  },
  job_state_not_allowed: {
    kind: 'conflict',
    detail: 'The job is {state}, and only one that is {needed} can be {action}.',
    fix: 'GET /api/jobs/{id} shows how it came there. Nothing was changed.',
    example: { id: 'job_4kQ2vXw8sNb7Rt1Yc9Zp', state: 'paid', needed: 'open or claimed', action: 'cancelled' },
  },
  job_deadline_expired: {
    kind: 'invalid',
    detail: 'The job could be {action} until {deadline}.',
    fix: 'Look for another one with GET /api/jobs?state=open. Nothing was changed.',
    example: { action: 'submitted', deadline: '2026-12-01T00:00:00.000Z' },
  },
  job_claim_own_not_allowed: {
    kind: 'forbidden',
    detail: 'The launcher of a coin cannot work for it: it would be paid from its own coin’s budget.',
    fix: 'Claim with another person’s wallet.',
  },
  job_worker_required: {
    kind: 'forbidden',
    detail: 'Only the wallet that claimed this job can hand something in or give it back.',
    fix: 'Sign with the wallet that claimed it.',
  },
  job_claims_exceeded: {
    kind: 'conflict',
    detail: 'This wallet has {count} jobs whose work is not decided, and {limit} are the most at once.',
    fix: 'Finish one, or give one back with POST /api/jobs/{id}/release. GET /api/jobs?worker= lists them. Nothing was changed.',
    example: { count: LIMITS.jobsHeldMax, limit: LIMITS.jobsHeldMax, id: 'job_4kQ2vXw8sNb7Rt1Yc9Zp' },
  },
  job_releases_exceeded: {
    kind: 'conflict',
    detail: 'This job was given back {limit} times, which is as often as it can be.',
    fix: 'Hand the work in, or let the deadline pass: then its money goes back to the coin’s budget. Nothing was changed.',
    example: { limit: LIMITS.jobReleasesMax },
  },
  job_hand_ins_exceeded: {
    kind: 'conflict',
    detail: 'Work was handed in {limit} times for this job, which is as often as it can be.',
    fix: 'Give the job back with POST /api/jobs/{id}/release, and ask its owner for a new one. Nothing was changed.',
    example: { limit: LIMITS.jobHandInsMax, id: 'job_4kQ2vXw8sNb7Rt1Yc9Zp' },
  },
  job_content_invalid: {
    kind: 'invalid',
    detail: 'What was handed in does not pass: {reason}.',
    fix: 'Correct the addresses named in errors[]. An owner who has looked at the work sends approve instead.',
    example: { reason: '/urls/0 it answers with status 404' },
  },
  job_budget_too_low: {
    kind: 'invalid',
    detail: 'A job for {template} costs {priceUsd} US dollars or more, and a budget of {budgetUsd} lacks {missingUsd}.',
    fix: 'Send a budget of {priceUsd} or more, which is {missingUsd} more; GET /api/coins/{mint}/kit says what the coin’s budget covers. Nothing was reserved.',
    example: { template: 'meme-pack', priceUsd: '40', budgetUsd: '1.5', missingUsd: '38.5', mint: MINT },
  },
})
