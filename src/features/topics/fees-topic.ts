import { LIMITS } from '../../domain/limits.ts'
import type { Topic } from './topic.ts'

/** Repair, distribution and what was paid. */
export const FEES_TOPIC: Topic = {
  title: 'fees: repair, distribute, look up',
  summary: 'What to do after a 202, how shareholders are paid, and who got what.',
  sections: ({ policy }) => [
    ...(policy.cluster === 'simulated'
      ? [
          {
            title: 'A launch whose lock failed',
            text: 'Here the ticker XLOCKFAIL makes one; elsewhere a chain does.',
            commands: `jq '. + {name: "Broken Frog", ticker: "XLOCKFAIL"}' coin.json > broken.json
curl -s "$S/api/agent/launch" -H "x-svc-api-key: $KEY" -H "x-launcher-key: $LAUNCHER_KEY" -H 'content-type: application/json' -d @broken.json > launched.json
jq -c '{mint, feeShareLocked, nextSteps}' launched.json`,
          },
        ]
      : []),
    {
      title: 'Repair it',
      text: 'wire-fees locks the fees of a coin that is there: of a 202 to the crew of its launch (send the mint alone), of any coin of your launcher to another crew[] (dry-run with intent wire-fees first where approval is required). The launcher signs: by x-launcher-key, or with …/unsigned and …/submit (topic unsigned). A lock is final. Of a coin with holderKol, lock-holder-kol does it, once KOLs hold the coin.',
      commands: `MINT=$(jq -r .mint launched.json)
curl -s "$S/api/agent/status/$MINT" -H "x-svc-api-key: $KEY" | jq -c '{feeShareLocked, tip}'
curl -s "$S/api/agent/wire-fees" -H "x-svc-api-key: $KEY" -H "x-launcher-key: $LAUNCHER_KEY" -H 'content-type: application/json' -d "{\\"mint\\":\\"$MINT\\"}" | jq -c 'if .feeShareLocked then {feeShareLocked, feeShareSignature} else {code, fix} end'`,
    },
    {
      title: 'Distribute',
      text: `Fees accrue as people trade; the service distributes by its own clock too (${policy.crankCron}). Anyone may crank; without x-launcher-key the operator’s wallet pays, where there is one.`,
      commands: `${
        policy.cluster === 'simulated'
          ? `curl -s -X POST "$S/api/simulated/$MINT/trades" -H 'content-type: application/json' -d '{"wallet":"AbVokzJWqvTMySTJMQ1sTaUrmTmKKtrgdWNRuWQiWJ3U","side":"buy","sol":9}' | jq -c .ok\n`
          : ''
      }curl -s "$S/api/agent/crank" -H "x-svc-api-key: $KEY" -H "x-launcher-key: $LAUNCHER_KEY" -H 'content-type: application/json' -d "{\\"mint\\":\\"$MINT\\"}" | jq -c '{distributedSol, missingLamports, tip}'
curl -s "$S/api/remits?mint=$MINT&limit=5" | jq -c '.remits[] | {role, handle, sol}'`,
    },
    {
      title: 'What was paid',
      text: `Each payment is a remit, read back from the chain: GET /api/remits (all, of a mint, or to a wallet), newest first, ${LIMITS.pageDefault} a page. GET /api/wallets/{wallet} adds up what a wallet was paid, and says what waits for it; people read the same at /wallet/{wallet}.`,
    },
  ],
  operations: [
    'wireFees',
    'lockHolderKol',
    'prepareWireFees',
    'prepareLockHolderKol',
    'submitLock',
    'crank',
    'launchStatus',
    'listRemits',
    'getWallet',
  ],
  bodies: ['wireFees', 'lockHolderKol', 'crank'],
  errors: [
    'mint_unknown',
    'launcher_not_creator',
    'fee_share_already_locked',
    'fee_share_not_locked',
    'wire_fees_in_progress',
    'holder_kol_not_found',
    'crew_required',
    'dry_run_required',
    'balance_too_low',
    'chain_refused',
    'transaction_expired',
    'crank_payer_missing',
    'crank_budget_exceeded',
  ],
}
