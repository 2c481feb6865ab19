import { type Static, Type } from '@sinclair/typebox'
import { type Bps, bps, type Wallet } from '../brands.ts'
import { type CrewMember, type CrewSeat, withHireRole, type PayingLaunchpad } from './crew.ts'
import { AppError } from '../errors.ts'
import type { BurnWallet } from './burn-wallet.ts'
import { divideEarnings } from './earnings.ts'
import type { Earnings } from './earnings-field.ts'
import { joinRoles, type Role } from './role.ts'
import { ShareRoleJson } from './role-json.ts'
import { largestRemainder } from '../money/largest-remainder.ts'

/** How the creator fees are split. @see rules 1.2 */
export const MODES = ['split', 'buyback', 'raid', 'agent'] as const

/** One of MODES. */
export type Mode = (typeof MODES)[number]

/** Basis points of a coin's creator fees; the four add to 10,000. @see rules 1.2, rules 10.6 */
export interface FeeMap {
  readonly treasuryBps: Bps
  readonly agentBps: Bps
  readonly crewPoolBps: Bps
  readonly referrerBps: Bps
}

/** The KOL whose code the key was claimed with. */
export interface Referral {
  readonly code: string
  readonly wallet: Wallet
  readonly handle: string
  /** Where the referrer is paid on an EVM launchpad, as the directory had it at the claim; a plan names only the wallet it pays. */
  readonly evmWallet?: string | null
}

/**
 * The referral with the wallet in which the referrer is paid on this launchpad.
 *
 * @throws AppError referrer_wallet_required when the directory had none at the claim
 */
export function referralOn(launchpad: PayingLaunchpad, referral: Referral | null): Referral | null {
  if (!referral) return null
  const { code, handle } = referral
  const paid = launchpad.facts.walletOf(referral)
  if (paid === null) throw new AppError('referrer_wallet_required', { handle, platform: launchpad.facts.title })
  return { code, wallet: launchpad.canonicalWallet(paid), handle }
}

/** One wallet of the split. */
export const Shareholder = Type.Object({
  wallet: Type.Unsafe<Wallet>(Type.String({ description: 'Where it is paid; `launcher` in a plan that does not name the launcher yet.' })),
  role: ShareRoleJson,
  handle: Type.String(),
  bps: Type.Unsafe<Bps>(Type.Integer({ description: 'Of all creator fees, in basis points.' })),
})
Shareholder.title = 'Shareholder'

export type Shareholder = Readonly<Static<typeof Shareholder>>

/** Placeholder for the launcher's wallet in a plan made before the launcher is known; the launch replaces it. */
export const LAUNCHER_UNNAMED = 'launcher' as Wallet

const AGENT_BPS: Record<Mode, number> = { split: 0, buyback: 2_000, raid: 2_500, agent: 1_500 }
const TREASURY_BPS = 2_500
const REFERRER_BPS = 500

/** The fee map of a mode; a referred key moves 500 bps from the treasury to the referrer. */
export function feeMapOf(mode: Mode, referred: boolean): FeeMap {
  const referrer = referred ? REFERRER_BPS : 0
  return {
    treasuryBps: bps(TREASURY_BPS - referrer),
    agentBps: bps(AGENT_BPS[mode]),
    crewPoolBps: bps(10_000 - TREASURY_BPS - AGENT_BPS[mode]),
    referrerBps: bps(referrer),
  }
}

/** The crew with each member's basis points of all creator fees: share × pool / 100, exact by largest remainder. */
export function seatCrew(crew: readonly CrewMember[], poolBps: Bps): CrewSeat[] {
  if (crew.length === 0) return []
  const parts = largestRemainder(
    poolBps,
    crew.map((member) => BigInt(member.share)),
  )
  return crew.map((member, index) => ({
    handle: member.handle,
    wallet: member.wallet as Wallet,
    share: member.share,
    hireRole: withHireRole(member).hireRole,
    effectiveBps: bps(parts[index]!),
  }))
}

/**
 * Every wallet of the split, each once, adding to exactly 10,000: crew, agent (or its rule’s wallets), referrer, treasury, in that order.
 * Without a crew (holder-KOL) the pool is left out, and the total is what the others hold.
 *
 * @throws AppError crew_too_large when the launchpad takes fewer wallets
 */
export function shareholdersOf(input: {
  feeMap: FeeMap
  seats: readonly CrewSeat[]
  launcher: Wallet | null
  treasury: Wallet
  referral: Referral | null
  agentName: string | null
  /** The agent's own rule for its share; its wallet gets all of it without one. */
  earnings?: Earnings | null
  burn?: BurnWallet | undefined
  shareholdersMax: number
}): Shareholder[] {
  const { feeMap, seats, referral, shareholdersMax } = input
  const merged = new Map<string, { wallet: Wallet; roles: Role[]; handles: string[]; bps: number }>()
  const add = (wallet: Wallet, role: Role, handle: string, shareBps: number) => {
    if (shareBps === 0) return
    const entry = merged.get(wallet) ?? { wallet, roles: [], handles: [], bps: 0 }
    entry.roles.push(role)
    if (!entry.handles.includes(handle)) entry.handles.push(handle)
    entry.bps += shareBps
    merged.set(wallet, entry)
  }
  for (const seat of seats) add(seat.wallet, 'kol', seat.handle, seat.effectiveBps)
  const crewWallets = merged.size
  const agentName = input.agentName ?? 'agent'
  if (!input.earnings) add(input.launcher ?? LAUNCHER_UNNAMED, 'agent', agentName, feeMap.agentBps)
  for (const part of input.earnings ? divideEarnings(input.earnings, feeMap.agentBps, input.burn) : []) {
    if (part.wallet === input.launcher) add(part.wallet, 'agent', agentName, part.bps)
    else add(part.wallet, 'earnings', part.handle, part.bps)
  }
  if (referral) add(referral.wallet, 'referrer', referral.handle, feeMap.referrerBps)
  add(input.treasury, 'treasury', 'treasury', feeMap.treasuryBps)

  if (merged.size > shareholdersMax) {
    const fits = Math.max(0, crewWallets - (merged.size - shareholdersMax))
    throw new AppError(
      'crew_too_large',
      { shareholders: merged.size, maxShareholders: shareholdersMax, fits },
      { fields: [{ path: '/crew', message: `${fits} crew wallets fit` }] },
    )
  }
  const totalBps = [...merged.values()].reduce((sum, entry) => sum + entry.bps, 0)
  const expectedBps = seats.length === 0 ? 10_000 - feeMap.crewPoolBps : 10_000
  if (totalBps !== expectedBps) throw new Error(`shareholders add to ${totalBps}, not ${expectedBps} basis points`)
  return [...merged.values()].map((entry) => ({
    wallet: entry.wallet,
    role: joinRoles(entry.roles),
    handle: entry.handles.join('+'),
    bps: bps(entry.bps),
  }))
}
