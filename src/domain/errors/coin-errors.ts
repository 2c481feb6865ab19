import { errorEntries } from './error-entries.ts'
import { MINT } from './example-values.ts'

/** Error codes of coins, their fee shares, and the distribution of what they earn. Append only. */
export const COIN_ERRORS = errorEntries({
  coin_not_found: { kind: 'not_found', detail: 'There is no such coin here.', fix: 'GET /api/coins lists them.' },
  agent_not_found: {
    kind: 'not_found',
    detail: 'There is no such agent here.',
    fix: 'Ask by the wallet that launched its coins, or by the keyName of its key.',
  },
  logo_not_found: { kind: 'not_found', detail: 'There is no such picture here.', fix: 'Check the address.' },
  mint_unknown: { kind: 'invalid', detail: 'There is no such coin on this launchpad.', fix: 'Check the mint.' },
  coin_not_graduated: {
    kind: 'invalid',
    detail: 'The coin has not graduated yet, and only graduated coins are featured.',
    fix: 'GET /api/coins/graduated-unfeatured lists the coins that wait for a post.',
  },
  coin_already_featured: {
    kind: 'conflict',
    detail: 'The coin is featured already, by {featuredUrl}.',
    fix: 'Nothing to do: a coin is featured once.',
    example: { featuredUrl: 'https://x.com/frog/status/1' },
  },
  coin_not_tradable: {
    kind: 'refused',
    detail: 'The coin has left its curve and has no pool yet: it trades nowhere.',
    fix: 'Wait until it is migrated.',
  },
  fee_share_not_locked: {
    kind: 'invalid',
    detail: 'The fee share of this coin is not locked yet.',
    fix: 'Lock it with POST /api/agent/wire-fees.',
  },
  fee_share_already_locked: {
    kind: 'invalid',
    detail: 'The fee share of this coin is locked already, for good.',
    fix: 'Nothing to do; see GET /api/agent/status/{mint}.',
    example: { mint: MINT },
  },
  wire_fees_in_progress: {
    kind: 'conflict',
    detail: 'Another lock of this coin’s fees is on its way.',
    fix: 'Ask again after retry-after; GET /api/agent/status/{mint} shows how it ended.',
    example: { mint: MINT },
  },
  launcher_not_creator: {
    kind: 'invalid',
    detail: 'The launcher did not create this coin.',
    fix: 'Send the secret of the wallet that created it.',
  },
  creator_fees_not_splittable: {
    kind: 'invalid',
    detail: 'The creator fees of {mint} go to {receivers} for good: it was made so, and a split would get nothing.',
    fix: 'Launch a new coin here. Nothing was sent.',
    example: { mint: MINT, receivers: 'its holders' },
  },
  crank_payer_missing: {
    kind: 'invalid',
    detail: 'No launcher key was sent, and the operator pays no cranks here.',
    fix: 'Send x-launcher-key.',
  },
  crank_budget_exceeded: {
    kind: 'rate_limited',
    detail: 'The operator’s budget for cranks of today is used up.',
    fix: 'Send x-launcher-key, or wait until tomorrow (UTC).',
    example: { retryAfterSec: 28_800 },
  },
  crank_cost_exceeded: {
    kind: 'refused',
    detail: 'The operator does not pay for this distribution: {reason}.',
    fix: 'Send x-launcher-key. An operator who wants to pay raises CRANK_MAX_LAMPORTS (EVM_CRANK_MAX_GWEI on Base), or sets LOOKUP_TABLE.',
    example: { reason: 'it costs 0.012 SOL, and 0.01 SOL are allowed' },
  },
})
