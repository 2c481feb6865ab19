import { canonicalJson } from '../../lib/canonical-json.ts'
import { looksLikeEvmAddress } from '../../lib/evm-address.ts'
import type { TypedData } from '../../lib/signatures/typed-data.ts'
import type { PublicJwk } from '../a2a/public-jwk.ts'
import { typedPolicy } from '../policy/typed-policy.ts'
import { hashedText, readEntry } from './check-entry.ts'
import type { Check, ReceiptFacts } from './check.ts'
import { checkRemits, checkSplit } from './check-split.ts'
import { ENTRY_KINDS, type EntryBodies, FIRST_LINE, LAST_LINE, NO_HASH, type ReceiptEntry, type ReceiptTail } from './receipt-text.ts'

/** What a verifier computes, with whatever its machine has. */
export interface ReceiptCrypto {
  sha256Hex(text: string): Promise<string> | string
  /** A signature by the Solana wallet, all in raw bytes but the wallet. */
  verifyWallet(wallet: string, message: Uint8Array, signature: Uint8Array): Promise<boolean> | boolean
  /** A signature by the EVM wallet over the typed data. */
  verifyTyped(wallet: string, data: TypedData, signature: Uint8Array): Promise<boolean> | boolean
  /** ES256 of the text, the signature as r and s. */
  verifyEs256(key: PublicJwk, text: string, signature: Uint8Array): Promise<boolean> | boolean
}

/** Every check of a receipt, by its bytes; `trusted` are the service's keys, got from elsewhere. Asks nobody, and never throws. */
export async function checkReceipt(crypto: ReceiptCrypto, bytes: Uint8Array, trusted: readonly PublicJwk[] | null): Promise<Check[]> {
  const read = readReceipt(bytes)
  if (typeof read === 'string') return [{ name: 'form', ok: false, text: read }]
  try {
    const facts = factsOf(read.entries)
    return [
      { name: 'form', ok: true, text: `A receipt of ${read.entries.length} entries, in its one form.` },
      await checkChain(crypto, read.entries),
      await checkPlan(crypto, facts),
      await checkApprovals(crypto, facts),
      await checkPolicy(crypto, facts),
      checkSplit(facts),
      checkRemits(facts),
      ...(await checkHead(crypto, read, trusted)),
    ]
  } catch {
    return [{ name: 'form', ok: false, text: 'An entry does not have what entries of its kind have.' }]
  }
}

interface ReadReceipt {
  readonly entries: readonly ReceiptEntry[]
  readonly tail: ReceiptTail
}

const NOT_AS_WRITTEN = 'as the service wrote it. Was the file changed, cut off or formatted anew?'

/** The receipt, or what is wrong with the form. */
function readReceipt(bytes: Uint8Array): ReadReceipt | string {
  let lines: string[]
  let tail: ReceiptTail
  try {
    lines = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes).split('\n')
    const last = lines.pop() ?? ''
    tail = JSON.parse(`{${last.slice(LAST_LINE.length)}`) as ReceiptTail
    if (lines.shift() !== FIRST_LINE || `${LAST_LINE}${canonicalJson(tail).slice(1)}` !== last)
      return `The beginning or the end is not ${NOT_AS_WRITTEN}`
  } catch {
    return 'This is not a receipt.'
  }
  const entries: ReceiptEntry[] = []
  for (const [at, line] of lines.entries()) {
    const isLast = at === lines.length - 1
    const entry = line.endsWith(',') === isLast ? null : readEntry(isLast ? line : line.slice(0, -1))
    if (entry === null) return `Entry ${at + 1} is not ${NOT_AS_WRITTEN}`
    entries.push(entry)
  }
  return { entries, tail }
}

const factsOf = (entries: readonly ReceiptEntry[]): ReceiptFacts =>
  Object.fromEntries(
    ENTRY_KINDS.map((kind) => [kind, entries.filter((entry) => entry.kind === kind).map(({ body }) => body)]),
  ) as unknown as ReceiptFacts

async function checkChain(crypto: ReceiptCrypto, entries: readonly ReceiptEntry[]): Promise<Check> {
  const bad = (at: number, what: string): Check => ({ name: 'chain', ok: false, text: `Entry ${at + 1} ${what}.` })
  let [previous, order] = [NO_HASH, 0]
  for (const [at, entry] of entries.entries()) {
    if ((await crypto.sha256Hex(hashedText(entry))) !== entry.hash) return bad(at, 'does not have the hash that it names: it was changed')
    if (entry.previous !== previous) return bad(at, 'does not follow the one before it: one was left out, put in or moved')
    const kind = ENTRY_KINDS.indexOf(entry.kind)
    if (kind < order || (at === 0) !== (kind === 0)) return bad(at, 'is not in its place')
    previous = entry.hash
    order = kind
  }
  return { name: 'chain', ok: true, text: 'Every entry has its hash and follows the one before it.' }
}

async function checkPlan(crypto: ReceiptCrypto, { plan: plans }: ReceiptFacts): Promise<Check> {
  const result = (ok: boolean, text: string): Check => ({ name: 'plan', ok, text })
  const [plan] = plans
  if (plan === undefined || plans.length > 1) return result(false, 'There is not exactly one plan.')
  const { dryRunId, planHash, hashed } = plan
  if (dryRunId !== null && !dryRunId.startsWith(planHash.slice(0, 32))) return result(false, 'The dry-run’s id is of another plan.')
  if (hashed === null) return result(true, 'Not checked: an earlier version made this plan, whose hash is over what is not public.')
  const same = (await crypto.sha256Hex(canonicalJson(hashed))) === planHash
  return result(same, same ? `The plan is the one with the hash ${planHash.slice(0, 16)}….` : 'The plan does not have its hash.')
}

/** What Solana's off-chain envelope begins with; a text cannot. */
const ENVELOPE = '\u00ffsolana offchain'

async function checkApprovals(crypto: ReceiptCrypto, { plan, approval: approvals, policy }: ReceiptFacts): Promise<Check> {
  const result = (ok: boolean, text: string): Check => ({ name: 'approvals', ok, text })
  const dryRunId = plan[0]?.dryRunId ?? null
  let signed = 0
  for (const { wallet, message, signature } of approvals) {
    if (dryRunId === null) return result(false, 'There are approvals, and no dry-run that they are of.')
    if (message === null || signature === null) continue
    const bytes = fromBase64(message)
    const text = String.fromCharCode(...bytes)
    const words = /svc-approve-dry-run:([0-9a-f]+):[0-9]{13}$/.exec(text)
    const bound = words?.[1] === dryRunId && (words.index === 0 || text.startsWith(ENVELOPE))
    if (!bound) return result(false, `${wallet} signed something else than this plan.`)
    if (!(await crypto.verifyWallet(wallet, bytes, fromBase64(signature)))) return result(false, `The signature is not that of ${wallet}.`)
    signed += 1
  }
  const unsigned = approvals.length - signed
  if (approvals.length === 0 && policy.length > 0) return result(true, 'Nobody approved this plan: a spending policy stood for that.')
  if (approvals.length === 0) return result(true, 'Nobody approved this plan, and its key needed no approval.')
  const kept = unsigned === 0 ? '' : ` ${unsigned} not checked: an earlier version kept no signature.`
  return result(true, `${signed} of ${approvals.length} approvals are signed by their wallets over this plan.${kept}`)
}

/** Whether the policy is of this service, has its hash, and is signed over its whole text. */
async function checkPolicy(crypto: ReceiptCrypto, { coin: [coin], policy: policies }: ReceiptFacts): Promise<Check> {
  const result = (ok: boolean, text: string): Check => ({ name: 'policy', ok, text })
  const [policy] = policies
  if (policy === undefined) return result(true, 'It was not launched under a spending policy.')
  const { hash, text, signatures } = policy
  if (policies.length > 1) return result(false, 'There is more than one spending policy.')
  if ((await crypto.sha256Hex(text)) !== hash) return result(false, 'The spending policy does not have its hash.')
  if (text.split('\n')[0] !== `Spending policy for ${new URL(coin!.service).host}`)
    return result(false, 'The spending policy is of another service.')
  if (signatures.length === 0) return result(false, 'Nobody signed the spending policy.')
  for (const one of signatures) {
    const by = looksLikeEvmAddress(one.wallet) ? await signedAsTyped(crypto, text, one) : await signedAsText(crypto, text, one)
    if (by === 'other words') return result(false, `${one.wallet} signed something else than this spending policy.`)
    if (by === 'another') return result(false, `The signature is not that of ${one.wallet}.`)
  }
  return result(true, `The spending policy ${hash.slice(0, 16)}… is signed by ${signatures.map(({ wallet }) => wallet).join(', ')}.`)
}

type SignatureBody = EntryBodies['policy']['signatures'][number]
type SignedBy = 'wallet' | 'another' | 'other words'

async function signedAsText(crypto: ReceiptCrypto, text: string, { wallet, message, signature }: SignatureBody): Promise<SignedBy> {
  const bytes = fromBase64(message)
  const signed = String.fromCharCode(...bytes)
  const at = signed.search(/\nsigned at: [0-9]{13}$/)
  const bound = signed.slice(0, at) === text || (signed.startsWith(ENVELOPE) && signed.slice(0, at).endsWith(text))
  if (at < 0 || !bound) return 'other words'
  return (await crypto.verifyWallet(wallet, bytes, fromBase64(signature))) ? 'wallet' : 'another'
}

/** The message is the typed data of this text, whole: it is made anew, and nothing is read out of it but the time. */
async function signedAsTyped(crypto: ReceiptCrypto, text: string, { wallet, message, signature }: SignatureBody): Promise<SignedBy> {
  const json = new TextDecoder().decode(fromBase64(message))
  const data = typedPolicy(text, /"signedMs":"([0-9]{13})"/.exec(json)?.[1] ?? '')
  if (data === null || canonicalJson(data) !== json) return 'other words'
  return (await crypto.verifyTyped(wallet, data, fromBase64(signature))) ? 'wallet' : 'another'
}

async function checkHead(crypto: ReceiptCrypto, { entries, tail }: ReadReceipt, trusted: readonly PublicJwk[] | null): Promise<Check[]> {
  const { head, keys, signature } = tail
  const listed = entries.filter(({ kind }) => kind === 'remit').length
  const [first] = entries
  const ofThese =
    head.count === entries.length &&
    head.hash === entries.at(-1)?.hash &&
    head.remits.listed === listed &&
    first?.kind === 'coin' &&
    first.body.mint === head.mint
  if (!ofThese) return [{ name: 'head', ok: false, text: 'The head is not of these entries.' }]
  const [key] = keys
  const header = JSON.parse(new TextDecoder().decode(fromBase64Url(signature.protected))) as {
    readonly kid?: string
    readonly alg?: string
  }
  const whole = keys.length === 1 && key !== undefined && (await isWhole(crypto, key)) && header.kid === key.kid && header.alg === 'ES256'
  const text = `${signature.protected}.${toBase64Url(new TextEncoder().encode(canonicalJson(head)))}`
  const signed = whole && (await crypto.verifyEs256(key, text, fromBase64Url(signature.signature)))
  if (!signed) return [{ name: 'head', ok: false, text: 'The head is not signed by the key that it names.' }]
  return [{ name: 'head', ok: true, text: `The head of ${head.count} entries is signed by key ${key.kid}.` }, checkKey(key, trusted)]
}

function checkKey(key: PublicJwk, trusted: readonly PublicJwk[] | null): Check {
  const result = (ok: boolean, text: string): Check => ({ name: 'key', ok, text })
  if (trusted === null)
    return result(true, 'Not checked whose key it is: it came with the receipt. Compare it with /.well-known/jwks.json of the service.')
  const known = trusted.some(({ x, y }) => x === key.x && y === key.y)
  return result(known, known ? 'The key is one of the service’s.' : 'The key is none of the service’s: somebody else signed this.')
}

/** True for a key whose id is its thumbprint, and that has nothing beside what such keys have. @see RFC 7638 */
async function isWhole(crypto: ReceiptCrypto, key: PublicJwk): Promise<boolean> {
  const { x, y, kid } = key
  const form: PublicJwk = { kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' }
  const thumbprint = await crypto.sha256Hex(`{"crv":"P-256","kty":"EC","x":"${x}","y":"${y}"}`)
  const bytes = Uint8Array.from(thumbprint.match(/../g)!, (hex) => Number.parseInt(hex, 16))
  return canonicalJson(key) === canonicalJson(form) && kid === toBase64Url(bytes)
}

/** @throws Error when it is not base64 in its one form */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text)
  if (btoa(binary) !== text) throw new Error('not the one form of base64')
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> => {
  const bytes = fromBase64(text.replaceAll('-', '+').replaceAll('_', '/') + '='.repeat((4 - (text.length % 4)) % 4))
  if (toBase64Url(bytes) !== text) throw new Error('not the one form of base64url')
  return bytes
}

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
