import type { DryRun } from '../../domain/plan/dry-run.ts'
import { amountText, formatAmount, PRICED_CURRENCY } from '../../domain/money/currency.ts'
import type { PlanChange } from '../../domain/plan/plan-change.ts'
import type { PlanRequest } from '../../domain/plan/launch-request.ts'
import { looksOf } from '../../lib/look-alike.ts'
import type { Deps } from '../../ports/deps.ts'
import type { DecidedDryRun } from '../../ports/storage/dry-runs.ts'
import { BUY_AND_BURN } from '../../domain/crew/burn-wallet.ts'
import { partsOf } from '../../domain/crew/earnings.ts'
import { rolesOf } from '../../domain/crew/role.ts'
import { percentText } from '../../domain/money/figure-text.ts'

/** An earlier dry-run of the same coin, and how the present one differs. */
export interface ComparedDryRun {
  readonly dryRun: DryRun
  readonly changes: readonly PlanChange[]
}

/** The earlier dry-runs that a plan is compared with. */
export interface ComparedPlans {
  /** The last that a human approved. */
  readonly approved: ComparedDryRun | null
  /** The last that was consumed, where nobody approved it and it differs from the present one. */
  readonly usedUnapproved: ComparedDryRun | null
  /** Where `approved` is null: the last of another coin that a human approved, and what differs but what each coin has of its own. */
  readonly otherCoin: ComparedDryRun | null
}

/** How many of the latest plans of a key or launcher are searched for one of the same coin. */
const LOOKED_THROUGH_MAX = 1_000

/** What every coin has of its own. */
const OWN_FIELDS: readonly string[] = ['name', 'ticker', 'vibe', 'image', 'twitter', 'website']

/**
 * The last approved and the last consumed plan of the same coin by the same key or launcher. The same coin is one of the same mint (for
 * wire-fees), else of a look-alike name, else of the same ticker. Only an approved plan is a baseline, since anyone can consume a plan
 * that matches the next one. Where there is none, the last approved plan of another coin tells whether the terms are those of before.
 */
export async function compareWithEarlier(deps: Pick<Deps, 'storage' | 'clock'>, dryRun: DryRun): Promise<ComparedPlans> {
  const [approved, lastUsed] = await Promise.all([compareWithApproved(deps, dryRun), lastOfSameCoin(deps, dryRun, 'used')])
  const unapproved = await compared(deps, dryRun, lastUsed?.approved === false ? lastUsed : undefined)
  const usedUnapproved = unapproved !== null && unapproved.changes.length > 0 ? unapproved : null
  return { approved, usedUnapproved, otherCoin: approved === null ? await compareWithOtherCoin(deps, dryRun) : null }
}

async function compareWithOtherCoin(deps: Pick<Deps, 'storage' | 'clock'>, dryRun: DryRun): Promise<ComparedDryRun | null> {
  if (dryRun.plan.request.mint !== null) return null
  // A lock of fees has no ticker.
  const before = await compared(
    deps,
    dryRun,
    (await listDecided(deps, dryRun, 'approved')).find(({ ticker }) => ticker !== ''),
  )
  return before && { ...before, changes: before.changes.filter(({ field }) => !OWN_FIELDS.includes(field)) }
}

/** The last plan of the same coin by the same key or launcher that a human approved; null when none was. */
export const compareWithApproved = async (deps: Pick<Deps, 'storage' | 'clock'>, dryRun: DryRun): Promise<ComparedDryRun | null> =>
  compared(deps, dryRun, await lastOfSameCoin(deps, dryRun, 'approved'))

async function compared(
  { storage }: Pick<Deps, 'storage'>,
  dryRun: DryRun,
  found: DecidedDryRun | undefined,
): Promise<ComparedDryRun | null> {
  const before = found && (await storage.dryRuns.find(found.id))
  return before ? { dryRun: before, changes: changesBetween(before, dryRun) } : null
}

const lastOfSameCoin = async (
  deps: Pick<Deps, 'storage' | 'clock'>,
  dryRun: DryRun,
  decision: 'approved' | 'used',
): Promise<DecidedDryRun | undefined> => ofSameCoin(await listDecided(deps, dryRun, decision), dryRun.plan.request)

/** Those of the same key or launcher that were decided before this one was, the latest first. */
function listDecided(
  { storage, clock }: Pick<Deps, 'storage' | 'clock'>,
  { id, keyId, plan: { request }, approvedAtMs, consumedAtMs }: DryRun,
  decision: 'approved' | 'used',
): Promise<readonly DecidedDryRun[]> {
  const untilMs = approvedAtMs ?? consumedAtMs ?? clock.nowMs()
  return storage.dryRuns.listDecided({ decision, id, keyId, launcher: request.launcherPubkey, untilMs, limit: LOOKED_THROUGH_MAX })
}

function ofSameCoin(plans: readonly DecidedDryRun[], { mint, name, ticker }: PlanRequest): DecidedDryRun | undefined {
  if (mint !== null) return plans.find(({ coin }) => coin === mint)
  const looks = new Set(looksOf(name))
  return (
    plans.find(({ coin }) => coin === name) ??
    plans.find(({ coin }) => looksOf(coin).some((look) => looks.has(look))) ??
    plans.find((plan) => plan.ticker !== '' && plan.ticker === ticker)
  )
}

/** Every field in which two plans differ, in display order. */
export function changesBetween(before: DryRun, after: DryRun): PlanChange[] {
  const old = readableFields(before)
  const now = readableFields(after)
  return [...new Set([...now.keys(), ...old.keys()])]
    .map((field) => ({ field, old: old.get(field) ?? null, new: now.get(field) ?? null }))
    .filter((change) => change.old !== change.new)
}

const yesOrNo = (claim: boolean) => (claim ? 'yes' : 'no')

function readableFields({ plan, quote }: DryRun): Map<string, string | null> {
  const { request } = plan
  const roleOf = (wallet: string) => plan.crew.filter((seat) => seat.wallet === wallet).map((seat) => seat.hireRole)
  return new Map<string, string | null>([
    ['name', request.name],
    ['ticker', request.ticker],
    ['vibe', plan.finalDescription],
    ['image', plan.image?.sha256 ?? null],
    ['mode', request.mode],
    ['twitter', request.twitter],
    ['website', request.website],
    ['platform', request.platform],
    ['launcherPubkey', request.launcherPubkey],
    ['initialBuySol', `${formatAmount(request.initialBuyLamports, 'SOL')} SOL`],
    ['cost', quote.cost && amountText(quote.cost.totalAtomic, quote.cost.currency ?? PRICED_CURRENCY)],
    ['lockPath', quote.lockPath],
    ['atomicRequired', yesOrNo(request.atomicRequired)],
    ['holderKol', yesOrNo(request.holderKol)],
    ['agent', request.agent && Object.values(request.agent).filter(Boolean).join(' · ')],
    [
      'earnings',
      request.earnings
        ? partsOf(request.earnings)
            .map((part) => `${percentText(part.bps)} to ${part.wallet}`)
            .join(', ')
        : null,
    ],
    ...plan.shareholders.map(({ wallet, role, handle, bps }): [string, string] => {
      const roles = [...rolesOf(role), ...roleOf(wallet).filter((hired) => hired !== role)].join(', ')
      // Each plan has a new wallet for it.
      return [`shareholders/${wallet === request.burn?.wallet ? BUY_AND_BURN : wallet}`, `${percentText(bps)} to ${handle} (${roles})`]
    }),
  ])
}
