import type { DryRun } from '../../domain/plan/dry-run.ts'
import { amountText } from '../../domain/money/currency.ts'
import { formatSol } from '../../domain/money/sol.ts'
import type { Deps } from '../../ports/deps.ts'

/** A field of the plan that is not as it was, as text to read; null where one of the two has none. */
export interface PlanChange {
  /** Name in the public view's plan; a shareholder is `shareholders/{wallet}`. */
  readonly field: string
  readonly old: string | null
  readonly new: string | null
}

/** The approved dry-run of the same thing, and how the present one differs. */
export interface ComparedDryRun {
  readonly dryRun: DryRun
  readonly changes: readonly PlanChange[]
}

/**
 * The plan of the same coin (its name; its mint, for wire-fees) by the same key or launcher that a human approved last, or that was
 * used; null when there is none. What nobody approved is no measure: whoever makes plans could make two alike.
 */
export async function compareWithApproved(
  { storage, clock }: Pick<Deps, 'storage' | 'clock'>,
  dryRun: DryRun,
): Promise<ComparedDryRun | null> {
  const { wish } = dryRun.plan
  const approved = await storage.dryRuns.findLastApproved({
    id: dryRun.id,
    keyId: dryRun.keyId,
    launcher: wish.launcherPubkey,
    coin: wish.mint ?? wish.name,
    untilMs: dryRun.approvedAtMs ?? dryRun.consumedAtMs ?? clock.nowMs(),
  })
  return approved && { dryRun: approved, changes: changesBetween(approved, dryRun) }
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

function readableFields({ plan, notes }: DryRun): Map<string, string | null> {
  const { wish } = plan
  const roleOf = (wallet: string) => plan.crew.filter((seat) => seat.wallet === wallet).map((seat) => seat.hireRole)
  return new Map<string, string | null>([
    ['ticker', wish.ticker],
    ['vibe', plan.finalDescription],
    ['image', plan.image?.sha256 ?? null],
    ['mode', wish.mode],
    ['twitter', wish.twitter],
    ['website', wish.website],
    ['platform', wish.platform],
    ['launcherPubkey', wish.launcherPubkey],
    ['initialBuySol', `${formatSol(wish.initialBuyLamports)} SOL`],
    ['cost', notes.cost && amountText(notes.cost.totalLamports, notes.cost.currency ?? 'SOL')],
    ['lockPath', notes.lockPath],
    ['atomicRequired', yesOrNo(wish.atomicRequired)],
    ['holderKol', yesOrNo(wish.holderKol)],
    ['agent', wish.agent && Object.values(wish.agent).filter(Boolean).join(' · ')],
    ...plan.shareholders.map(({ wallet, role, handle, bps }): [string, string] => {
      const roles = [...role.split('+'), ...roleOf(wallet).filter((hired) => hired !== role)].join(', ')
      return [`shareholders/${wallet}`, `${(bps / 100).toFixed(2)}% to ${handle} (${roles})`]
    }),
  ])
}
