import { AmountView, amountView, forSol } from '../../domain/money/amount-json.ts'
import { type Static, Type } from '@sinclair/typebox'
import type { Coin } from '../../domain/coin.ts'
import { COIN_CHOICES } from '../../domain/results/coin-choices.ts'
import { coinPageUrl } from '../../domain/results/coin-page-url.ts'
import { MODES, Shareholder } from '../../domain/crew/fee-map.ts'
import { amountNumber, CURRENCIES } from '../../domain/money/currency.ts'
import { DateTime, Enum, iso, isoOrNull, Nullable, Ok } from '../../domain/json.ts'
import { RedirectedFees } from '../../domain/results/redirected-fees.ts'
import { LockPathName } from '../../domain/lock-path.ts'
import { CrewSeat } from '../../domain/crew/crew.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Policy } from '../../ports/policy.ts'
import type { LaunchpadFacts } from '../../ports/launchpad/facts.ts'
import { AgentView } from '../plan/plan-view.ts'
import { metadataUri } from '../../domain/plan/metadata-uri.ts'

/** Wire form of a coin. @see rules 10.27 */
export const CoinView = Type.Object({
  mint: Type.String(),
  platform: Type.String(),
  name: Type.String(),
  ticker: Type.String(),
  description: Type.String(),
  image: Nullable(Type.String()),
  launchpadUrl: Type.String({ description: 'The coin’s page on its launchpad.' }),
  coinUrl: Type.String({ description: 'The coin’s page on this service, to be shared.' }),
  mode: Enum(MODES),
  twitter: Nullable(Type.String()),
  website: Nullable(Type.String()),
  crew: Type.Array(CrewSeat),
  shareholders: Type.Array(Shareholder),
  launcher: Type.String(),
  signature: Type.String(),
  feeShareSignature: Nullable(Type.String()),
  feeShareLocked: Type.Boolean({
    description: 'The creator fees go to the shareholders; false again once the launchpad redirected them.',
  }),
  feesRedirected: Nullable(RedirectedFees, {
    description: 'Set when the launchpad’s own team took the fees of the locked coin from its split; no payout to it follows.',
  }),
  feesLockedAtLaunch: Type.Boolean(),
  lockPath: LockPathName,
  createSlot: Type.Integer(),
  lockSlot: Nullable(Type.Integer()),
  holderKol: Type.Boolean(),
  agent: Nullable(AgentView),
  status: Enum(COIN_CHOICES.status),
  timeline: Type.Array(
    Type.Object({ state: Enum(['Launched', 'Graduated', 'Featured']), at: Nullable(DateTime()), reached: Type.Boolean() }),
    { description: 'The stages that the coin can reach: where coins do not graduate, `Launched` alone.' },
  ),
  launchedAt: DateTime(),
  graduatedAt: Nullable(DateTime()),
  featuredUrl: Nullable(Type.String()),
  paid: AmountView,
  paidLamports: Type.Optional(Type.String({ description: 'Creator fees paid out so far; of SOL alone.' })),
  paidSol: Type.Optional(Type.Number({ description: 'Of SOL alone.' })),
  currency: Enum(CURRENCIES, { description: 'What the coin’s amounts are in.' }),
  logoUrl: Nullable(Type.String()),
  metadataUrl: Nullable(Type.String()),
})
CoinView.title = 'Coin'

export type CoinView = Static<typeof CoinView>

/** Answer with one coin. */
export const CoinResponse = Ok({ coin: CoinView })

export type CoinResponse = Static<typeof CoinResponse>

/** Coins as JSON, each with its page on its own launchpad. */
export const coinViewer =
  ({ launchpads, policy }: Pick<Deps, 'launchpads' | 'policy'>) =>
  (coin: Coin): CoinView =>
    coinView(policy, coin, launchpads.facts(coin.platform))

/** The redirect of a coin's fees as JSON. */
export const redirectedFees = ({ feesRedirected }: Pick<Coin, 'feesRedirected'>): CoinView['feesRedirected'] =>
  feesRedirected && { at: iso(feesRedirected.atMs), to: feesRedirected.to }

/** Where the coin's picture is served; null without one. */
export const logoUrlOf = ({ baseUrl }: Pick<Policy, 'baseUrl'>, { mint, imageSha256 }: Pick<Coin, 'mint' | 'imageSha256'>): string | null =>
  imageSha256 === null ? null : `${baseUrl}/api/coins/${mint}/logo`

/** Where the coin trades, as its status in JSON. */
export const statusOf = ({ graduatedAtMs }: Pick<Coin, 'graduatedAtMs'>): CoinView['status'] =>
  graduatedAtMs === null ? 'live' : 'graduated'

/** The coin as JSON, with its page and its stages on its launchpad. */
function coinView({ baseUrl }: Pick<Policy, 'baseUrl'>, coin: Coin, launchpad: Pick<LaunchpadFacts, 'coinUrl' | 'graduates'>): CoinView {
  const logoUrl = logoUrlOf({ baseUrl }, coin)
  return {
    mint: coin.mint,
    platform: coin.platform,
    name: coin.name,
    ticker: coin.ticker,
    description: coin.description,
    image: logoUrl,
    launchpadUrl: launchpad.coinUrl(coin.mint),
    coinUrl: coinPageUrl(baseUrl, coin.mint),
    mode: coin.mode,
    twitter: coin.twitter,
    website: coin.website,
    crew: [...coin.crew],
    shareholders: [...coin.shareholders],
    launcher: coin.launcher,
    signature: coin.signature,
    feeShareSignature: coin.feeShareSignature,
    feeShareLocked: coin.feeShareLocked,
    feesRedirected: redirectedFees(coin),
    feesLockedAtLaunch: coin.feesLockedAtLaunch,
    lockPath: coin.lockPath,
    createSlot: coin.createHeight,
    lockSlot: coin.lockHeight,
    holderKol: coin.holderKol,
    agent: coin.agent,
    status: statusOf(coin),
    timeline: timelineOf(coin, launchpad),
    launchedAt: iso(coin.launchedAtMs),
    graduatedAt: isoOrNull(coin.graduatedAtMs),
    featuredUrl: coin.featuredUrl,
    paid: amountView(coin.paidAtomic, coin.currency),
    ...forSol(coin.currency, { paidLamports: coin.paidAtomic.toString(), paidSol: amountNumber(coin.paidAtomic, coin.currency) }),
    currency: coin.currency,
    logoUrl,
    metadataUrl: coin.metadataId === null ? null : metadataUri({ baseUrl }, coin.metadataId),
  }
}

/** Only graduated coins are featured: where none graduates, neither stage ever comes. @see rules 3.3 */
function timelineOf(coin: Coin, { graduates }: Pick<LaunchpadFacts, 'graduates'>): CoinView['timeline'] {
  const launched = { state: 'Launched' as const, at: iso(coin.launchedAtMs), reached: true }
  if (!graduates) return [launched]
  return [
    launched,
    { state: 'Graduated', at: isoOrNull(coin.graduatedAtMs), reached: coin.graduatedAtMs !== null },
    { state: 'Featured', at: isoOrNull(coin.featuredAtMs), reached: coin.featuredAtMs !== null },
  ]
}
