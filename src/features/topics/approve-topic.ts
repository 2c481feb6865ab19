import { durationText } from '../../domain/text/duration-text.ts'
import { keyFilesText, sampleKeyCommand, SIGNING, walletHeaders } from './shell-functions.ts'
import type { Topic } from './topic.ts'
import type { Wallet } from '../../domain/brands.ts'
import { sampleSeedHex } from '../../domain/sample-wallets.ts'
import { toBase58 } from '../../lib/bytes.ts'
import { keyPairFromSeed } from '../../lib/ed25519.ts'
import { Secret } from '../../lib/secret.ts'
import type { Policy } from '../../ports/policy.ts'

/** A person approves a plan, and it is launched. */
export const APPROVE_TOPIC: Topic = {
  title: 'launch with a person’s approval',
  summary: 'Plan, approvalUrl, waiting, and the launch that was approved.',
  sections: ({ policy }) => [
    {
      title: 'Make the plan, and hand its page to a person',
      text: `The body names launcherPubkey, the wallet that will launch. The page at approvalUrl shows everything that is decided: wallets, shares, picture, cost. A plan lives ${durationText(policy.dryRunLifetimeMs)}.${policy.approvalsRequired > 1 ? ` ${policy.approvalsRequired} approvers have to sign.` : ''}${keyFilesText(policy.cluster === 'simulated')}`,
      commands: `${SIGNING}
jq --arg launcher "$(wallet launcher.der)" '. + {name: "Approved Frog", ticker: "APFROG", launcherPubkey: $launcher}' coin.json > approved.json
curl -s "$S/api/agent/launch/dry-run" -H "x-svc-api-key: $KEY" -H 'content-type: application/json' -d @approved.json > plan.json
ID=$(jq -r .dryRunId plan.json)
jq -c '{approvalRequired, approvalUrl, expiresAt, warnings}' plan.json`,
    },
    sampleApprover(policy)
      ? {
          title: 'The approver signs',
          text: 'Elsewhere a person does this on the page, with a wallet that the operator has listed. This simulated service has a sample approver, whose key everybody can make. An API key cannot approve, nor can the launcher.',
          commands: `${sampleKeyCommand('approver', 'approver.der')}
${walletHeaders('approver.der', 'svc-approve-dry-run:$ID')}
curl -s -X POST "$S/api/agent/launch/dry-run/$ID/approve" "\${WALLET_HEADERS[@]}" | jq -c '{approved, approvedByWallet}'`,
        }
      : {
          title: 'The approver signs',
          text: 'A person opens approvalUrl and signs svc-approve-dry-run:{id}:{timestamp} with a wallet that the operator has listed. An API key cannot approve, nor can the launcher of the plan.',
        },
    {
      title: 'Wait, then launch what was approved',
      text: 'Or subscribe to dryRun.approved (topic webhooks). rejected true: an approver said no, and rejectionReason why; make another plan. A 404 while you wait: the plan expired. A launch inside a spending policy of your key (GET /api/policies) needs no approval.',
      commands: `until [ "$(curl -s "$S/api/agent/launch/dry-run/$ID" | jq -r .approved)" = true ]; do sleep 5; done
jq --arg id "$ID" '. + {dryRunId: $id}' approved.json > launch.json
curl -s "$S/api/agent/launch" -H "x-svc-api-key: $KEY" -H "x-launcher-key: $LAUNCHER_KEY" -H 'x-idempotency-key: approved-frog-1' -H 'content-type: application/json' -d @launch.json | jq -c '{mint, feeShareLocked}'`,
    },
  ],
  operations: ['dryRun', 'getDryRun', 'getDryRunImage', 'approveDryRun', 'rejectDryRun', 'launch'],
  errors: [
    'launcher_pubkey_required',
    'dry_run_required',
    'dry_run_not_approved',
    'dry_run_not_spendable',
    'dry_run_unknown',
    'dry_run_expired',
    'plan_mismatch',
    'launcher_mismatch',
    'approver_not_allowed',
    'approve_with_key_not_allowed',
    'wallet_signature_invalid',
    'wallet_signature_used',
  ],
}

/** True where the sample approver may approve: on the simulated chain, unless the operator has listed others. */
const sampleApprover = ({ cluster, approvers }: Pick<Policy, 'cluster' | 'approvers'>): boolean => {
  const seed = new Secret(Uint8Array.from(Buffer.from(sampleSeedHex('approver'), 'hex')))
  return cluster === 'simulated' && approvers.has(toBase58(keyPairFromSeed(seed).publicKey) as Wallet)
}
