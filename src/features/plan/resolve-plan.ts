import type { FieldError } from '../../domain/errors/field-error.ts'
import type { Caller } from '../../domain/api-key.ts'
import { attributionSentence, finalDescription } from '../../domain/plan/attribution.ts'
import { treasuryOn } from '../../domain/chain.ts'
import type { KeyId, Wallet } from '../../domain/brands.ts'
import { checkCrew, crewOn, type CrewMember, type CrewSeat } from '../../domain/crew/crew.ts'
import { BUY_AND_BURN } from '../../domain/crew/burn-wallet.ts'
import { partsOf } from '../../domain/crew/earnings.ts'
import { invalidFields } from '../../domain/errors.ts'
import { feeMapOf, referralOn, seatCrew, shareholdersOf } from '../../domain/crew/fee-map.ts'
import { type HirePlan, hirePlanOf } from '../../domain/matching/hire-plan.ts'
import type { Image } from '../../domain/plan/image.ts'
import type { PlanRequest } from '../../domain/plan/launch-request.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'
import { hireCrew } from '../autohire/hire-crew.ts'
import type { ImageSource } from './load-image.ts'
import { drawBurnWallet } from './draw-burn-wallet.ts'
import { checkFeeOptions, checkSupported } from './check-supported.ts'

/** A plan and its warnings; nothing is stored yet. */
export interface ResolvedPlan {
  readonly plan: Plan
  readonly warnings: readonly string[]
}

type PlanDeps = Pick<Deps, 'policy' | 'launchpads' | 'directory' | 'keyedRandom' | 'storage' | 'ids' | 'burnWallets'>

/**
 * Resolves everything that a request leaves open except its picture: crew, fee map, shareholders, description. Asks no chain, writes
 * nothing. `launcher` is known before the request names it when its secret was sent: Autohire does not hire the launcher.
 */
export async function resolvePlan(
  deps: PlanDeps,
  input: {
    caller: Caller
    request: PlanRequest
    launcher?: Wallet
    /** The crew found among the holders of an existing coin. */
    holderSeats?: readonly CrewSeat[] | null
  },
): Promise<ResolvedPlan> {
  const { policy, launchpads } = deps
  const { caller, holderSeats = null, launcher = input.request.launcherPubkey } = input
  const launchpad = await launchpads.get(input.request.platform)
  checkPlatformRules(launchpad, input.request)
  const request = drawBurnWallet(deps, launchpad, input.request)
  const referral = referralOn(launchpad, caller.referral)
  const named = await crewOf(deps, launchpad, { keyId: caller.keyId, request, launcher, referred: referral !== null })
  const { hirePlan, warnings } = named
  const crew = crewOn(launchpad, named.crew)
  if (!request.holderKol) checkCrew(crew, request.launcherPubkey, launchpad.isWallet)

  const feeMap = feeMapOf(request.mode, referral !== null)
  const seats = holderSeats ?? seatCrew(crew, feeMap.crewPoolBps)
  const shareholders = shareholdersOf({
    feeMap,
    seats,
    launcher: request.launcherPubkey,
    treasury: treasuryOn(policy.chains, launchpad.facts.chainId),
    referral,
    agentName: request.agent?.name ?? null,
    earnings: request.earnings ?? null,
    burn: request.burn,
    shareholdersMax: launchpad.facts.shareholdersMax,
  })
  const plan: Plan = {
    request,
    finalDescription: request.intent === 'launch' ? finalDescription(request.description, policy.serviceTitle) : '',
    image: null,
    feeMap,
    crew: seats,
    shareholders,
    referral,
    keyId: caller.keyId,
    // The same for equal requests of one key, which have one hash.
    keySalt: [1, 2].map((part) => deps.keyedRandom(`plan ${part} ${caller.keyId}`)).join(),
    hirePlan,
  }
  if (request.holderKol && !holderSeats) {
    warnings.push(
      'Nothing is locked at launch: the crew pool goes to KOLs among the holders once lock-holder-kol ran. Until then fees can be skimmed.',
    )
  }
  return { plan, warnings: [...warnings, ...(request.intent === 'launch' ? launchpad.facts.notices : [])] }
}

function checkPlatformRules(launchpad: Launchpad, request: PlanRequest): void {
  const problems: FieldError[] = []
  const bytes = (text: string) => new TextEncoder().encode(text).length
  const { nameBytesMax, tickerBytesMax } = launchpad.facts.textLimits
  if (bytes(request.name) > nameBytesMax)
    problems.push({ path: '/name', message: `takes ${bytes(request.name)} bytes, ${launchpad.facts.title} allows ${nameBytesMax}` })
  if (bytes(request.ticker) > tickerBytesMax) {
    problems.push({ path: '/ticker', message: `takes ${bytes(request.ticker)} bytes, ${launchpad.facts.title} allows ${tickerBytesMax}` })
  }
  if (request.launcherPubkey !== null && !launchpad.isWallet(request.launcherPubkey)) {
    problems.push({ path: '/launcherPubkey', message: `is not a wallet of ${launchpad.facts.title}` })
  }
  const { launcherPubkey } = request
  if (launcherPubkey !== null && launchpad.isWallet(launcherPubkey) && !launchpad.canSign(launcherPubkey)) {
    problems.push({ path: '/launcherPubkey', message: 'is an address that no key can sign for' })
  }
  for (const { path, wallet } of request.earnings ? partsOf(request.earnings) : []) {
    if (wallet !== BUY_AND_BURN && !launchpad.isWallet(wallet))
      problems.push({ path: `${path}/wallet`, message: `is not a wallet of ${launchpad.facts.title}` })
  }
  if (problems.length > 0) throw invalidFields(problems)
  if (request.initialBuyLamports > 0n) checkSupported(launchpad.facts, 'first-buy', '/initialBuySol')
  if (request.holderKol) checkSupported(launchpad.facts, 'lock-holder-kol', '/holderKol')
  checkFeeOptions(launchpad.facts, request)
}

/** The crew of a request: as named, or found by Autohire. */
async function crewOf(
  deps: PlanDeps,
  launchpad: Launchpad,
  { keyId, request, launcher, referred }: { keyId: KeyId; request: PlanRequest; launcher: Wallet | null; referred: boolean },
): Promise<{ crew: readonly CrewMember[]; hirePlan: HirePlan | null; warnings: string[] }> {
  const { name, ticker, description, mode, autoHireSeats: seats, autoHireFallback: fallback = null } = request
  if (seats === null) return { crew: request.crew ?? [], hirePlan: null, warnings: [] }
  const coin = { name, ticker, description }
  const earningsWallets = request.earnings && partsOf(request.earnings).length
  const split = { mode, referred, ...(earningsWallets === undefined ? {} : { earningsWallets }) }
  const match = await hireCrew(deps, { keyId, coin, seats, fallback, launcher, launchpad: launchpad.facts, ...split })
  return { crew: match.crew, hirePlan: hirePlanOf(match), warnings: [...match.warnings] }
}

/** The plan with its picture, loaded last, when everything else is valid. */
export const withImage = (plan: Plan, { sha256, contentType, bytes }: Image, { imageUrl }: ImageSource): Plan => ({
  ...plan,
  image: { sha256, contentType, sizeBytes: bytes.length, sourceUrl: imageUrl ?? null },
})

/** A warning that the attribution sentence was, or was not, added to the description. */
export const attributionOf = ({ policy }: Pick<Deps, 'policy'>): string => attributionSentence(policy.serviceTitle)
