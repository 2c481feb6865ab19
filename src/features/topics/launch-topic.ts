import { LIMITS } from '../../domain/limits.ts'
import type { Topic } from './topic.ts'

/** From a picture and a crew to a locked coin. */
export const LAUNCH_TOPIC: Topic = {
  title: 'launch a coin',
  summary: 'Who is paid, what it costs, retries, and what 201 and 202 mean.',
  sections: () => [
    {
      title: 'Who is paid',
      text: `Exactly one of: crew[] (1 to ${LIMITS.crewMax} wallets, shares that total 100), autoHire: {"seats": ${LIMITS.seatsMin} to ${LIMITS.seatsMax}} (people of the directory who fit the name and description; ask first with autohire), holderKol: true (decided later among the holders). mode says how much of the creator fees the crew gets: see its field below. Every dry-run lists each wallet with its bps.`,
      commands: `curl -s "$S/api/agent/autohire" -H "x-svc-api-key: $KEY" -H 'content-type: application/json' -d '{"name":"Night Market Frog","ticker":"NMFROG","description":"A frog that trades noodles at night.","seats":3}' | jq -c '.crew[] | {handle, share}'`,
    },
    {
      title: 'Dry-run, then launch with its id',
      text: 'The dry-run is free and binds everything: the launch with its dryRunId must have the same body. warnings tell whoever approves what may be wrong: the picture, a name near to a known coin’s, a wallet named twice, a launcher that cannot pay. They refuse nothing. In any body null leaves an optional member out, and a value in quotes ("60"), as JSON text, or alone for a list is taken for what it says.',
      commands: `jq '. + {name: "Day Market Frog", ticker: "DMFROG"}' coin.json > day.json
curl -s "$S/api/agent/launch/dry-run" -H "x-svc-api-key: $KEY" -H 'content-type: application/json' -d @day.json > plan.json
jq -c '{dryRunId, sol: .cost.sol, warnings}' plan.json
jq --slurpfile plan plan.json '. + {dryRunId: $plan[0].dryRunId}' day.json > launch.json
for try in 1 2; do curl -s "$S/api/agent/launch" -H "x-svc-api-key: $KEY" -H "x-launcher-key: $LAUNCHER_KEY" -H 'x-idempotency-key: day-frog-1' -H 'content-type: application/json' -d @launch.json | jq -c '{mint, feeShareLocked}'; done`,
    },
    {
      title: 'What the answer means',
      text: `201: the coin is there and its fees are locked. 202: the coin is there and its fees are not locked: follow nextSteps (topic fees). 400: nothing was created. No answer, 408, 429 or 503: send the same request with the same x-idempotency-key; for ${LIMITS.idempotencyReplayMs / 60_000} minutes it gets the same coin, as the second call above did. GET /api/agent/launches lists every launch of the key, failed ones too.`,
    },
  ],
  operations: ['autohire', 'dryRun', 'launch', 'listLaunches', 'launchStatus'],
  bodies: ['launch'],
  errors: [
    'validation_invalid',
    'crew_source_required',
    'crew_too_large',
    'autohire_no_match',
    'image_invalid',
    'image_required',
    'balance_too_low',
    'plan_mismatch',
    'dry_run_not_spendable',
    'launch_refused',
    'launch_expired',
    'atomic_not_possible',
    'launches_per_hour_exceeded',
    'launcher_busy',
    'idempotency_key_reused',
    'idempotency_in_progress',
  ],
}
