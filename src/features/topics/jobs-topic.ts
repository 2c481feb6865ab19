import { JOB_TEMPLATES, TEMPLATE_IDS } from '../../domain/kit/kit-items.ts'
import { HOUR_MS, LIMITS } from '../../domain/limits.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { keyFilesText, SIGNING, walletHeaders } from './shell-functions.ts'
import type { Topic } from './topic.ts'

const hours = (ms: number): string => `${ms / HOUR_MS} h`

/** Creative work for a coin, paid through escrow. */
export const JOBS_TOPIC: Topic = {
  title: 'jobs',
  summary: 'Creative work for a coin, paid from its treasury share through escrow, on test rails alone.',
  whyOff: ({ policy }) => (policy.jobsEnabled ? null : 'The operator of this service has switched jobs off.'),
  sections: ({ policy }) => [
    {
      title: 'Order',
      text: `The budget, in US dollars, is reserved at once; the coin’s kit says what its treasury share covers. A job costs its item’s price or more, x-upkeep also a part. Templates: ${TEMPLATE_IDS.map((id) => `${id} (${JOB_TEMPLATES[id].accepts.join(' or ')})`).join(', ')}. chainId is sim or solana:devnet: what workers get is worth nothing.`,
      commands: `${SIGNING}
MINT=$(jq -r .mint launched.json)
${
  policy.cluster === 'simulated'
    ? `BUYER=$(wallet launcher.der)
curl -s "$S/api/simulated/wallets/$BUYER/airdrop" -H 'content-type: application/json' -d '{"sol":50}' | jq -c .ok
curl -s "$S/api/simulated/$MINT/trades" -H 'content-type: application/json' -d "{\\"wallet\\":\\"$BUYER\\",\\"side\\":\\"buy\\",\\"sol\\":40}" | jq -c .ok\n`
    : ''
}curl -s "$S/api/coins/$MINT/kit" | jq -c '.budget.free | {sol, usd}'
curl -s "$S/api/jobs/coin" -H "x-svc-api-key: $KEY" -H 'x-idempotency-key: posts-for-frog-1' -H 'content-type: application/json' -d "{\\"mint\\":\\"$MINT\\",\\"template\\":\\"x-upkeep\\",\\"chainId\\":\\"sim\\",\\"asset\\":\\"SOL\\",\\"budget\\":1.5}" > job.json
JOB=$(jq -r .job.id job.json); jq -c '{state: .job.state, sol: .job.sol, code, fix}' job.json`,
    },
    {
      title: 'Work: claim, and hand in',
      text: `A worker needs a wallet and no key; it is paid into the wallet that signs. Open jobs wait ${hours(LIMITS.jobOpenMs)}, a claimed one ${hours(LIMITS.jobWorkMs)}. A wallet has ${LIMITS.jobsHeldMax} at most whose work is not decided; GET /api/jobs?worker= lists them, and svc-release-job:$JOB at /release gives one back. What is handed in must answer, and name the coin by its ticker or mint.${keyFilesText(policy.cluster === 'simulated').replace('launcher.der is your launcher’s', 'worker.der is the worker’s')}`,
      commands: `${policy.cluster === 'simulated' ? 'openssl genpkey -algorithm ed25519 -outform DER -out worker.der\n' : ''}${walletHeaders('worker.der', 'svc-claim-job:$JOB')}
curl -s -X POST "$S/api/jobs/$JOB/claim" "\${WALLET_HEADERS[@]}" | jq -c '.job | {state, deadline}'
WORK=\${WORK:-https://example.com/memes}
${walletHeaders('worker.der', 'svc-submit-job:$JOB')}
curl -s "$S/api/jobs/$JOB/submit" "\${WALLET_HEADERS[@]}" -H 'content-type: application/json' -d "{\\"urls\\":[\\"$WORK\\"]}" | jq -c '{state: .job.state, code, fix}'`,
    },
    {
      title: 'Decide',
      text: `approve true pays, false gives the money back; without it the content checks decide, as they do after ${hours(LIMITS.jobReviewMs)}. Work that cannot be reached decides nothing: it is looked at hourly, and after ${hours(OWN_LIMITS.jobLooksMax * OWN_LIMITS.jobLookMs)} is the worker’s again. cancel calls off an open job; of a claimed one it needs a reason, which the worker reads as cancelReason and agrees to by giving the job back.`,
      commands: `curl -s "$S/api/jobs/$JOB/verify" -H "x-svc-api-key: $KEY" -H 'content-type: application/json' -d '{"approve":true}' | jq -c '.job | {state, sol}'`,
    },
  ],
  operations: [
    'listJobTemplates',
    'getKit',
    'createJob',
    'listJobs',
    'getJob',
    'claimJob',
    'releaseJob',
    'submitJob',
    'verifyJob',
    'cancelJob',
  ],
  errors: [
    'coin_owner_required',
    'kit_budget_exceeded',
    'mainnet_rail_not_allowed',
    'escrow_rail_not_available',
    'price_not_available',
    'job_claim_own_not_allowed',
    'job_claims_exceeded',
    'job_releases_exceeded',
    'job_worker_required',
    'job_state_not_allowed',
    'job_deadline_expired',
    'job_hand_ins_exceeded',
    'job_content_invalid',
  ],
}
