import { sha256Hex } from '../../lib/bytes.ts'
import { keyName } from '../keys/key-name.ts'
import type { AtomicUnits, Bps, KeyId, UnixMs, Wallet } from '../brands.ts'
import { addressKey } from '../crew/payee.ts'
import { iso } from '../json.ts'
import { amountText, type Currency, UNIT_NAMES } from '../money/currency.ts'

/** Solana's off-chain envelope takes 1,232 bytes, of which a line says when it was signed. */
const CHARACTERS_MAX = 1_200

/** A wallet that may be in the crew of a launch, and its greatest part of all creator fees. */
export interface AllowedWallet {
  readonly wallet: Wallet
  readonly bpsMax: Bps
}

/** What a human allows an agent's key to launch without an approval of each plan. Nothing of it ever changes. */
export interface SpendingPolicy {
  /** The host of the service, so that no other service can use the signature. */
  readonly host: string
  readonly keyId: KeyId
  /** Ids of launchpads. */
  readonly platforms: readonly string[]
  /** Of every amount: a launchpad that is paid in another one is not allowed. */
  readonly currency: Currency
  /** Most that a launch costs the launcher, first buy included. */
  readonly launchMaxAtomic: AtomicUnits
  /** Most that all launches of a UTC day cost together. */
  readonly dayMaxAtomic: AtomicUnits
  readonly firstBuyMaxAtomic: AtomicUnits
  /** Who may be in a crew, beside those of the directory where `directory` is true. */
  readonly wallets: readonly AllowedWallet[]
  readonly directory: boolean
  readonly fromMs: UnixMs
  /** From then on it allows nothing. */
  readonly untilMs: UnixMs
}

/**
 * The text that a wallet signs: the policy in plain words, a line for each clause. Equal policies have one text, and different ones two:
 * the order of launchpads and wallets, and the case of EVM addresses, are no difference.
 */
export function policyText(policy: SpendingPolicy): string {
  const { host, keyId, currency, directory, fromMs, untilMs } = policy
  const amount = (amountAtomic: AtomicUnits) => `${amountText(amountAtomic, currency)} (${amountAtomic} ${UNIT_NAMES[currency]})`
  const wallets = policy.wallets.map(({ wallet, bpsMax }) => `- ${addressKey(wallet)}, at most ${bpsMax} basis points`).toSorted()
  return [
    `Spending policy for ${host}`,
    `The agent key ${keyName(keyId)} may launch coins without asking again:`,
    `on: ${policy.platforms.toSorted().join(', ')}`,
    `for at most ${amount(policy.launchMaxAtomic)} a launch`,
    `and at most ${amount(policy.dayMaxAtomic)} a day (UTC)`,
    `with a first buy of at most ${amount(policy.firstBuyMaxAtomic)}`,
    `from: ${iso(fromMs)}`,
    `until: ${iso(untilMs)}`,
    `crew from the directory: ${directory ? 'yes' : 'no'}`,
    `other crew: ${wallets.length === 0 ? 'nobody' : ''}`.trimEnd(),
    ...wallets,
  ].join('\n')
}

/** What an approver's wallet signs: the text, and when. */
export const policyMessage = (text: string, timestamp: string): string => `${text}\nsigned at: ${timestamp}`

/** What an approver signs to end a policy: its hash is over the service's host. */
export const revocationMessage = (hash: string, timestamp: string): string => `svc-revoke-policy:${hash}:${timestamp}`

/** SHA-256 of its text, in hex: names it in plans and receipts. */
export const policyHash = (policy: SpendingPolicy): string => sha256Hex(policyText(policy))

/**
 * What is wrong with the policy itself, in a sentence; null when it can be signed. A signed text is read line by line, so that no member
 * may have a line break in it.
 */
export function policyProblem(policy: SpendingPolicy): string | null {
  const { platforms, wallets, launchMaxAtomic, dayMaxAtomic, firstBuyMaxAtomic, fromMs, untilMs } = policy
  const texts = [policy.host, policy.keyId, ...platforms, ...wallets.map(({ wallet }) => wallet)]
  if (texts.some((text) => !/^[\w.:-]+$/.test(text))) return 'A name in it has other characters than letters, digits, and . : _ -'
  if (platforms.length === 0) return 'It names no launchpad.'
  if (hasTwice(platforms)) return 'It names a launchpad twice.'
  if (hasTwice(wallets.map(({ wallet }) => addressKey(wallet)))) return 'It names a wallet twice.'
  if (launchMaxAtomic > dayMaxAtomic) return 'A launch may not cost more than all launches of a day.'
  if (firstBuyMaxAtomic > launchMaxAtomic) return 'A first buy may not be more than a whole launch.'
  if (untilMs <= fromMs) return 'It ends before it begins.'
  return policyText(policy).length > CHARACTERS_MAX ? 'It is longer than hardware wallets sign: name fewer wallets or launchpads.' : null
}

const hasTwice = (names: readonly string[]): boolean => new Set(names).size < names.length
