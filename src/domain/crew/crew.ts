import type { FieldError } from '../errors/field-error.ts'
import { type Static, Type } from '@sinclair/typebox'
import { isAddress } from '../../lib/ed25519.ts'
import { isEvmAddress, looksLikeEvmAddress } from '../../lib/evm-address.ts'
import type { Bps, Wallet } from '../brands.ts'
import { Enum } from '../json.ts'
import { AppError, invalidFields, withMoreFields } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { FIELD_LIMITS } from '../limits/field-limits.ts'
import type { WalletOf } from './payee.ts'
import { Lookup, Text } from '../text/text.ts'

/** What a crew member can be hired to do, in the order in which unfilled roles are offered. @see rules 2.2 */
export const HIRE_ROLES = ['caller', 'chart', 'raid', 'kol', 'dev'] as const

/** One of HIRE_ROLES. */
export const HireRole = Enum(HIRE_ROLES)

export type HireRole = Static<typeof HireRole>

/** A promoter as the request names it; `share` is whole percent of the crew pool. @see rules 2.2 */
export const CrewMember = Type.Object(
  {
    handle: Text({ minLength: 1, maxLength: LIMITS.crewHandleMax, named: true, description: 'Public name, with or without @.' }),
    wallet: Lookup({ minLength: 1, maxLength: FIELD_LIMITS.idMax, description: 'Where the share is paid.' }),
    evmWallet: Type.Optional(
      Lookup({
        minLength: 1,
        maxLength: FIELD_LIMITS.idMax,
        description: 'Where it is paid on a launchpad whose walletField is evmWallet.',
      }),
    ),
    share: Type.Integer({ minimum: 1, maximum: 100, description: 'Percent of the crew pool; all shares total 100.' }),
    hireRole: Type.Optional(HireRole),
  },
  { additionalProperties: false, title: 'CrewMember' },
)

export type CrewMember = Static<typeof CrewMember>

/** The member with its role, `kol` where the request names none. */
export const withHireRole = (member: CrewMember) => ({ ...member, hireRole: member.hireRole ?? ('kol' as const) })

/** A promoter in a plan, with the wallet that is paid. */
export const CrewSeat = Type.Object({
  handle: Type.String(),
  wallet: Type.Unsafe<Wallet>(Type.String()),
  share: Type.Integer({ description: 'Percent of the crew pool.' }),
  hireRole: HireRole,
  effectiveBps: Type.Unsafe<Bps>(Type.Integer({ description: 'Of all creator fees, in basis points.' })),
})
CrewSeat.title = 'CrewSeat'

export type CrewSeat = Readonly<Static<typeof CrewSeat>>

/** Which address of a crew member, KOL or referrer a launchpad pays. */
export const WALLET_FIELDS = ['wallet', 'evmWallet'] as const

/** One of WALLET_FIELDS. */
export type WalletField = (typeof WALLET_FIELDS)[number]

/** The wallet field and address format that a launchpad pays. */
export interface PayingLaunchpad {
  readonly facts: { readonly title: string; readonly walletOf: WalletOf }
  isWallet(text: string): boolean
  canonicalWallet(text: string): Wallet
}

/**
 * The crew with the wallet in which each member is paid on this launchpad. A member's `wallet` also counts where it is an address in the
 * launchpad's format.
 *
 * @throws AppError crew_evm_wallet_missing | crew_wallet_invalid, which name the first such member, and in their fields every one
 */
export function crewOn(launchpad: PayingLaunchpad, crew: readonly CrewMember[]): CrewMember[] {
  const refusals: AppError[] = []
  const paid = crew.map((member, index) => {
    const { handle, wallet, evmWallet, ...rest } = member
    const path = `/crew/${index}/evmWallet`
    const address = evmWallet !== undefined && !isEvmAddress(evmWallet) ? null : launchpad.facts.walletOf({ wallet, evmWallet })
    if (address !== null) return { handle, ...rest, wallet: launchpad.canonicalWallet(address) }
    if (evmWallet !== undefined && !isEvmAddress(evmWallet)) {
      const reason = whyNoEvmAddress(evmWallet)
      refusals.push(new AppError('crew_wallet_invalid', { handle, reason }, { fields: [{ path, message: `of ${handle} ${reason}` }] }))
    } else {
      const message = `of ${handle} is required: ${launchpad.facts.title} pays there`
      refusals.push(new AppError('crew_evm_wallet_missing', { handle, platform: launchpad.facts.title }, { fields: [{ path, message }] }))
    }
    return member
  })
  const [first, ...others] = refusals
  if (!first) return paid
  throw withMoreFields(first, [...others.flatMap(({ fields }) => fields), ...crewProblems(crew)])
}

function whyNoEvmAddress(text: string): string {
  if (looksLikeEvmAddress(text)) return 'has a wrong checksum: a letter or digit of its evmWallet is mistyped'
  return isAddress(text) ? 'is a Solana wallet, not an EVM address' : 'is not an EVM address: 0x and 40 hex digits'
}

/** Every field of a crew that is wrong on any launchpad: handles that repeat, and shares that do not total 100. */
export function crewProblems(crew: readonly Pick<CrewMember, 'handle' | 'share'>[]): FieldError[] {
  if (crew.length === 0) return []
  const handles = new Set<string>()
  const repeated = crew.flatMap(({ handle }, index) => {
    const name = handle.replace(/^@/, '').toLowerCase()
    const problem = { path: `/crew/${index}/handle`, message: `names ${handle} a second time` }
    const problems = handles.has(name) ? [problem] : []
    handles.add(name)
    return problems
  })
  return [...repeated, ...sharesProblems(crew)]
}

function sharesProblems(crew: readonly Pick<CrewMember, 'share'>[]): FieldError[] {
  const total = totalOf(crew)
  return total === 100 ? [] : [{ path: '/crew', message: `shares total ${total}, not 100` }]
}

const totalOf = (crew: readonly Pick<CrewMember, 'share'>[]): number => crew.reduce((sum, { share }) => sum + share, 0)

/**
 * Throws unless the crew can be a split: shares total 100, handles differ, no wallet is the launcher's. Otherwise every wrong field is
 * named.
 *
 * @throws AppError crew_shares_not_100 when that alone is wrong
 * @see rules 2.1, 2.2
 */
export function checkCrew(crew: readonly CrewMember[], launcher: string | null, isWallet: (text: string) => boolean): void {
  const wallets = crew.flatMap(({ wallet }, index): FieldError[] => {
    const path = `/crew/${index}/wallet`
    if (!isWallet(wallet)) return [{ path, message: 'is not a wallet of this platform' }]
    return wallet === launcher ? [{ path, message: 'is the launcher, who never receives the crew slice' }] : []
  })
  const problems = [...wallets, ...(crew.length === 0 ? sharesProblems(crew) : crewProblems(crew))]
  if (problems.length === 0) return
  const shares = sharesProblems(crew)
  if (problems.length > shares.length) throw invalidFields(problems)
  throw new AppError('crew_shares_not_100', { total: totalOf(crew) }, { fields: shares })
}
