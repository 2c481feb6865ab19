import { type Static, Type } from '@sinclair/typebox'
import { isAddress } from '../../lib/ed25519.ts'
import { isEvmAddress, looksLikeEvmAddress } from '../../lib/evm-address.ts'
import type { Bps, Wallet } from '../brands.ts'
import { Enum } from '../json.ts'
import { AppError, type FieldError, invalidFields } from '../errors.ts'
import { LIMITS } from '../limits.ts'
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
    handle: Text({ minLength: 1, maxLength: LIMITS.crewHandleMax, description: 'Public name, with or without @.' }),
    wallet: Lookup({ minLength: 1, maxLength: 64, description: 'Where the share is paid.' }),
    evmWallet: Type.Optional(
      Lookup({ minLength: 1, maxLength: 64, description: 'Where it is paid on a launchpad whose walletField is evmWallet.' }),
    ),
    share: Type.Integer({ minimum: 1, maximum: 100, description: 'Percent of the crew pool; all shares total 100.' }),
    hireRole: Type.Optional(HireRole),
  },
  { additionalProperties: false, title: 'CrewMember' },
)

export type CrewMember = Static<typeof CrewMember>

/** The member with its role, `kol` where the request leaves it open. */
export const withHireRole = (member: CrewMember) => ({ ...member, hireRole: member.hireRole ?? ('kol' as const) })

/** A promoter of a plan: who is paid, and how many basis points of all creator fees. */
export interface CrewSeat {
  readonly handle: string
  readonly wallet: Wallet
  readonly share: number
  readonly hireRole: HireRole
  readonly effectiveBps: Bps
}

/** Which address of a crew member, KOL or referrer a launchpad pays. */
export const WALLET_FIELDS = ['wallet', 'evmWallet'] as const

/** One of WALLET_FIELDS. */
export type WalletField = (typeof WALLET_FIELDS)[number]

/** How a launchpad names and reads the addresses that it pays. */
export interface PayingLaunchpad {
  readonly facts: { readonly title: string; readonly walletOf: WalletOf }
  isWallet(text: string): boolean
  canonicalWallet(text: string): Wallet
}

/**
 * The crew with the wallet in which each member is paid on this launchpad. A member's `wallet` serves too where it is an
 * address of the launchpad.
 *
 * @throws AppError crew_evm_wallet_missing | crew_wallet_invalid, which name the member
 */
export function crewOn(launchpad: PayingLaunchpad, crew: readonly CrewMember[]): CrewMember[] {
  return crew.map((member, index) => {
    const { handle, wallet, evmWallet, ...rest } = member
    const path = `/crew/${index}/evmWallet`
    const refuse = (reason: string) =>
      new AppError('crew_wallet_invalid', { handle, reason }, { fields: [{ path, message: `of ${handle} ${reason}` }] })
    if (evmWallet !== undefined && !isEvmAddress(evmWallet)) throw refuse(whyNoEvmAddress(evmWallet))
    const paid = launchpad.facts.walletOf({ wallet, evmWallet })
    if (paid === null) {
      const message = `of ${handle} is required: ${launchpad.facts.title} pays there`
      throw new AppError('crew_evm_wallet_missing', { handle, platform: launchpad.facts.title }, { fields: [{ path, message }] })
    }
    return { handle, ...rest, wallet: launchpad.canonicalWallet(paid) }
  })
}

function whyNoEvmAddress(text: string): string {
  if (looksLikeEvmAddress(text)) return 'has a wrong checksum: a letter or digit of its evmWallet is mistyped'
  return isAddress(text) ? 'is a Solana wallet, not an EVM address' : 'is not an EVM address: 0x and 40 hex digits'
}

/**
 * Returns when the crew can be a split: shares total 100, handles differ, no wallet is the launcher's.
 *
 * @throws AppError crew_shares_not_100 | validation_invalid
 * @see rules 2.1, 2.2
 */
export function checkCrew(crew: readonly CrewMember[], launcher: string | null, isWallet: (text: string) => boolean): void {
  const problems: FieldError[] = []
  const handles = new Set<string>()
  crew.forEach((member, index) => {
    const handle = member.handle.replace(/^@/, '').toLowerCase()
    if (handles.has(handle)) problems.push({ path: `/crew/${index}/handle`, message: `names ${member.handle} a second time` })
    handles.add(handle)
    if (!isWallet(member.wallet)) problems.push({ path: `/crew/${index}/wallet`, message: 'is not a wallet of this platform' })
    if (launcher !== null && member.wallet === launcher) {
      problems.push({ path: `/crew/${index}/wallet`, message: 'is the launcher, who never receives the crew slice' })
    }
  })
  if (problems.length > 0) throw invalidFields(problems)
  const total = crew.reduce((sum, member) => sum + member.share, 0)
  if (total !== 100) {
    throw new AppError('crew_shares_not_100', { total }, { fields: [{ path: '/crew', message: `shares total ${total}, not 100` }] })
  }
}
