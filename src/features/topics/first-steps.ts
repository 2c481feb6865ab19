import { durationText } from '../../domain/text/duration-text.ts'
import type { Policy } from '../../ports/policy.ts'
import type { TopicSection } from './topic.ts'

/** A PNG of 256 × 256 pixels, inline so that the first steps need no file. */
export const FIRST_PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAQAAAAEAAQMAAABmvDolAAAABlBMVEUWGDBYsFw05LDEAAAAR0lEQVR42u3YsQ0AIAhFQfZfGhsLExEH4F5Hcgt8IiSpKXevGwAAAAAA4LzzEwAAAAAAQAW6vwQAAHNBtzGuhQIAwDggSUULbMXw4gsTIXkAAAAASUVORK5CYII='

/** Wallets without an owner, for the simulated chain only: on a real chain, fees sent there would be lost. */
const CREW = {
  simulated: ['AbVokzJWqvTMySTJMQ1sTaUrmTmKKtrgdWNRuWQiWJ3U', 'UG2kvuKTR3rrfv1mNXPGu4hywpu8XevvXkqJEQmwiYA'],
  'mainnet-beta': ['WALLET_OF_ONE', 'WALLET_OF_TWO'],
} as const

type StepsPolicy = Pick<Policy, 'baseUrl' | 'cluster' | 'dryRunLifetimeMs'>

/** One step from nothing to a launched coin; its POSIX shell commands follow those of the steps before. */
export type Step = TopicSection & { readonly commands: string }

const fresh = `openssl genpkey -algorithm ed25519 -outform DER -out launcher.der
LAUNCHER_KEY="[$({ tail -c 32 launcher.der; openssl pkey -inform DER -in launcher.der -pubout -outform DER | tail -c 32; } | od -An -v -tu1 | xargs | tr ' ' ,)]"`

/** The steps from nothing to a launched coin, as commands that run unchanged (on a real chain after replacing the wallets). */
export function firstSteps({ baseUrl, cluster, dryRunLifetimeMs }: StepsPolicy): readonly Step[] {
  const simulated = cluster === 'simulated'
  const [one, two] = CREW[cluster]
  return [
    {
      title: 'Claim a key',
      text: 'It is shown this once; keep it. 5 an hour for each address.',
      commands: `S=${baseUrl}
KEY=$(curl -s -X POST "$S/api/agent/keys/claim" -H 'content-type: application/json' -d '{"label":"my agent"}' | jq -r .key)`,
    },
    {
      title: 'Have a launcher wallet',
      text: simulated
        ? 'It pays for the launch and becomes the creator on chain. Here a new wallet holds 10 simulated SOL. The secret is a JSON array of 64 numbers, or base58 text.'
        : 'It pays for the launch and becomes the creator on chain: use one of yours that holds SOL. The secret is a JSON array of 64 numbers, or base58 text; it goes into the x-launcher-key header and nowhere else.',
      commands: simulated ? fresh : 'LAUNCHER_KEY=$(cat launcher.json)',
    },
    {
      title: 'Describe the coin',
      text: `Name, ticker, a picture (imageUrl, or imageBase64) and who is paid: crew[] with shares that total 100, or autoHire: {"seats": 5} (with "fallback": "rank" also where nobody in the directory fits the coin), or holderKol: true.${simulated ? '' : ' Put in wallets of real people: what is locked to a wrong wallet is lost.'}`,
      commands: `cat > coin.json <<'JSON'
{"name": "Night Market Frog", "ticker": "NMFROG", "description": "A frog that trades noodles at night.",
 "imageBase64": "${FIRST_PICTURE}",
 "crew": [{"handle": "@one", "wallet": "${one}", "share": 60},
          {"handle": "@two", "wallet": "${two}", "share": 40}]}
JSON`,
    },
    {
      title: 'Dry-run',
      text: `Spends nothing: who gets which share, what it costs, warnings, and an id that is good for ${durationText(dryRunLifetimeMs)}. When approvalRequired is true, a person signs at approvalUrl first, and the body needs launcherPubkey.`,
      commands: `curl -s "$S/api/agent/launch/dry-run" -H "x-svc-api-key: $KEY" -H 'content-type: application/json' -d @coin.json > plan.json
jq -c '{dryRunId, approvalRequired, approvalUrl, sol: .cost.sol, warnings, shareholders: [.shareholders[] | {handle, bps}]}' plan.json`,
    },
    {
      title: 'Launch',
      text: 'The same body with the dryRunId. 201: the fees are locked; 202: the coin exists and nextSteps say how to lock them. Retry with the same idempotency key: nothing is launched twice.',
      commands: `jq --slurpfile plan plan.json '. + {dryRunId: $plan[0].dryRunId}' coin.json > launch.json
curl -s "$S/api/agent/launch" -H "x-svc-api-key: $KEY" -H "x-launcher-key: $LAUNCHER_KEY" -H 'x-idempotency-key: frog-launch-1' -H 'content-type: application/json' -d @launch.json > launched.json
jq -c '{mint, feeShareLocked, nextSteps}' launched.json`,
    },
    {
      title: 'Read the status',
      text: 'As the chain has it now.',
      commands: `curl -s "$S/api/agent/status/$(jq -r .mint launched.json)" -H "x-svc-api-key: $KEY" > status.json
jq -c '{feeShareLocked, stage, accruedSol, tip}' status.json`,
    },
  ]
}

/** The first steps as numbered sections of a Markdown document, under headings of this level. */
export const firstStepLines = (policy: StepsPolicy, heading: '##' | '###'): string[] =>
  firstSteps(policy).flatMap(({ title, text, commands }, index) => [
    `${heading} ${index + 1}. ${title}`,
    '',
    text,
    '',
    '```sh',
    commands,
    '```',
    '',
  ])
