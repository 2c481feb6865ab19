import type { LaunchpadFacts } from '../../ports/launchpad/facts.ts'
import type { Topic, TopicContext } from './topic.ts'

const evmOf = ({ launchpads }: TopicContext): LaunchpadFacts | undefined => launchpads.find(({ chainId }) => chainId.startsWith('eip155:'))

/** Coins on Base. */
export const BASE_TOPIC: Topic = {
  title: 'coins on Base',
  summary: 'The same calls with platform, EVM wallets and ETH.',
  whyOff: (context) => (evmOf(context) ? null : 'The operator of this service has no launchpad on Base switched on.'),
  sections(context) {
    const facts = evmOf(context)
    if (!facts) return []
    return [
      { title: 'What differs', text: [facts.feeModel, ...facts.notices].map((line) => `- ${line}`).join('\n') },
      {
        title: 'Launch',
        text: `platform is ${facts.id}. Each crew member also has evmWallet, which is paid; at most ${facts.shareholdersMax} wallets share. x-launcher-key is an EVM private key (0x and 64 hex digits), and the launcher holds ETH on Base. Costs are in ETH, payouts in ${facts.payoutCurrency}; lamports and sol are left out. EVM_WALLET and EVM_LAUNCHER_KEY are yours to set.`,
        commands: `jq --arg wallet "$EVM_WALLET" '. + {name: "Base Frog", ticker: "BSFROG", platform: "${facts.id}", crew: [.crew[0] + {share: 100, evmWallet: $wallet}]}' coin.json > base.json
curl -s "$S/api/agent/launch/dry-run" -H "x-svc-api-key: $KEY" -H 'content-type: application/json' -d @base.json > plan.json
jq -c '{dryRunId, cost: .cost.total, warnings}' plan.json
jq --slurpfile plan plan.json '. + {dryRunId: $plan[0].dryRunId}' base.json > launch.json
curl -s "$S/api/agent/launch" -H "x-svc-api-key: $KEY" -H "x-launcher-key: $EVM_LAUNCHER_KEY" -H 'x-idempotency-key: base-frog-1' -H 'content-type: application/json' -d @launch.json > based.json
jq -c '{mint, feeShareLocked, nextSteps}' based.json`,
      },
      {
        title: 'Read and distribute',
        text: `As elsewhere, with amounts in ${facts.payoutCurrency}. A distribution is paid by the key that you send, or by the operator’s wallet where there is one.`,
        commands: `MINT=$(jq -r .mint based.json)
curl -s "$S/api/agent/status/$MINT" -H "x-svc-api-key: $KEY" | jq -c '{feeShareLocked, tip}'
curl -s "$S/api/agent/crank" -H "x-svc-api-key: $KEY" -H "x-launcher-key: $EVM_LAUNCHER_KEY" -H 'content-type: application/json' -d "{\\"mint\\":\\"$MINT\\"}" | jq -c '{ok, code, tip}'`,
      },
      {
        title: 'Unsigned, repair, distribution',
        text: `As elsewhere; offered here: ${facts.operations.join(', ')}. Unsigned launches need no mintPubkey: the address follows from the launch, and its one transaction is an EIP-1559 one for the launcher to sign, within 15 minutes. A browser wallet that sends it by itself, at a fee of its own, is as good: submit {launchId, hashes: ["0x…"]}. The fee of what you sign is yours to raise: the service sends a second, higher bid only for what it signed itself. Split, coin and lock land together or not at all (lockPath atomic-evm), so a launch leaves nothing to repair: ${facts.operations.includes('wire-fees') ? 'wire-fees is for coins that were made elsewhere' : 'there is no wire-fees'}.`,
      },
    ]
  },
  operations: ['listPlatforms', 'dryRun', 'launch', 'prepareLaunch', 'submitLaunch', 'wireFees', 'crank'],
  errors: [
    'platform_not_available',
    'platform_disabled',
    'crew_evm_wallet_missing',
    'crew_wallet_invalid',
    'recipient_not_payable',
    'referrer_wallet_required',
    'operation_not_offered',
    'upstream_unavailable',
  ],
}
