import { createA2a } from '../../src/adapters/a2a/a2a.ts'
import { chained, type ReceiptBody, type ReceiptEntry, receiptText } from '../../src/domain/receipt/receipt-text.ts'
import { typedPolicy } from '../../src/domain/policy/typed-policy.ts'
import type { TypedData } from '../../src/lib/signatures/typed-data.ts'
import { sha256Hex, toBase64 } from '../../src/lib/bytes.ts'
import { canonicalJson } from '../../src/lib/canonical-json.ts'
import { signDetached } from '../../src/lib/ed25519.ts'
import { Secret } from '../../src/lib/secret.ts'
import { newEvmPerson } from './evm-person.ts'
import { newPerson } from './test-app.ts'

const service = createA2a(new Secret('the key of the service'))

/** The keys of the service whose receipts these are. */
export const serviceKeys = service.keys()

/** The receipt of these entries, with a head that this key signs. */
export async function signedReceipt(entries: readonly ReceiptEntry[], by = service): Promise<string> {
  const listed = entries.filter(({ kind }) => kind === 'remit').length
  const head = { mint: 'Mint', count: entries.length, hash: entries.at(-1)!.hash, remits: { listed, complete: true } }
  return receiptText(entries, { head, keys: by.keys(), signature: await by.signText(canonicalJson(head), 'https://a.test/jwks.json') })
}

/** The text of its policy. */
export const POLICY_TEXT = `Spending policy for a.test
The agent key ab may launch coins without asking again:
on: pump
for at most 0.05 SOL (50000000 lamports) a launch
and at most 0.2 SOL (200000000 lamports) a day (UTC)
with a first buy of at most 0 SOL (0 lamports)
from: 1970-01-01T00:00:00.000Z
until: 1970-01-02T00:00:00.000Z
crew from the directory: no
other crew:
- 0xabcdef0123456789abcdef0123456789abcdef01, at most 1000 basis points
- Frog, at most 3000 basis points`

const evm = newEvmPerson()

/** What stands in a receipt where an EVM wallet signed this. */
export const typedBy = (data: TypedData, high?: 'high') => ({
  wallet: evm.wallet,
  message: toBase64(new TextEncoder().encode(canonicalJson(data))),
  signature: toBase64(Buffer.from(evm.sign(data, high).slice(2), 'hex')),
})

/** The bodies of a receipt of 200 entries: a coin, its plan, an approval, a policy, a transaction, its split, and 194 payments. */
export function receiptBodies(): ReceiptBody[] {
  const approver = newPerson()
  const shares = ['A', 'B', 'C'].map((wallet, index) => ({ wallet, bps: [5_000, 3_000, 2_000][index]! }))
  const hashed = { shareholders: [{ ...shares[0]!, wallet: 'launcher' }, ...shares.slice(1)], finalDescription: 'A “frog” 🐸\n.' }
  const planHash = sha256Hex(canonicalJson(hashed))
  const dryRunId = `${planHash.slice(0, 32)}${'ab'.repeat(16)}`
  const message = new TextEncoder().encode(`svc-approve-dry-run:${dryRunId}:1795000000000`)
  const signature = toBase64(signDetached(message, approver.pair))
  const at = '2026-11-18T00:00:00.000Z'
  const text = POLICY_TEXT
  const policyMessage = new TextEncoder().encode(`${text}\nsigned at: 1795000000000`)
  const signed = {
    wallet: approver.wallet,
    at,
    message: toBase64(policyMessage),
    signature: toBase64(signDetached(policyMessage, approver.pair)),
  }
  const paid = Array.from({ length: 65 }, (_, turn) =>
    shares.map(({ wallet, bps }): ReceiptBody => {
      const amount = String((1_000_003 * (turn + 1) * bps) / 10_000).split('.')[0]!
      return { kind: 'remit', body: { wallet, amount, currency: 'SOL', signature: `Paid${turn}`, height: 9 + turn, at } }
    }),
  )
  return [
    { kind: 'coin', body: { service: 'https://a.test', mint: 'Mint', platform: 'pump', chainId: 'sim', launcher: 'A', launchedAt: at } },
    { kind: 'plan', body: { dryRunId, planHash, hashed } },
    { kind: 'approval', body: { wallet: approver.wallet, at, message: toBase64(message), signature } },
    {
      kind: 'policy',
      body: { hash: sha256Hex(text), text, signatures: [signed, { ...typedBy(typedPolicy(text, '1795000000000')!), at }] },
    },
    { kind: 'transaction', body: { steps: ['create', 'lock'], signature: 'Made', height: 7 } },
    { kind: 'split', body: { locked: true, asPlanned: true, shareholders: shares } },
    ...paid.flat().slice(0, 194),
  ]
}

export const chainedEntries = (bodies = receiptBodies()): ReceiptEntry[] => chained(bodies, sha256Hex)
