import { canonicalJson } from '../../lib/canonical-json.ts'
import { sha256Hex } from '../../lib/bytes.ts'
import { finalDescription } from './attribution.ts'
import type { KeyId, Wallet } from '../brands.ts'
import type { CrewSeat } from '../crew/crew.ts'
import { AppError } from '../errors.ts'
import { type FeeMap, LAUNCHER_UNNAMED, type Referral, type Shareholder } from '../crew/fee-map.ts'
import type { HirePlan } from '../matching/hire-plan.ts'
import type { ImageType } from './image.ts'
import type { PlanRequest } from './launch-request.ts'
import { joinRoles, rolesOf } from '../crew/role.ts'

/** Everything that a launch or a fee wiring will do; nothing is decided after the approval. */
export interface Plan {
  readonly request: PlanRequest
  readonly finalDescription: string
  /** Null for wire-fees, which brings no picture. */
  readonly image: {
    readonly sha256: string
    readonly contentType: ImageType
    readonly sizeBytes: number
    readonly sourceUrl: string | null
  } | null
  readonly feeMap: FeeMap
  readonly crew: readonly CrewSeat[]
  readonly shareholders: readonly Shareholder[]
  readonly referral: Referral | null
  readonly keyId: KeyId
  /** Hides the key in what is hashed, so that all of that can be published; absent in plans of earlier versions. */
  readonly keySalt?: string
  /** Set when Autohire found the crew: whom it hired, and why. */
  readonly hirePlan: HirePlan | null
}

/** What the hash of the plan is over. With a salt the key is in it as a digest, which tells nobody whose it is. @see rules 10.11 */
export const hashedPlan = (plan: Plan) => ({
  // The hashed member keeps its original name, so that plans approved earlier keep their hash.
  wish: plan.request,
  finalDescription: plan.finalDescription,
  imageSha256: plan.image?.sha256 ?? null,
  feeMap: plan.feeMap,
  crew: plan.crew,
  shareholders: plan.shareholders,
  referral: plan.referral,
  keyId: plan.keySalt === undefined ? plan.keyId : sha256Hex(`${plan.keySalt}\n${plan.keyId}`),
})

/** SHA-256 over every decided field of the plan: two plans with one hash do the same. @see rules 10.11 */
export const planHash = (plan: Plan): string => sha256Hex(canonicalJson(hashedPlan(plan)))

/** Wire names of compared members, where they differ from the internal ones. */
const WIRE_NAMES: Partial<Record<keyof PlanRequest, string>> = {
  initialBuyLamports: 'initialBuySol',
  autoHireSeats: 'autoHire',
  autoHireFallback: 'autoHire',
}

/**
 * Throws unless `request` asks for just what `plan` was made for.
 *
 * @throws AppError plan_mismatch that names every differing field
 * @see rules 5.5, rules 10.11
 */
export function checkSameRequest(
  plan: Plan,
  request: PlanRequest,
  serviceTitle: string,
  image: { field: string; sha256: string } | null,
): void {
  const same = (field: keyof PlanRequest) => canonicalJson(plan.request[field]) === canonicalJson(request[field])
  // Callers may send the description with the attribution sentence appended.
  const sameText = finalDescription(plan.request.description, serviceTitle) === finalDescription(request.description, serviceTitle)
  // A plan without this member differs from a body with it.
  const members = new Set([...(Object.keys(plan.request) as (keyof PlanRequest)[]), ...(request.earnings ? (['earnings'] as const) : [])])
  // The service drew it, and no body has it.
  members.delete('burn')
  const unlike = [...members].filter((field) => !(field === 'description' ? sameText : same(field)))
  const differing = [...new Set(unlike.map((field) => WIRE_NAMES[field] ?? field))]
  if (image !== null && image.sha256 !== plan.image?.sha256) differing.push(image.field)
  if (differing.length === 0) return
  throw new AppError(
    'plan_mismatch',
    { fields: differing.join(', ') },
    { fields: differing.map((field) => ({ path: `/${field}`, message: 'differs from the dry-run' })) },
  )
}

/** Throws unless the plan leaves its launcher open, or names this wallet. */
export function checkLauncher({ request }: Plan, wallet: Wallet): void {
  if (request.launcherPubkey === null || request.launcherPubkey === wallet) return
  throw new AppError('launcher_mismatch', { expected: request.launcherPubkey, actual: wallet })
}

/**
 * The plan's shareholders with the placeholder replaced by the launcher's wallet, merged when that wallet holds another role too (a
 * treasury that launches).
 */
export function nameLauncher(shareholders: readonly Shareholder[], launcher: Wallet): Shareholder[] {
  const unnamed = shareholders.find((shareholder) => shareholder.wallet === LAUNCHER_UNNAMED)
  if (!unnamed) return [...shareholders]
  const twin = shareholders.find((shareholder) => shareholder.wallet === launcher)
  return shareholders
    .filter((shareholder) => shareholder !== twin)
    .map((shareholder) => {
      if (shareholder !== unnamed) return shareholder
      if (!twin) return { ...unnamed, wallet: launcher }
      const sumBps = (unnamed.bps + twin.bps) as Shareholder['bps']
      const role = joinRoles([...rolesOf(unnamed.role), ...rolesOf(twin.role)])
      return { wallet: launcher, role, handle: `${unnamed.handle}+${twin.handle}`, bps: sumBps }
    })
}
