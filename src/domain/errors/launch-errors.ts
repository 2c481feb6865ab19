import { LIMITS } from '../limits.ts'
import { errorEntries } from './error-entries.ts'
import { EVM_WALLET, MINT, OTHER_WALLET, WALLET } from './example-values.ts'

/** Error codes of launches, signed here or by the client. Append only. */
export const LAUNCH_ERRORS = errorEntries({
  platform_not_available: {
    kind: 'invalid',
    detail: 'There is no launchpad "{platform}" here.',
    fix: 'See GET /api/platforms.',
    example: { platform: 'elsewhere' },
  },
  platform_disabled: {
    kind: 'invalid',
    detail: 'The launchpad "{platform}" is not switched on here: {reason}',
    fix: 'See GET /api/platforms for those that are.',
    example: { platform: 'zora', reason: 'It needs BASE_RPC_URL.' },
  },
  operation_not_offered: {
    kind: 'invalid',
    detail: 'The launchpad "{platform}" does not offer {operation}.',
    fix: 'GET /api/platforms lists what each launchpad offers.',
    example: { platform: 'zora', operation: 'a first buy' },
  },
  fee_option_not_offered: {
    kind: 'invalid',
    detail: 'The launchpad "{platform}" does not offer {option} here: {reason}.',
    fix: 'Leave the field out. GET /api/platforms says what a trade on each launchpad pays.',
    example: {
      platform: 'pump',
      option: 'holder rewards',
      reason: 'the creator fees would go to the holders, and the crew would get nothing',
    },
  },
  program_unknown: {
    kind: 'refused',
    detail: 'Launches on {platform} are stopped until the operator has looked: {reason}.',
    fix: 'Ask the operator: `agent-launch programs` shows what changed, and `agent-launch programs accept` has launches go on. Nothing was sent.',
    example: {
      platform: 'pump',
      reason:
        'the program pump is a build that this release was not tried on (aa7b9ec411e08bdcf6941a986075ebceaac9087d1f859f263f766349fdaaabc3)',
    },
  },
  balance_too_low: {
    kind: 'invalid',
    detail: 'The launcher {wallet} holds {balance} and needs {needed}.',
    fix: 'Fund the launcher wallet. Nothing was spent.',
    example: { wallet: WALLET, balance: '0.001 SOL', needed: '0.024 SOL' },
  },
  atomic_not_possible: {
    kind: 'refused',
    detail: 'No atomic launch path fits this launch, and atomicRequired, or the approval of an atomic plan, forbids the sequential one.',
    fix: 'Ask the operator for a lookup table, send a smaller crew, or drop atomicRequired; after an approval make a new dry-run. Nothing was sent.',
  },
  launch_refused: {
    kind: 'refused',
    detail: 'The launchpad refused the launch: {reason}.',
    fix: 'Correct what it names. No coin was made; where it was sent at all, only network fees were spent.',
    example: { reason: 'TransactionTooLarge' },
  },
  launch_expired: {
    kind: 'refused',
    detail: 'The launch expired before it landed; it is proved that no coin was created.',
    fix: 'Launch again, with a new idempotency key. An approval stays valid.',
  },
  // Of locks and distributions too: code and `launchId` have the names of the first operation that there was.
  launch_unresolved: {
    kind: 'unavailable',
    detail: 'The chain does not answer; operation {launchId} on mint {mint} goes on by itself.',
    fix: 'Send the same again, with the same idempotency key where it has one; launches are in GET /api/agent/launches too.',
    example: { launchId: 'op_4kQ2vXw8sNb7Rt1Yc9Zp', mint: MINT },
  },
  launches_per_hour_exceeded: {
    kind: 'rate_limited',
    detail: 'This key may launch {limit} times an hour.',
    fix: 'Wait as long as retry-after says.',
    example: { limit: LIMITS.launchesPerHourDefault, retryAfterSec: 1_800 },
  },
  launcher_busy: {
    kind: 'conflict',
    detail: 'The wallet {wallet} has {count} transaction(s) that wait: new ones would stand behind them, or in their place.',
    fix: 'Wait until they are in a block, or replace them. Nothing was sent.',
    example: { wallet: EVM_WALLET, count: 1 },
  },
  unsigned_not_available: {
    kind: 'invalid',
    detail: 'The launchpad {platform} has no launches that the client signs.',
    fix: 'Send the launcher secret to POST /api/agent/launch.',
    example: { platform: 'elsewhere' },
  },
  mint_exists: {
    kind: 'invalid',
    detail: 'The mint {mint} exists already, or a launch of it is on its way.',
    fix: 'Make a new key pair for the mint and ask again.',
    example: { mint: MINT },
  },
  launch_offer_unknown: {
    kind: 'invalid',
    detail: 'There is no launch of yours with this id that waits for signatures.',
    fix: 'Ask for one with POST /api/agent/launch/unsigned.',
  },
  launch_offer_expired: {
    kind: 'invalid',
    detail: 'The transactions of this launch were not signed in time, and nothing was sent.',
    fix: 'Ask for new ones with POST /api/agent/launch/unsigned. An approval stays valid.',
  },
  signed_transaction_mismatch: {
    kind: 'invalid',
    detail: 'Transaction {position} is not the one that was handed out, signed: {reason}.',
    fix: 'Sign the transactions of the answer unchanged, in their order, with every signer named there.',
    example: { position: 1, reason: 'its message differs' },
  },
  lookup_table_invalid: {
    kind: 'invalid',
    detail: 'The lookup table {table} cannot be used: {reason}.',
    fix: 'Name a table that exists, is not being closed, and is yours when it is to be extended.',
    example: { table: OTHER_WALLET, reason: 'there is none, or it is being closed' },
  },
  chain_refused: {
    kind: 'refused',
    detail: 'The chain refused the transaction: {reason}.',
    fix: 'Correct what it names. Nothing was spent but the transaction fee, if that.',
    example: { reason: 'TooMuchSolRequired' },
  },
  transaction_expired: { kind: 'refused', detail: 'The transaction expired before it landed; nothing was done.', fix: 'Try again.' },
  lock_offer_unknown: {
    kind: 'invalid',
    detail: 'There is no lock of yours with this id that waits for signatures.',
    fix: 'Ask for one with POST /api/agent/wire-fees/unsigned.',
  },
  lock_offer_expired: {
    kind: 'invalid',
    detail: 'The transactions of this lock were not signed in time, and nothing was sent.',
    fix: 'Ask for new ones with POST /api/agent/wire-fees/unsigned. An approval stays valid.',
  },
})
