import type { ListedCoin } from '../../src/features/coins/listed-coin-view.ts'
import type { MarketView } from '../../src/features/board/market-view.ts'
import { progressPercent } from '../lib/market-parts.ts'
import type { CoinHeads } from './coin-heads.ts'
import type { LocalOrder } from './local-order.ts'

/** Whether a market has what stands in each column. */
const HAS: Readonly<Record<LocalOrder, (market: MarketView) => boolean>> = {
  cap: () => true,
  change: ({ dayChangeBps }) => typeof dayChangeBps === 'number',
  progress: (market) => market.stage === 'graduated' || progressPercent(market) !== null,
  holders: ({ holders }) => holders !== null,
}

/** What is known of the table. */
interface Table {
  readonly heads: CoinHeads
  readonly table: HTMLElement
  readonly marketOf: (mint: string) => MarketView | null | undefined
}

/**
 * Has the heads name the currency that all amounts are in, where there is but one, and tells the style sheet which columns have nothing;
 * false where of no coin that was asked about a market was read.
 */
export function showColumns(coins: readonly ListedCoin[], { heads, table, marketOf }: Table): boolean {
  const [currency = null, ...others] = new Set(coins.map(({ paid }) => paid.currency))
  heads.showCurrency(others.length === 0 ? currency : null)
  const asked = coins.map(({ mint }) => marketOf(mint)).filter((market) => market !== undefined)
  const read = asked.filter((market) => market !== null)
  const hadChange = table.classList.contains('had-change') || read.some(HAS.change)
  const isUnread = asked.length > 0 && read.length === 0
  const isEmpty = (has: (market: MarketView) => boolean) => asked.length > 0 && !read.some(has)
  const traits = {
    'one-currency': others.length === 0,
    'named-agents': coins.some(({ agentName }) => agentName !== null),
    unread: isUnread,
    'no-cap': isEmpty(HAS.cap),
    // Few coins have one, and it is known last: until then there is no such column, and from then on it stays.
    'had-change': hadChange,
    'no-change': !hadChange,
    // A coin that the record alone calls graduated makes no column of dashes for all others.
    'no-progress': isUnread || isEmpty(HAS.progress),
    'no-holders': isEmpty(HAS.holders),
    'no-paid': coins.every(({ paid }) => paid.amount === '0'),
  }
  for (const [trait, holds] of Object.entries(traits)) table.classList.toggle(trait, holds)
  return !isUnread
}
