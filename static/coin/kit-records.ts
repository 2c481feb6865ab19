/** An amount of the treasury's budget; `usd` is null without a price. */
export interface Amount {
  readonly lamports: string
  readonly usd: number | null
}

/** One thing that the budget pays for. */
export interface KitItem {
  readonly id: string
  readonly title: string
  readonly what: string
  readonly priceUsd: number | null
  readonly state: 'locked' | 'unlocked' | 'reserved' | 'done'
  readonly missing: { readonly reasons: readonly string[]; readonly lamports: string; readonly usd: number | null }
}

/** A coin's kit as the API has it. */
export interface Kit {
  readonly treasuryBps: number
  readonly budget: { readonly accrued: Amount; readonly spent: Amount; readonly reserved: Amount; readonly free: Amount }
  readonly items: readonly KitItem[]
  readonly jobsEnabled: boolean
  readonly warnings: readonly string[]
}

/** A creative job as the API lists it. */
export interface Job {
  readonly id: string
  readonly title: string
  readonly chainId: string
  readonly budgetUsd: number
  readonly lamports: string
  readonly postsPerWeek: number | null
  readonly state: string
  readonly deadline: string | null
  readonly worker: string | null
  readonly urls: readonly string[]
  readonly note: string | null
  readonly changedAt: string
}
