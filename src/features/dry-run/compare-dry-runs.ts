import type { DryRun } from '../../domain/dry-run.ts'
import { amountText } from '../../domain/currency.ts'
import { formatSol } from '../../domain/sol.ts'
import type { Deps } from '../../ports/deps.ts'

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

/** The newest earlier dry-run by the same key of the same name (of the same mint, for wire-fees); null when this is the first. */
export async function compareWithPrevious({ storage }: Pick<Deps, 'storage'>, dryRun: DryRun): Promise<ComparedDryRun | null> {
  const { wish } = dryRun.plan
  const previous = await storage.dryRuns.findPrevious(dryRun.keyId, wish.mint ?? wish.name, dryRun.createdAtMs)
  return previous && { dryRun: previous, changes: changesBetween(previous, dryRun) }
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
