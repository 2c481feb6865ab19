import type { KeyId, Wallet } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { saidTo } from '../../domain/consent/signed-consent.ts'
import { feeMapOf, type Mode } from '../../domain/crew/fee-map.ts'
import { treasuryOn } from '../../domain/chain.ts'
import { addressKey } from '../../domain/crew/payee.ts'
import type { KolIndex, MatchableKol } from '../../domain/matching/build-kol-index.ts'
import { type CrewMatch, crewCandidates, type HireFallback, matchCrew } from '../../domain/matching/match-crew.ts'
import type { CoinTexts } from '../../domain/matching/read-coin.ts'
import type { Deps } from '../../ports/deps.ts'
import type { LaunchpadFacts } from '../../ports/launchpad/facts.ts'

/** A coin that needs a crew, and the split that the crew must fit in. */
export interface HireRequest {
  readonly coin: CoinTexts
  readonly seats: number
  /** Whom to hire where nobody matches; nobody when left out. */
  readonly fallback?: HireFallback | null
  readonly mode: Mode
  readonly referred: boolean
  /** Wallets that the agent's share is divided among; its own alone when left out. */
  readonly earningsWallets?: number
  /** Whose coin it is: where the operator requires consent, nobody is hired who has not agreed to coins of this agent. */
  readonly keyId: KeyId
  /** The launcher, who is never hired; null when not known yet. */
  readonly launcher: Wallet | null
  /** The launchpad that pays: profiles without a wallet for it are not hired. */
  readonly launchpad: Pick<LaunchpadFacts, 'chainId' | 'shareholdersMax' | 'walletOf'>
}

/**
 * A crew of at most `seats`, fewer where the launchpad takes no more wallets beside agent, referrer and treasury. The referrer can be
 * hired: its wallet then holds both shares. The same inputs and version of the directory give the same crew.
 *
 * @throws AppError crew_too_large (no room) | autohire_unavailable (the directory is empty) | autohire_no_match (nobody matches)
 * @see rules 1.3, 2.3; rules 10.7
 */
export async function hireCrew(
  { directory, policy, storage }: Pick<Deps, 'directory' | 'policy' | 'storage'>,
  request: HireRequest,
): Promise<CrewMatch> {
  const { coin, seats, mode, referred, launcher, launchpad } = request
  const { shareholdersMax } = launchpad
  const treasury = treasuryOn(policy.chains, launchpad.chainId)
  const { fallback = null } = request
  const feeMap = feeMapOf(mode, referred)
  const others = (['agent', 'referrer', 'treasury'] as const).filter((role) => feeMap[`${role}Bps`] > 0)
  const heldBy = others.length - 1 + (request.earningsWallets ?? 1)
  const fits = shareholdersMax - heldBy
  if (fits < 1) {
    const wallets = { shareholders: heldBy + 1, maxShareholders: shareholdersMax, fits: 0 }
    throw new AppError('crew_too_large', wallets, { fields: [{ path: '/earnings', message: 'leaves no wallet for a crew' }] })
  }
  const paidAnyway = launcher === null ? [treasury] : [treasury, launcher]
  const index = await directory.index()
  const barred = unpayable(index, launchpad, paidAnyway)
  const excludeWallets = policy.requireConsent ? [...barred, ...(await findSilent({ storage }, index, request, barred))] : barred
  const found = matchCrew(index, { ...coin, seats: Math.min(seats, fits), fallback, excludeWallets })
  const match = inWalletsOf(index, launchpad, found)
  if (match.hires.length === 0) throw new AppError(hasOthers(index, excludeWallets) ? 'autohire_no_match' : 'autohire_unavailable')
  if (seats <= fits) return match
  const warning = `${seats} seats were asked for and ${fits} fit: the launchpad takes ${shareholdersMax} wallets, and ${others.join(', ')} hold ${heldBy} of them.`
  return { ...match, seats, warnings: [warning, ...match.warnings] }
}

/** Most wallets that are asked for in one statement. */
const READ_MAX = 4_096

/**
 * Those without whom the crew is the same as without everyone who has not agreed. Of the directory only candidates are read; where these
 * did not agree, the next ones, and with each turn twice as many others by rank, so that a directory that nobody agreed in is read soon.
 */
async function findSilent(
  { storage }: Pick<Deps, 'storage'>,
  index: KolIndex,
  { coin, keyId }: Pick<HireRequest, 'coin' | 'keyId'>,
  barred: readonly Wallet[],
): Promise<readonly Wallet[]> {
  const unread = new Set(index.byWallet.keys())
  for (const wallet of barred) unread.delete(wallet)
  const silent: Wallet[] = []
  for (let count = 0; ; count = Math.min(READ_MAX, Math.max(64, 2 * count))) {
    const candidates = crewCandidates(index, coin, [...barred, ...silent]).filter((wallet) => unread.has(wallet))
    if (candidates.length === 0) return silent
    const wallets = [...new Set([...candidates, ...unread.values().take(count)])]
    const consents = await storage.consents.listOf(wallets)
    for (const wallet of wallets) {
      unread.delete(wallet)
      if (saidTo(consents.get(addressKey(wallet)) ?? null, keyId) !== 'agreed') silent.push(wallet)
    }
  }
}

const hasOthers = ({ byWallet }: KolIndex, excluded: readonly Wallet[]): boolean => {
  const barred = new Set(excluded)
  return [...byWallet.keys()].some((wallet) => !barred.has(wallet))
}

type PayingFacts = HireRequest['launchpad']

const profileOf = ({ kols, byWallet }: KolIndex, wallet: Wallet): MatchableKol => kols[byWallet.get(wallet)![0]!]!

/** Wallets of profiles that this launchpad cannot pay, plus those given. */
function unpayable(index: KolIndex, { walletOf }: PayingFacts, taken: readonly Wallet[]): Wallet[] {
  const { unpaid, elsewhere } = index.payable(walletOf)
  const seatedKols = taken.filter((wallet) => index.byWallet.has(wallet) && walletOf(profileOf(index, wallet)) === wallet)
  return [...unpaid, ...seatedKols, ...taken.flatMap((wallet) => elsewhere.get(addressKey(wallet)) ?? [])]
}

/** The match with each wallet replaced by the one that the launchpad pays. */
function inWalletsOf(index: KolIndex, { walletOf }: PayingFacts, match: CrewMatch): CrewMatch {
  const paid = <Hired extends { readonly wallet: Wallet }>(hired: Hired) => ({
    ...hired,
    wallet: walletOf(profileOf(index, hired.wallet)) as Wallet,
  })
  return { ...match, hires: match.hires.map(paid), crew: match.crew.map(paid) }
}
