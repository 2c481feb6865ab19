import type { Wallet } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { feeMapOf, type Mode } from '../../domain/fee-map.ts'
import { type CrewMatch, matchCrew } from '../../domain/matching/match-crew.ts'
import type { CoinTexts } from '../../domain/matching/read-coin.ts'
import type { Deps } from '../../ports/deps.ts'

/** A coin that needs a crew, and the split that the crew is to fit in. */
export interface HireRequest {
  readonly coin: CoinTexts
  readonly seats: number
  readonly mode: Mode
  readonly referred: boolean
  /** Never receives the crew slice; null when it is not known yet. */
  readonly launcher: Wallet | null
  readonly maxShareholders: number
}

/**
 * A crew of at most `seats`, fewer where the launchpad takes no more wallets beside agent, referrer and treasury.
 * The referrer can be hired: its wallet then holds both parts. Always the same crew for one version of the directory.
 *
 * @throws AppError autohire_unavailable (nobody can be hired) | autohire_texts_required | autohire_seats_invalid
 * @see spec 1.3, 2.3; DESIGN 4 Shareholders
 */
export async function hireCrew(
  { directory, policy }: Pick<Deps, 'directory' | 'policy'>,
  { coin, seats, mode, referred, launcher, maxShareholders }: HireRequest,
): Promise<CrewMatch> {
  const { agentBps, referrerBps, treasuryBps } = feeMapOf(mode, referred)
  const others = Object.entries({ agent: agentBps, referrer: referrerBps, treasury: treasuryBps }).flatMap(([role, share]) =>
    share > 0 ? [role] : [],
  )
  const fits = maxShareholders - others.length
  const excludeWallets = launcher === null ? [policy.treasury] : [policy.treasury, launcher]
  const match = matchCrew(await directory.index(), { ...coin, seats: Math.min(seats, fits), excludeWallets })
  if (match.hires.length === 0) throw new AppError('autohire_unavailable')
  if (seats <= fits) return match
  const warning = `${seats} seats were asked for and ${fits} fit: the launchpad takes ${maxShareholders} wallets, and ${others.join(', ')} hold ${others.length} of them.`
  return { ...match, seats, warnings: [warning, ...match.warnings] }
}
