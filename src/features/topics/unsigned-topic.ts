import { keyFilesText, SIGNING } from './shell-functions.ts'
import type { Topic } from './topic.ts'

/** A launch whose keys never leave the client. */
export const UNSIGNED_TOPIC: Topic = {
  title: 'launch without sending a secret',
  summary: 'Take the transactions, sign them yourself, submit.',
  sections: ({ policy }) => [
    {
      title: 'Take the transactions',
      text: `launcherPubkey pays and becomes the creator; mintPubkey is a new key of yours, the coin’s address. Each transaction is base64: a count, that many signatures of 64 bytes (zeros), then the message.${keyFilesText(policy.cluster === 'simulated')}`,
      commands: `${SIGNING}
openssl genpkey -algorithm ed25519 -outform DER -out mint.der
jq --arg launcher "$(wallet launcher.der)" --arg mint "$(wallet mint.der)" '. + {name: "Unsigned Frog", ticker: "UNFROG", launcherPubkey: $launcher, mintPubkey: $mint}' coin.json > unsigned.json
curl -s "$S/api/agent/launch/unsigned" -H "x-svc-api-key: $KEY" -H 'content-type: application/json' -d @unsigned.json > offer.json
jq -c '{launchId, mint, lockPath, expiresAt, transactions: [.transactions[] | {purpose, signers}]}' offer.json`,
    },
    {
      title: 'Sign, in the order of signers',
      text: 'Sign the message unchanged; a wallet does the same with VersionedTransaction.deserialize and signTransaction.',
      commands: `sign_transaction() { # base64 in, base64 out
  base64 -d > tx; n=$(od -An -tu1 -N1 tx); tail -c +$((2 + 64 * n)) tx > message
  { head -c 1 tx
    for signer in $1; do
      [ "$signer" = "$(wallet mint.der)" ] && file=mint.der || file=launcher.der
      openssl pkeyutl -sign -rawin -inkey $file -keyform DER -in message
    done; cat message; } | base64 -w0; echo; }
jq -r '.transactions[] | "\\(.transaction) \\(.signers | join(" "))"' offer.json | while read -r transaction signers; do
  echo "$transaction" | sign_transaction "$signers"
done | jq -R . | jq -s --slurpfile offer offer.json '{launchId: $offer[0].launchId, transactions: .}' > signed.json`,
    },
    {
      title: 'Submit',
      text: 'A second call gives the same answer. 201 and 202 mean what they mean of a launch. Before expiresAt; an offer that expired did nothing.',
      commands: `curl -s "$S/api/agent/launch/submit" -H "x-svc-api-key: $KEY" -H 'content-type: application/json' -d @signed.json | jq -c '{mint, signature, feeShareLocked}'`,
    },
  ],
  operations: ['prepareLaunch', 'submitLaunch', 'launchStatus'],
  bodies: ['submitLaunch'],
  errors: [
    'launcher_pubkey_required',
    'wallet_invalid',
    'mint_exists',
    'launch_offer_unknown',
    'launch_offer_expired',
    'signed_transaction_mismatch',
    'unsigned_not_available',
    'balance_too_low',
  ],
}
