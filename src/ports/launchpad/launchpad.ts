import type { Lamports, Mint, Signature, Wallet } from '../../domain/brands.ts'
import type { BuybackOrder, BuybackQuote, BuybackReceipt } from '../../domain/buyback.ts'
import type { SignedTransaction, TransactionState, UnsignedTransaction } from '../../domain/operation.ts'
import type { Secret } from '../../lib/secret.ts'
import type { RecipientReport } from '../recipient-report.ts'
import type { ChainCoin, CoinPlan, CoinRecord } from './coin.ts'
import type { LaunchpadFacts } from './facts.ts'
import type { AccruedFees, Distribution, DistributionOffer, DistributionPage } from './fee-share.ts'
import type { LaunchCost, PreparedLaunch } from './launching.ts'
import type { Launcher, Prepared } from './signing.ts'
import type { UnsignedLaunch } from './unsigned.ts'

/**
 * A place where a coin is created and its creator fees are split. Adapters hold no state of ours: what must survive is in
 * the signed transactions. Every call may throw AppError upstream_unavailable, after which nothing was spent.
 */
export interface Launchpad extends LaunchpadFacts {
  /** The launchpad's own limits, in UTF-8 bytes. */
  readonly textLimits: { readonly nameBytesMax: number; readonly tickerBytesMax: number; readonly metadataUriBytesMax: number }
  /** The least that one transaction costs its payer. */
  readonly transactionFeeLamports: Lamports
  /** True for the form of an address on this platform; says nothing of the chain. */
  isWallet(text: string): boolean
  /** The one way in which this platform writes the address; only for what `isWallet` accepts. */
  canonicalWallet(text: string): Wallet
  /** The launcher that the header's text holds. @throws AppError launcher_secret_invalid, which repeats nothing of the text */
  parseLauncher(text: Secret<string>): Launcher
  /** Answers when the chain does. Reads only. */
  ping(): Promise<void>
  /** Lamports that `wallet` can spend now. */
  balanceLamports(wallet: Wallet): Promise<Lamports>
  /**
   * One report a wallet, in order: each was paid in a simulation, at the price and by the rules of this moment. Reads only.
   * @throws AppError upstream_unavailable also where the payments could not be simulated: unproved is not payable
   */
  inspectRecipients(wallets: readonly Wallet[]): Promise<RecipientReport[]>
  /** What the launch would cost and which path it would take. Reads only. @throws AppError launch_refused | atomic_not_possible */
  estimateLaunch(plan: CoinPlan, launcher: Wallet | null): Promise<LaunchCost>
  /**
   * Builds, simulates and signs a launch; the mint's own key is made and dropped inside.
   * @throws AppError launch_refused | balance_too_low | atomic_not_possible
   */
  prepareLaunch(plan: CoinPlan, launcher: Launcher): Promise<PreparedLaunch>
  /**
   * As `prepareLaunch`, for a launcher and (where `clientHoldsMint`; null elsewhere) a mint whose keys the client holds;
   * absent where the platform has no such flow.
   * @throws AppError wallet_invalid | mint_exists, and as prepareLaunch
   */
  prepareUnsignedLaunch?(plan: CoinPlan, launcher: Wallet, mint: Mint | null): Promise<UnsignedLaunch>
  /**
   * The transactions that came back signed, in the order they went out; only checks, no chain. Present together with
   * `prepareUnsignedLaunch`.
   * @throws AppError signed_transaction_mismatch when a message differs from ours or a signature is missing
   */
  acceptSigned?(
    unsigned: readonly UnsignedTransaction[],
    signedBase64: readonly string[],
  ): SignedTransaction[] | Promise<SignedTransaction[]>
  /** Builds and signs the lock of an existing coin's fees, sweeps included. @throws AppError launcher_not_creator | fee_share_already_locked | mint_unknown | balance_too_low | chain_refused */
  prepareLock(mint: Mint, shareholders: CoinPlan['shareholders'], launcher: Launcher): Promise<Prepared>
  /** Builds and signs a distribution of what waits, or says what is missing. @throws AppError fee_share_not_locked | mint_unknown | balance_too_low | chain_refused */
  prepareDistribution(mint: Mint, payer: Launcher, record?: CoinRecord): Promise<DistributionOffer>
  /**
   * Sends what may be sent and says what the chain knows, one state a transaction, in order. Idempotent: the same bytes
   * every time. A transaction is sent only after those before it landed (or together, in one bundle); one whose
   * predecessor is dead was never sent and counts as `expired`.
   */
  advance(transactions: readonly SignedTransaction[]): Promise<TransactionState[]>
  /**
   * The mint that a landed create made, from what landed: the transaction's own accounts, or the event in the receipt of `by`,
   * which is it or the one that did the same in its place. Null while no node tells.
   */
  readCreatedMint(create: SignedTransaction, by: Signature): Promise<Mint | null>
  /**
   * True when any node has the coin, each asked by itself: that a coin was never made takes more than one node's word.
   * @throws AppError upstream_unavailable when none tells
   */
  isCreated(mint: Mint): Promise<boolean>
  /** The coin, or null when the chain has no such mint on this launchpad. */
  readCoin(mint: Mint, record?: CoinRecord): Promise<ChainCoin | null>
  /** One entry a mint, in order, null for a mint that is no coin here; at most 100 mints, in one read where the chain has one. */
  readAccrued(mints: readonly Mint[]): Promise<(AccruedFees | null)[]>
  /**
   * Distributions of the coin, whoever sent them, older than `before` and newer than `after` (null: without that bound).
   * Looks through at most `limit` transactions: a page may be empty and still not be the last.
   */
  listDistributions(
    mint: Mint,
    range: { readonly before: Signature | null; readonly after: Signature | null; readonly limit: number },
    record?: CoinRecord,
  ): Promise<DistributionPage>
  /** The payments of one landed distribution; null when the transaction paid nobody. @throws AppError upstream_unavailable while it cannot be read */
  readDistribution(mint: Mint, signature: Signature, record?: CoinRecord): Promise<Distribution | null>
  /**
   * Quotes, builds, simulates and signs one transaction that buys the coin, and burns what it bought when asked to; absent
   * where the platform has none. Nothing is sent.
   * @throws AppError mint_unknown | coin_not_tradable | buyback_balance_too_low | buyback_price_impact | chain_refused
   */
  prepareBuyback?(order: BuybackOrder, payer: Launcher): Promise<{ readonly prepared: Prepared; readonly quote: BuybackQuote }>
  /** What a landed buyback did to `wallet`; null while no node can tell. Present together with `prepareBuyback`. */
  readBuyback?(mint: Mint, wallet: Wallet, signature: Signature): Promise<BuybackReceipt | null>
  /** Creator fees that reached the creator before the lock, from the chain's own record between the two slots. */
  readPreLockFees(mint: Mint, createSlot: number, lockSlot: number): Promise<Lamports>
  /** Owners of the largest balances, largest first, without curve and pool; at most 20. */
  topHolders(mint: Mint): Promise<{ readonly wallet: Wallet; readonly tokens: bigint }[]>
}
