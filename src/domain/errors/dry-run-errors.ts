import { LIMITS } from '../limits.ts'
import { errorEntries } from './error-entries.ts'

/** Error codes of dry-runs and their pictures. Append only. */
export const DRY_RUN_ERRORS = errorEntries({
  dry_run_unknown: { kind: 'not_found', detail: 'There is no dry-run with this id.', fix: 'Make one with POST /api/agent/launch/dry-run.' },
  dry_run_expired: { kind: 'not_found', detail: 'This dry-run has expired.', fix: 'Make a new one, and use it before it expires.' },
  dry_run_altered: {
    kind: 'invalid',
    detail: 'The stored plan of this dry-run is not the one that its id names.',
    fix: 'Approve and launch nothing by it. Make a new dry-run, and tell the operator: the database was changed by someone.',
  },
  dry_run_not_spendable: {
    kind: 'invalid',
    detail: 'This dry-run cannot be used: it is {state}.',
    fix: 'If a launch has it, follow that launch at GET /api/agent/launches: another dry-run would launch another coin. Otherwise make a new dry-run.',
    example: { state: 'consumed' },
  },
  dry_run_id_mismatch: {
    kind: 'invalid',
    detail: 'x-svc-dry-run-id names another dry-run than the path.',
    fix: 'Send the id of the path, or leave the header out.',
  },
  dry_run_not_approved: {
    kind: 'invalid',
    detail: 'This key needs an approved dry-run, and this one has {count} of {max} approvals.',
    fix: 'Have an approver open its approvalUrl and sign.',
    example: { count: 0, max: 1 },
  },
  dry_run_required: {
    kind: 'invalid',
    detail: 'dryRunId is required: this key needs human approval.',
    fix: 'Make a dry-run, have it approved, and send its dryRunId.',
  },
  plan_mismatch: {
    kind: 'invalid',
    detail: 'The request differs from the dry-run in: {fields}.',
    fix: 'Send the body of the dry-run unchanged, or make a new dry-run.',
    example: { fields: 'name, crew' },
  },
  dry_run_quota_exceeded: {
    kind: 'rate_limited',
    detail: 'You have {limit} dry-runs that no launch has used, which is as many as are kept for one caller.',
    fix: 'Wait for retryAfterSec (an unused dry-run is removed a day after it expired), or use a dry-run that you have.',
    example: { limit: LIMITS.dryRunsPerOwner, retryAfterSec: 3_600 },
  },
  dry_runs_full: {
    kind: 'unavailable',
    detail: 'There is no room for another dry-run: as many as are kept wait for a launch.',
    fix: 'Try again after retry-after: unused dry-runs are removed a day after they expired. Or ask the operator for a key.',
    example: { retryAfterSec: 600 },
  },
  image_required: { kind: 'invalid', detail: 'A picture is required.', fix: 'Send imageUrl or imageBase64.' },
  image_invalid: {
    kind: 'invalid',
    detail: 'The picture is not usable: {reason}.',
    fix: 'Send PNG, JPEG, WebP or GIF of 64 to 5,000,000 bytes.',
    example: { reason: 'it is not base64' },
  },
  image_unreachable: {
    kind: 'invalid',
    detail: 'The picture could not be fetched: {reason}.',
    fix: 'Use a public http(s) address that answers within 10 s, or send imageBase64.',
    example: { reason: 'it answered with status 404' },
  },
  picture_quota_exceeded: {
    kind: 'rate_limited',
    detail: 'Your pictures that no launch has taken yet fill their quota of {limitMib} MiB.',
    fix: 'Wait for retryAfterSec (a picture of an unused dry-run is removed an hour after it came, or when the dry-run has expired), use the dry-run you have, or send a smaller picture.',
    example: { limit: 67_108_864, limitMib: 64, retryAfterSec: 1_800 },
  },
  pictures_full: {
    kind: 'unavailable',
    detail: 'There is no room for another picture: those that wait for a launch fill what the operator allows.',
    fix: 'Try again after retry-after: pictures of unused dry-runs are removed when these have expired. Or ask the operator for a key.',
    example: { retryAfterSec: 60 },
  },
})
