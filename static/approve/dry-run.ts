import type { Currency } from '../lib/format.ts'
import type { Shareholder } from '../lib/shareholders.ts'

interface Cost {
  /** SOL where it is not said. */
  readonly currency?: Currency
  readonly lamports: string
  readonly items: readonly { readonly what: string; readonly lamports: string }[]
}

/** The plan of a dry-run as the public view shows it. */
export interface PlanView {
  readonly mint?: string
  readonly name: string
  readonly ticker: string
  readonly vibe: string
  readonly mode: string
  readonly twitter: string | null
  readonly website: string | null
  readonly initialBuySol: number
  readonly platform: string
  readonly lockPath: string
  readonly atomicRequired: boolean
  readonly holderKol: boolean
  readonly agent: { readonly name?: string; readonly objective?: string; readonly model?: string } | null
  readonly launcherPubkey: string | null
  readonly feeMap: {
    readonly platformBuybackBps: number
    readonly deskBps: number
    readonly crewPoolBps: number
    readonly referrerBps: number
  }
  readonly referral: { readonly code: string; readonly handle: string } | null
  readonly crew: readonly { readonly wallet: string; readonly hireRole: string }[]
  readonly shareholders: readonly Shareholder[]
  readonly cost: Cost | null
  readonly warnings: readonly string[]
}

/** An earlier dry-run of the same coin, and what differs from it. */
export interface EarlierView {
  /** Empty for a fee wiring. */
  readonly name: string
  readonly createdAt: string
  readonly approved: boolean
  readonly consumed: boolean
  readonly changes: readonly { readonly field: string; readonly old: string | null; readonly new: string | null }[]
}

/** The answer of GET /api/agent/launch/dry-run/{id}. */
export interface DryRunView {
  readonly dryRunId: string
  readonly intent: 'launch' | 'wire-fees'
  readonly createdAt: string
  readonly expiresAt: string
  readonly serverTime: string
  readonly approved: boolean
  readonly approvedAt: string | null
  readonly approvedByWallet: string | null
  readonly consumed: boolean
  readonly imageSha256: string | null
  readonly planHash: string
  readonly cluster: string
  readonly plan: PlanView
  /** The one that a human approved last. */
  readonly previous: EarlierView | null
  /** The one that was used last, where nobody approved it and it differs from this one. */
  readonly usedUnapproved: EarlierView | null
  readonly operation: { readonly kind: string; readonly mint: string; readonly state: string } | null
}

/** Whether signing the id signs this plan: it begins with half of the plan's hash. Null for ids of earlier versions, which name no plan. */
export const namesItsPlan = ({ dryRunId, planHash }: Pick<DryRunView, 'dryRunId' | 'planHash'>): boolean | null =>
  dryRunId.length <= 32 ? null : dryRunId.startsWith(planHash.slice(0, 32))

/** Where a dry-run is in the API. */
export const dryRunPath = (id: string): string => `/api/agent/launch/dry-run/${encodeURIComponent(id)}`
