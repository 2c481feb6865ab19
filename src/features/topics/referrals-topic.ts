import { feeMapOf } from '../../domain/crew/fee-map.ts'
import { SAMPLE_REFERRAL_CODE } from '../../domain/sample-wallets.ts'
import { sampleKeyCommand, SIGNING, walletHeaders } from './shell-functions.ts'
import type { Topic } from './topic.ts'

const { crewPoolBps, agentBps, referrerBps, treasuryBps } = feeMapOf('agent', true)

/** Keys that a KOL brought, and what the KOL earns. */
export const REFERRALS_TOPIC: Topic = {
  title: 'referrals',
  summary: 'Claim a key with a KOL’s code; the KOL earns of every coin that it launches.',
  sections({ policy }) {
    const simulated = policy.cluster === 'simulated'
    return [
      {
        title: 'Claim with a code',
        text: `A code is bound to the key for good. Of the coins of such a key the referrer gets ${referrerBps} of 10,000 bps, out of the treasury’s part: crew ${crewPoolBps}, agent ${agentBps}, referrer ${referrerBps}, treasury ${treasuryBps} (mode agent). ${simulated ? `${SAMPLE_REFERRAL_CODE} is a code of this simulated service.` : 'A KOL of the directory tells you theirs.'}`,
        commands: `REFERRED=$(curl -s -X POST "$S/api/agent/keys/claim" -H 'content-type: application/json' -d '{"label":"referred","referralCode":"${simulated ? SAMPLE_REFERRAL_CODE : 'THEIR_CODE'}"}' | jq -r .key)
jq '. + {name: "Referred Frog", ticker: "RFFROG"}' coin.json > referred.json
curl -s "$S/api/agent/launch/dry-run" -H "x-svc-api-key: $REFERRED" -H 'content-type: application/json' -d @referred.json | jq -c '{feeMap, referral: .referral.handle, referrer: [.shareholders[] | select(.role == "referrer") | .bps]}'
curl -s "$S/api/agent/launch" -H "x-svc-api-key: $REFERRED" -H "x-launcher-key: $LAUNCHER_KEY" -H 'x-idempotency-key: referred-frog-1' -H 'content-type: application/json' -d @referred.json | jq -c '{mint, feeShareLocked}'`,
      },
      {
        title: 'As the referrer: what it brought',
        text: `By a signature of the KOL’s wallet of the directory; no key. ${simulated ? 'The sample referrer’s key is one that everybody can make.' : 'referrer.der is that wallet’s key as PKCS#8 DER.'}`,
        commands: `${SIGNING}
${simulated ? `${sampleKeyCommand('referrer', 'referrer.der')}\n` : ''}${walletHeaders('referrer.der', 'svc-kol-referrals:${S#*://}:$(wallet referrer.der)')}
curl -s "$S/api/kol/referrals" "\${WALLET_HEADERS[@]}" | jq -c '{handle, code, keysReferred, launches, solEarned}'`,
      },
    ]
  },
  operations: ['claimKey', 'dryRun', 'getReferrals', 'optOut', 'searchKols', 'getKol'],
  bodies: ['claimKey'],
  errors: [
    'referral_code_invalid',
    'claims_exceeded',
    'referrer_wallet_required',
    'wallet_signature_invalid',
    'wallet_signature_used',
    'kol_not_found',
  ],
}
