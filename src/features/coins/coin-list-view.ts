import { type Static, Type } from '@sinclair/typebox'
import { COIN_CHOICES, SEARCHED_COINS_MAX } from '../../domain/results/coin-choices.ts'
import { Enum } from '../../domain/json.ts'
import { PRICED_CURRENCY } from '../../domain/money/currency.ts'
import { spelledMint } from '../../domain/text/coin-address.ts'
import { Lookup } from '../../domain/text/text.ts'
import { ListOf } from '../../http/answers/wire.ts'
import type { Deps } from '../../ports/deps.ts'
import type { CoinFilter, CoinOrder } from '../../ports/storage/storage.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'

/** Which coins a list has and in which order, as a query says it. */
const selection = {
  sort: Type.Optional(
    Enum(COIN_CHOICES.sort, {
      default: 'newest',
      description:
        '`paid`: most fees paid first, in the currency of `platform`, else SOL. `graduated`: graduated coins alone, latest first.',
    }),
  ),
  status: Type.Optional(Enum(COIN_CHOICES.status, { description: 'On the curve, or in the pool.' })),
  fees: Type.Optional(
    Enum(COIN_CHOICES.fees, {
      description: 'Locked to their split, never locked, or taken from it by the launchpad.',
    }),
  ),
  platform: Type.Optional(Lookup({ minLength: 1, maxLength: FIELD_LIMITS.idMax, description: 'Its id in /api/platforms.' })),
  q: Type.Optional(
    Lookup({
      minLength: 1,
      maxLength: FIELD_LIMITS.idMax,
      description: `Name, ticker or mint; parts of the newest ${SEARCHED_COINS_MAX} coins.`,
    }),
  ),
}

/** Query of a list of coins that has its own filter. */
export const CoinPageQuery = Type.Object(
  {
    ...ListOf.query().properties,
    fields: Type.Optional(Type.Literal('all', { description: 'Whole records.' })),
  },
  { additionalProperties: false },
)

export type CoinPageQuery = Static<typeof CoinPageQuery>

/** Query of a list of coins. */
export const CoinListQuery = Type.Object({ ...CoinPageQuery.properties, ...selection }, { additionalProperties: false })

/** Query of a feed of coins, which has one page. */
export const CoinFeedQuery = Type.Object(selection, { additionalProperties: false })

/** Which coins a query asks for, and in which order. */
export type CoinSelection = Static<typeof CoinFeedQuery>

/** The filter that a query asks for. */
export const coinFilter = ({ status, fees, platform, q }: CoinSelection): CoinFilter => ({
  ...(status === undefined ? {} : { graduated: status === 'graduated' }),
  ...(fees === undefined ? {} : fees === 'redirected' ? { redirected: true } : { locked: fees === 'locked' }),
  ...(platform === undefined ? {} : { platform }),
  ...(q === undefined ? {} : { text: spelledMint(q) }),
})

/** The order that a query asks for. */
export function coinOrder({ launchpads }: Pick<Deps, 'launchpads'>, { sort = 'newest', platform }: CoinSelection): CoinOrder {
  const currency = platform === undefined ? PRICED_CURRENCY : launchpads.facts(platform).currency
  return sort === 'paid' ? { mostPaidIn: currency } : sort
}
