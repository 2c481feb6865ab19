import { PRICED_CURRENCY } from '../../domain/money/currency.ts'
import { type Static, Type } from '@sinclair/typebox'
import { usdMicros } from '../../domain/brands.ts'
import { invalidFields } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import { CoinAddress } from '../../domain/text/coin-address.ts'
import { Lookup } from '../../domain/text/text.ts'
import { DecimalNumber } from '../../domain/money/decimals.ts'
import { parseUsd } from '../../domain/money/usd.ts'
import { TemplateName } from '../../domain/results/job-json.ts'

/** Body of POST /api/jobs/coin. @see rules 2.8 */
export const JobBody = Type.Object(
  {
    mint: CoinAddress(),
    template: TemplateName,
    chainId: Lookup({
      minLength: 1,
      maxLength: FIELD_LIMITS.idMax,
      description: 'Where the worker is paid: `sim` (the service’s own ledger) or `solana:devnet`. A mainnet is refused.',
    }),
    asset: Type.Literal(PRICED_CURRENCY, { description: 'What the worker is paid in: the SOL of that rail, which is worth nothing.' }),
    budget: DecimalNumber(2, {
      minimum: LIMITS.jobBudgetUsdMin,
      maximum: LIMITS.jobBudgetUsdMax,
      description:
        'In US dollars, with at most 2 decimals: the price of the kit’s item or more, where the template has no part. It becomes lamports at the price of this moment, and so much of the coin’s budget is reserved; later prices change nothing.',
    }),
    postsPerWeek: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LIMITS.jobPostsPerWeekMax, description: 'For x-upkeep alone; 3 when left out.' }),
    ),
  },
  { additionalProperties: false },
)

/** The budget of a body, exactly. */
export function budgetOf({ budget }: Static<typeof JobBody>) {
  const exactUsdMicros = /^\d+(\.\d{1,2})?$/.test(String(budget)) ? parseUsd(String(budget)) : null
  if (exactUsdMicros === null) throw invalidFields([{ path: '/budget', message: 'must have at most 2 decimals' }])
  return usdMicros(exactUsdMicros)
}
