import type { Wallet } from '../brands.ts'
import type { HireRole } from '../crew/crew.ts'
import { AppError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import type { KolIndex } from './build-kol-index.ts'
import { explainHire } from './explain-hire.ts'
import { type Candidate, findCandidates } from './find-candidates.ts'
import { gatherEvidence } from './gather-evidence.ts'
import type { Hire } from '../crew/hire.ts'
import { pickCrew } from './pick-crew.ts'
import { type CoinNarrative, type CoinTerm, type CoinTexts, readCoin } from './read-coin.ts'

/** What to do where nobody matches: hire the best ranked of the directory. */
export type HireFallback = 'rank'

/** A coin to find a crew for. Wallets in `excludeWallets` (launcher, treasury) are not hired. */
export type MatchRequest = CoinTexts & {
  readonly seats: number
  readonly excludeWallets?: readonly Wallet[]
  readonly fallback?: HireFallback | null
}

/** A crew for a coin. `hires` and `crew` have one order and total 100 percent, unless nobody is hired and both are empty. */
export type CrewMatch = {
  readonly terms: readonly Omit<CoinTerm, 'key'>[]
  readonly narratives: readonly (Omit<CoinNarrative, 'through'> & { readonly through: readonly string[] })[]
  readonly hires: readonly Hire[]
  readonly crew: readonly { readonly handle: string; readonly wallet: Wallet; readonly share: number; readonly hireRole: HireRole }[]
  /** Seats asked for; `hires` may be fewer, and `warnings` then says so. */
  readonly seats: number
  readonly warnings: readonly string[]
}

// The fallback fills the seats from this many of the best ranked, spread over roles.
const GENERALISTS_MAX = 24

/**
 * Picks a crew for a coin: the same crew for the same texts and directory, whatever the directory's order. When fewer profiles match than
 * `seats`, only those are hired; when none matches, nobody is, since locked fees are not given to people unrelated to the coin. With the
 * fallback, generalists are then hired by rank, with score 0 and a warning.
 *
 * @throws AppError autohire_texts_required (no text has a visible character)
 * @see rules 1.3, 2.3
 */
export function matchCrew(index: KolIndex, { seats, excludeWallets = [], fallback = null, ...coin }: MatchRequest): CrewMatch {
  const { seatsMin: min, seatsMax: max } = LIMITS
  if (!Number.isInteger(seats) || seats < min || seats > max) throw new AppError('autohire_seats_invalid', { seats, min, max })
  if (![coin.name, coin.ticker, coin.description].some(isVisible)) {
    throw new AppError('autohire_texts_required', {}, { fields: [{ path: '/name', message: 'or ticker or description is required' }] })
  }

  const { reading, evidence, candidates, fitting, generalists } = findAnyone(index, coin, excludeWallets)
  const spread = [...evidence.keys()].filter((index) => evidence[index]!.kind === 'narrative')
  const picks = pickCrew(index, fallback === 'rank' && fitting === 0 ? generalists : candidates, spread, seats)

  const shares = picks.length > 0 ? equalShares(picks.length) : []
  const hires = picks.map((pick, seat): Hire => {
    const { rank, handle, displayName, wallet, followers } = index.kols[pick.candidate.document]!
    const score = fitting > 0 ? round(pick.candidate.score) : 0
    const reasons = explainHire(index, evidence, pick)
    return { rank, handle, displayName, wallet, followers, share: shares[seat]!, role: pick.role, score, reasons }
  })
  return {
    terms: reading.terms
      .filter(({ key }) => index.vocabulary.meanings.has(key) || index.byWord.has(key))
      .map(({ term, field, weight }) => ({ term, field, weight: round(weight) })),
    narratives: reading.narratives.map(({ narrative, weight, through }) => ({
      narrative,
      weight: round(weight),
      through: through.map(({ term }) => term),
    })),
    hires,
    crew: hires.map(({ handle, wallet, share, role }) => ({ handle, wallet, share, hireRole: role })),
    seats,
    warnings: warn({ seats, fitting, hired: hires.length, anyone: fitting > 0 || generalists.length > 0 }),
  }
}

/**
 * Wallets of everyone on whom the crew for this coin depends, hired or not: while none of them is excluded, it makes no difference to the
 * crew who else of the directory is.
 */
export function crewCandidates(index: KolIndex, coin: CoinTexts, excludeWallets: readonly Wallet[]): Wallet[] {
  const { candidates, generalists } = findAnyone(index, coin, excludeWallets)
  return [...candidates, ...generalists].map(({ document }) => index.kols[document]!.wallet)
}

function findAnyone(index: KolIndex, coin: CoinTexts, excludeWallets: readonly Wallet[]) {
  const excluded = new Set(excludeWallets)
  const reading = readCoin(index.vocabulary, coin)
  const evidence = gatherEvidence(index, reading)
  const found = findCandidates(index, evidence, excluded)
  return { reading, evidence, ...found, generalists: found.fitting === 0 ? findGeneralists(index, excluded) : [] }
}

/** The best ranked profiles with distinct wallets, as candidates whose score falls with their index. */
function findGeneralists({ kols, byWallet }: KolIndex, excluded: ReadonlySet<Wallet>): Candidate[] {
  const candidates: Candidate[] = []
  for (let document = 0; document < kols.length && candidates.length < GENERALISTS_MAX; document += 1) {
    const { wallet } = kols[document]!
    if (excluded.has(wallet) || byWallet.get(wallet)![0] !== document) continue
    candidates.push({ document, score: 1 - candidates.length / GENERALISTS_MAX, parts: [] })
  }
  return candidates
}

function warn({ seats, fitting, hired, anyone }: Record<'seats' | 'fitting' | 'hired', number> & { readonly anyone: boolean }): string[] {
  const warnings: string[] = []
  if (fitting === 0 && hired > 0)
    warnings.push('No profile speaks of the words of this coin: the crew is generalists, picked by directory rank as fallback asks for.')
  if (!anyone) warnings.push('The directory holds nobody who can be hired.')
  else if (hired === 0) warnings.push('Nobody is hired: no profile speaks of the words of this coin.')
  else if (hired < seats) warnings.push(`Only ${hired} of ${seats} seats are filled: no more profiles fit this coin.`)
  return warnings
}

const isVisible = (text: string) => /[^\s\p{C}\p{M}]/u.test(text)

const round = (value: number) => Math.round(value * 1_000) / 1_000

/** `count` whole percentages that total 100, as equal as can be: by largest remainder, the first ones get the odd percent. */
export function equalShares(count: number): number[] {
  const base = Math.floor(100 / count)
  return Array.from({ length: count }, (_, index) => base + Number(index < 100 - base * count))
}
