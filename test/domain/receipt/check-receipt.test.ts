import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createA2a } from '../../../src/adapters/a2a/a2a.ts'
import { hashedText, readEntry } from '../../../src/domain/receipt/check-entry.ts'
import { checkReceipt } from '../../../src/domain/receipt/check-receipt.ts'
import { checkTransactions } from '../../../src/domain/receipt/check-transactions.ts'
import type { EntryBodies, ReceiptBody, ReceiptEntry } from '../../../src/domain/receipt/receipt-text.ts'
import { typedPolicy } from '../../../src/domain/policy/typed-policy.ts'
import { sha256Hex } from '../../../src/lib/bytes.ts'
import { receiptCrypto } from '../../../src/lib/signatures/receipt-crypto.ts'
import { Secret } from '../../../src/lib/secret.ts'
import { chainedEntries, POLICY_TEXT, receiptBodies, serviceKeys, signedReceipt, typedBy } from '../../support/made-receipt.ts'

const FULL = Number(process.env.PROPERTY_INPUTS ?? 0) >= 100_000
/** Every how manieth byte is changed before the slower of the verifiers, in check: all of them in check:full. */
const STEP = FULL ? 1 : 307
/** The same of the end, which only a whole check reads. */
const END_STEP = FULL ? 1 : 7

const entries = chainedEntries()
const text = await signedReceipt(entries)
const bytes = new TextEncoder().encode(text)
const failed = async (receipt: string | Uint8Array, keys: typeof serviceKeys | null = serviceKeys): Promise<string[]> => {
  const data = typeof receipt === 'string' ? new TextEncoder().encode(receipt) : receipt
  return (await checkReceipt(receiptCrypto, data, keys)).filter(({ ok }) => !ok).map(({ name }) => name)
}
const changed = (at: number): Uint8Array => bytes.with(at, bytes[at]! ^ (1 << (at % 8)))

/** What the second verifier says fails, of each receipt; and of every STEP-th change of a byte. */
async function byPython(receipts: readonly string[], ofBytes = false): Promise<(string | null)[]> {
  const program = `
import json, sys
sys.path.insert(0, ${JSON.stringify(join(import.meta.dir, '../../../clients/python'))})
from verify_receipt import verify
asked = json.load(sys.stdin)
datas = [receipt.encode() for receipt in asked["receipts"]]
whole = datas[0]
if asked["step"]:
    datas = (whole[:at] + bytes([whole[at] ^ (1 << (at % 8))]) + whole[at + 1:] for at in range(0, len(whole), asked["step"]))
print(json.dumps([next((name for name, holds, _ in verify(data, asked["keys"]) if not holds), None) for data in datas]))`
  const input = new Blob([JSON.stringify({ receipts, step: ofBytes ? STEP : 0, keys: serviceKeys })])
  const run = Bun.spawn(['python3', '-c', program], { stdin: input, stdout: 'pipe', stderr: 'inherit' })
  return JSON.parse(await new Response(run.stdout).text())
}
const withoutPython = Bun.which('python3') === null

/** The receipt with this body changed, chained and signed anew: a service that lies. */
const lying = (kind: ReceiptBody['kind'], changes: object): Promise<string> => {
  const bodies = receiptBodies()
  const at = bodies.findIndex((body) => body.kind === kind)
  return signedReceipt(chainedEntries(bodies.with(at, { kind, body: { ...bodies[at]!.body, ...changes } } as ReceiptBody)))
}

/** The same of its policy, and of the signature under it. */
function lyingPolicy(changes: object, signature: object = {}): Promise<string> {
  const { signatures } = receiptBodies().find(({ kind }) => kind === 'policy')!.body as EntryBodies['policy']
  return lying('policy', { signatures: [{ ...signatures[0]!, ...signature }], ...changes })
}

const AT = '1795000000000'
const typed = typedPolicy(POLICY_TEXT, AT)!
const OTHER_TEXT = POLICY_TEXT.replace('a.test', 'b.test')
/** The same of its one signature, by an EVM wallet. */
const lyingTyped = (changes: object): Promise<string> => lyingPolicy({}, { ...typedBy(typed), ...changes })

const other = createA2a(new Secret('the key of somebody else'))
const swapped = (a: number, b: number): ReceiptEntry[] => entries.with(a, entries[b]!).with(b, entries[a]!)
const cases: readonly (readonly [what: string, receipt: string, failed: string])[] = [
  ['an entry left out', await signedReceipt(entries.toSpliced(100, 1)), 'chain'],
  [
    'its last entry left out, under the old head',
    [...text.split('\n').slice(0, -3), text.split('\n').at(-3)!.slice(0, -1)].join('\n'),
    'form',
  ],
  ['entries swapped', await signedReceipt(swapped(100, 101)), 'chain'],
  [
    'entries swapped and chained anew',
    await signedReceipt(chainedEntries(receiptBodies().toSpliced(3, 0, ...receiptBodies().slice(4, 5)))),
    'chain',
  ],
  ['a foreign key', await signedReceipt(entries, other), 'key'],
  ['the key of the service beside another’s signature', await signedReceipt(entries, { ...other, keys: () => serviceKeys }), 'head'],
  ['another plan', await lying('plan', { hashed: { shareholders: [] } }), 'plan'],
  ['a dry-run of another plan', await lying('plan', { dryRunId: 'ab'.repeat(32) }), 'plan'],
  ['an approval by somebody else', await lying('approval', { wallet: '11111111111111111111111111111111' }), 'approvals'],
  ['an approval of another text', await lying('approval', { message: btoa('I like frogs') }), 'approvals'],
  ['a policy by somebody else', await lyingPolicy({}, { wallet: '11111111111111111111111111111111' }), 'policy'],
  ['a policy that was signed for another text', await lyingPolicy({}, { message: btoa('I like frogs') }), 'policy'],
  ['a policy with an altered clause', await lyingPolicy({ text: 'Spending policy for a.test\nall' }), 'policy'],
  [
    'a policy with an altered clause and its hash',
    await lyingPolicy({ text: 'Spending policy for a.test\nall', hash: sha256Hex('Spending policy for a.test\nall') }),
    'policy',
  ],
  ['a policy by another EVM wallet', await lyingTyped({ wallet: `0x${'ab'.repeat(20)}` }), 'policy'],
  ['a policy that an EVM wallet signed for another service', await lyingTyped(typedBy(typedPolicy(OTHER_TEXT, AT)!)), 'policy'],
  [
    'a policy that an EVM wallet signed in another domain',
    await lyingTyped(typedBy({ ...typed, domain: { name: 'Mail', version: '1' } })),
    'policy',
  ],
  ['a policy with the greater s of an EVM wallet', await lyingTyped(typedBy(typed, 'high')), 'policy'],
  ['a policy that an EVM wallet signed as words', await lyingTyped({ message: btoa(`${POLICY_TEXT}\nsigned at: ${AT}`) }), 'policy'],
  ['a policy that nobody signed', await lyingPolicy({ signatures: [] }), 'policy'],
  ['a policy for another service', await lying('coin', { service: 'https://b.test' }), 'policy'],
  ['shares of less than everything', await lying('split', { asPlanned: false, shareholders: [{ wallet: 'A', bps: 9_999 }] }), 'split'],
  ['another split than the planned one', await lying('split', { shareholders: [{ wallet: 'A', bps: 10_000 }] }), 'split'],
  ['a payment beyond a part', await lying('remit', { amount: '900000' }), 'remits'],
  ['a payment to a stranger', await lying('remit', { wallet: 'D' }), 'remits'],
  ['nothing in it', '', 'form'],
  ['something else in it', '{"entries":[\n{}\n],"head":{}}', 'form'],
]

describe('decision "A receipt"', () => {
  test('of 200 entries holds, in less than a second, by both verifiers', async () => {
    expect(entries).toHaveLength(200)
    const since = performance.now()
    expect(await failed(text)).toEqual([])
    expect(performance.now() - since).toBeLessThan(1_000)
    const byTyped = await lyingTyped({})
    expect(await failed(byTyped)).toEqual([])
    if (!withoutPython) expect(await byPython([text, byTyped])).toEqual([null, null])
  })

  test('with any byte of an entry changed does not have its form or its hash', () => {
    for (const entry of entries) {
      const line = text.split('\n')[entries.indexOf(entry) + 1]!.replace(/,$/, '')
      const of = new TextEncoder().encode(line)
      for (let at = 0; at < of.length; at += 1) {
        const other = readEntry(new TextDecoder().decode(of.with(at, of[at]! ^ (1 << (at % 8)))))
        if (other !== null && sha256Hex(hashedText(other)) === other.hash) throw new Error(`byte ${at} of ${line} may be changed`)
      }
    }
  })

  test('with a byte of a sample changed, its end among it, does not hold', async () => {
    const endsAt = text.lastIndexOf('\n')
    const first = Buffer.from(text.slice(0, endsAt)).length
    for (let at = 0; at < bytes.length; at += at < first ? STEP : END_STEP) {
      if ((await failed(changed(at))).length === 0) throw new Error(`byte ${at} may be changed`)
    }
  })

  test.skipIf(withoutPython)('with a byte of a sample changed does not hold by the second verifier either', async () => {
    const found = await byPython([text], true)
    expect(found).toHaveLength(Math.ceil(bytes.length / STEP))
    expect(found).not.toContain(null)
  })

  test.each(cases)('with %s does not hold', async (_what, receipt, name) => {
    expect(await failed(receipt)).toContain(name)
  })
  test.skipIf(withoutPython)('none of these holds by the second verifier', async () => {
    expect(await byPython(cases.map(([, receipt]) => receipt))).not.toContain(null)
  })

  test('with the key that came with it says that the key was not checked', async () => {
    const checks = await checkReceipt(receiptCrypto, bytes, null)
    expect(checks.find(({ name }) => name === 'key')).toMatchObject({ ok: true, text: expect.stringContaining('Not checked') })
  })

  test('is compared with the chain: a transaction that is missing, failed or elsewhere is told', async () => {
    const node =
      (slotOf: (signature: string) => number) =>
      async ({ params }: { readonly params: readonly unknown[] }) => ({
        value: (params[0] as string[]).map((signature) => ({ slot: slotOf(signature), err: null, confirmationStatus: 'finalized' })),
      })
    const right = (signature: string) => (signature === 'Made' ? 7 : 9 + Number(signature.slice(4)))
    expect(await checkTransactions(node(right), bytes)).toMatchObject({ ok: true })
    expect(
      await checkTransactions(
        node((signature) => right(signature) + Number(signature === 'Paid3')),
        bytes,
      ),
    ).toMatchObject({ ok: false })
    expect(await checkTransactions(async () => ({ value: Array(66).fill(null) }), bytes)).toMatchObject({ ok: false })
  })
})
