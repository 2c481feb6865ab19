import type { DryRun } from '../../domain/plan/dry-run.ts'
import { amountText, formatAmount } from '../../domain/money/currency.ts'
import type { PlanRequest } from '../../domain/plan/launch-request.ts'
import { looksOf } from '../../lib/look-alike.ts'
import type { Deps } from '../../ports/deps.ts'
import type { DecidedDryRun } from '../../ports/storage/dry-runs.ts'

/** A field of the plan that is not as it was, as text to read; null where one of the two has none. */
export interface PlanChange {
  /** Name in the public view's plan; a shareholder is `shareholders/{wallet}`. */
  readonly field: string
  readonly old: string | null
  readonly new: string | null
}

/** An earlier dry-run of the same thing, and how the present one differs. */
export interface ComparedDryRun {
  readonly dryRun: DryRun
  readonly changes: readonly PlanChange[]
}

/** What a plan is held against. */
export interface ComparedPlans {
  /** The one that a human approved last. */
  readonly approved: ComparedDryRun | null
  /** The one that was used last, where nobody approved it and it says something else than the present one. */
  readonly usedUnapproved: ComparedDryRun | null
}

/** So many plans of a key or launcher are looked through for one of the same coin, the last ones first. */
const LOOKED_THROUGH_MAX = 1_000

/**
 * The plans of the same coin by the same key or launcher that a human approved last, and that were used last. The same coin is one of
 * the same mint (for wire-fees), else of a name that reads alike, else of the same ticker. Only what a human approved is a measure:
 * anyone can use a plan that says the same as the next one.
 */
export async function compareWithEarlier({ storage, clock }: Pick<Deps, 'storage' | 'clock'>, dryRun: DryRun): Promise<ComparedPlans> {
  const { request } = dryRun.plan
  const asked = {
    id: dryRun.id,
    keyId: dryRun.keyId,
    launcher: request.launcherPubkey,
    untilMs: dryRun.approvedAtMs ?? dryRun.consumedAtMs ?? clock.nowMs(),
    limit: LOOKED_THROUGH_MAX,
  }
  const [approved, used] = await Promise.all([
    storage.dryRuns.listDecided({ ...asked, decision: 'approved' }),
    storage.dryRuns.listDecided({ ...asked, decision: 'used' }),
  ])
  const compared = async (found: DecidedDryRun | undefined): Promise<ComparedDryRun | null> => {
    const before = found && (await storage.dryRuns.find(found.id))
    return before ? { dryRun: before, changes: changesBetween(before, dryRun) } : null
  }
  const lastUsed = ofSameCoin(used, request)
  const unapproved = await compared(lastUsed?.approved === false ? lastUsed : undefined)
  return {
    approved: await compared(ofSameCoin(approved, request)),
    usedUnapproved: unapproved !== null && unapproved.changes.length > 0 ? unapproved : null,
  }
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

/** Every field in which two plans differ, in the order in which the plan shows them. */
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
    ['cost', quote.cost && amountText(quote.cost.total, quote.cost.currency ?? 'SOL')],
    ['lockPath', quote.lockPath],
    ['atomicRequired', yesOrNo(request.atomicRequired)],
    ['holderKol', yesOrNo(request.holderKol)],
    ['agent', request.agent && Object.values(request.agent).filter(Boolean).join(' · ')],
    ...plan.shareholders.map(({ wallet, role, handle, bps }): [string, string] => {
      const roles = [...role.split('+'), ...roleOf(wallet).filter((hired) => hired !== role)].join(', ')
      return [`shareholders/${wallet}`, `${(bps / 100).toFixed(2)}% to ${handle} (${roles})`]
    }),
  ])
}
