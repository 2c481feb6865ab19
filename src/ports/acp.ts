import type { AtomicUnits, UnixMs, Wei } from '../domain/brands.ts'
import type { LaunchRequest } from '../domain/plan/launch-request.ts'
import type { Secret } from '../lib/secret.ts'

/** States of a job on its contract, in the contract's order. @see ERC-8183 */
export const ACP_JOB_STATES = ['open', 'funded', 'submitted', 'completed', 'rejected', 'expired'] as const

/** A job as its contract has it. */
export interface AcpJob {
  readonly state: (typeof ACP_JOB_STATES)[number]
  readonly client: string
  readonly provider: string
  readonly expiresAtMs: UnixMs
  /** What the client pays, in USDC atomic units; zero until the provider named it. */
  readonly budgetAtomic: AtomicUnits
  readonly description: string
}

/** A message about a job. */
export interface AcpMessage {
  readonly from: string
  readonly kind: string
  readonly content: string
}

/** A transaction of the seller's wallet, ready to be sent. */
export interface AcpTransaction {
  /** The most that it can cost. */
  readonly weiMax: Wei
  /** Sends it and waits for its block. @throws Error when it had no effect */
  send(): Promise<void>
}

/** What we sell there. */
export interface AcpTerms {
  /** The offering's name: a job with another description is not ours to serve. */
  readonly offering: string
  readonly priceAtomic: AtomicUnits
  /** Pays for the launches that are ordered there, and is their creator on chain. */
  readonly launcherSecret: Secret<string>
}

/**
 * The marketplace where agents pay each other for jobs: a contract on Base, and a message service. Every call but `signedIn` and
 * `readRequirement` may throw Error when chain or service do not answer.
 */
export interface Acp {
  readonly chainId: number
  /** The seller's wallet. */
  readonly wallet: string
  readonly terms: AcpTerms
  /** True while the message service accepts our signature. */
  signedIn(): boolean
  /** Signs in, or renews what expires within a minute. */
  signIn(): Promise<void>
  /** Jobs under way on our chain that name us. */
  activeJobs(): Promise<readonly string[]>
  /** What was said of a job, oldest first. */
  messages(jobId: string): Promise<readonly AcpMessage[]>
  /** Sends a message to the buyer. */
  say(jobId: string, text: string): Promise<void>
  /** What was handed in; null before. */
  deliverable(jobId: string): Promise<string | null>
  /** Hands the deliverable in; the same one again changes nothing. */
  handIn(jobId: string, deliverable: string): Promise<void>
  /** The job in the newest block, or in the newest that is final; null where there is none yet. */
  job(jobId: string, at: 'latest' | 'finalized'): Promise<AcpJob | null>
  /** True while a transaction of the wallet waits for a block. */
  isSending(): Promise<boolean>
  /** Names the price of a job. */
  prepareBudget(jobId: string, amountAtomic: AtomicUnits): Promise<AcpTransaction>
  /** Hands the hash of a deliverable in. */
  prepareSubmit(jobId: string, deliverable: string): Promise<AcpTransaction>
  /** A requirement as a launch; else what is wrong with it, in words for the buyer. */
  readRequirement(content: string): { readonly launch: LaunchRequest } | { readonly problem: string }
}
