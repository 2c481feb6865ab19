import type { ChainId } from '../domain/chain.ts'
import type { Logger } from '../lib/logger.ts'
import type { Redactor } from '../lib/redactor.ts'
import type { Room } from '../domain/limits/room.ts'
import type { SecretBox } from '../lib/secret-box.ts'
import type { A2a } from './a2a.ts'
import type { Acp } from './acp.ts'
import type { Backups } from './machine/backups.ts'
import type { CoinCards } from './pages/coin-cards.ts'
import type { Clock, IdSource, Timers } from './clock.ts'
import type { Directory } from './directory.ts'
import type { Disk } from './machine/disk.ts'
import type { EscrowRails } from './escrow.ts'
import type { BurnWallets, Signer } from './signer.ts'
import type { NodeWatch } from './node-watch.ts'
import type { Mail } from './outbound/mail.ts'
import type { MetadataStore } from './metadata-store.ts'
import type { Metrics } from './metrics.ts'
import type { Payments } from './payments.ts'
import type { Prices } from './prices.ts'
import type { Simulation } from './simulation.ts'
import type { StopNotice } from './machine/stop-notice.ts'
import type { Storage } from './storage/storage.ts'
import type { Tracer } from './tracer.ts'
import type { Web } from './outbound/web.ts'
import type { LaunchpadRegistry } from './launchpad-registry.ts'
import type { Policy } from './policy.ts'
import type { Settlers } from './settler.ts'

/** Every dependency of a use case; each use case picks the members it needs. */
export interface Deps {
  readonly policy: Policy
  readonly clock: Clock
  readonly timers: Timers
  readonly ids: IdSource
  /** A number from 0 up to 1 for a name: unpredictable from outside, and the same on every replica and after a restart. */
  readonly keyedRandom: (name: string) => number
  readonly log: Logger
  /** Redacts the operator's secrets from a text of outside origin before it is stored or answered. */
  readonly redact: Redactor
  readonly metrics: Metrics
  readonly tracer: Tracer
  /** The chain that each node proved to serve. */
  readonly nodes: NodeWatch
  readonly storage: Storage
  /** The quotas of everybody's dry-runs and pictures that no launch has used. */
  readonly rooms: { readonly dryRuns: Room; readonly pictures: Room }
  /** The disk of the embedded database. */
  readonly disk: Disk
  readonly directory: Directory
  readonly launchpads: LaunchpadRegistry
  readonly web: Web
  /** Writes to mailboxes; null where the operator named no mail server. */
  readonly mail: Mail | null
  readonly prices: Prices
  /** The escrow rails that pay creative jobs. */
  readonly escrow: EscrowRails
  /** Seals webhook secrets, bound to their endpoint's id. */
  readonly webhookSecrets: SecretBox
  /** Seals ids of OAuth clients, and the codes that they get keys for. */
  readonly oauthTokens: SecretBox
  /** Seals what keeps an approver's list open. */
  readonly approverTokens: SecretBox
  /** Seals ids of the challenges that ask for payments. */
  readonly paymentChallenges: SecretBox
  /** Signs agent cards, and speaks A2A. */
  readonly a2a: A2a
  /** The marketplace where launches are sold; null where they are not. */
  readonly acp: Acp | null
  /** The store for the metadata of new coins. */
  readonly metadata: MetadataStore
  /** The operator's wallets that pay cranks without a launcher key, by chain; chains without one are left out. */
  readonly crankPayers: Readonly<Record<ChainId, Signer>>
  /** Takes payments of single calls; null where the operator takes none. */
  readonly payments: Payments | null
  /** The wallets that buy and burn coins with their own earnings; null without EARNINGS_KEY. */
  readonly burnWallets: BurnWallets | null
  /** Pays buybacks; null when there is none. */
  readonly buybackPayer: Signer | null
  /** The controls of the simulated chain; null where a real one is used. */
  readonly simulation: Simulation | null
  /** Copies of the embedded database; null for any other storage. */
  readonly backups: Backups | null
  /** Draws the cards of coins. */
  readonly coinCards: CoinCards
  readonly stopNotice: StopNotice
  /** The settler of each kind of operation. */
  readonly settlers: Settlers
}
