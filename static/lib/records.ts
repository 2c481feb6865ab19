import type { Currency } from './format.ts'
import type { Shareholder } from './shareholders.ts'

/** A coin as the API lists it. */
export interface Coin {
  readonly mint: string
  readonly platform: string
  readonly name: string
  readonly ticker: string
  readonly description: string
  readonly image: string | null
  readonly launchpadUrl: string
  readonly mode: string
  readonly twitter: string | null
  readonly website: string | null
  readonly crew: readonly { readonly handle: string; readonly wallet: string; readonly hireRole: string }[]
  readonly shareholders: readonly Shareholder[]
  readonly launcher: string
  readonly signature: string
  readonly feeShareSignature: string | null
  readonly feeShareLocked: boolean
  readonly feesLockedAtLaunch: boolean
  readonly lockPath: string
  readonly createSlot: number
  readonly lockSlot: number | null
  readonly holderKol: boolean
  readonly agent: { readonly name?: string; readonly objective?: string; readonly model?: string } | null
  readonly status: 'live' | 'graduated'
  readonly timeline: readonly { readonly state: string; readonly at: string | null; readonly reached: boolean }[]
  readonly launchedAt: string
  readonly featuredUrl: string | null
  readonly currency: Currency
  /** Creator fees paid so far, in the smallest unit of the currency. */
  readonly paidLamports: string
}

/** One payment of creator fees to one wallet. */
export interface Remit {
  readonly id: string
  readonly mint: string
  readonly ticker: string
  readonly wallet: string
  readonly handle: string
  readonly role: string
  readonly currency: Currency
  readonly lamports: string | number
  readonly signature: string
  readonly at: string
}

/** One run of the treasury's buyback. */
export interface Buyback {
  readonly id: string
  readonly mint: string | null
  readonly ticker: string | null
  readonly status: 'under_way' | 'executed' | 'skipped' | 'failed'
  /** Why nothing was bought. */
  readonly detail: string | null
  readonly sol: number | null
  readonly burnedTokens: string | null
  readonly signature: string | null
  readonly at: string
}

/** The figures of the proof tape. They count everything. */
export interface ProofStats {
  readonly coins: number
  readonly locked: number
  readonly remits: number
  readonly remittedSol: number
  /** What coins on Base paid. */
  readonly remittedWei: string
  readonly buybacks: number
  readonly boughtSol: number
}

/** Where the picture of a coin is: always this service, whatever address the API was reached by. */
export const logoPath = (mint: string): string => `/api/coins/${encodeURIComponent(mint)}/logo`
