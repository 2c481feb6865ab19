import { type Static, Type } from '@sinclair/typebox'
import { ClusterName } from '../cluster.ts'
import { DateTime, Enum, iso, isoOrNull, Nullable } from '../json.ts'
import { type CoinJob, JOB_STATES } from '../kit/coin-job.ts'
import { itemOf, JOB_TEMPLATES, TEMPLATE_IDS } from '../kit/kit-items.ts'
import { shareOf } from '../kit/parts-for.ts'
import { AmountView, amountView } from '../money/amount-json.ts'
import { amountNumber, PRICED_CURRENCY } from '../money/currency.ts'
import { usdToNumber } from '../money/usd.ts'

/** Wire form of a template's id. */
export const TemplateName = Enum(TEMPLATE_IDS)
/** Wire form of a job's state. */
export const JobStateName = Enum(JOB_STATES, { title: 'JobState' })

/** How far a part of a job is. */
export const PART_STATES = ['paid', 'now', 'later', 'refunded'] as const

/** Wire form of a job. */
export const JobView = Type.Object({
  id: Type.String(),
  mint: Type.String(),
  ticker: Type.String(),
  template: TemplateName,
  title: Type.String(),
  chainId: Type.String(),
  asset: Type.Literal(PRICED_CURRENCY),
  budgetUsd: Type.Number(),
  solUsd: Type.Number({ description: 'The price at which the budget became lamports.' }),
  amount: AmountView,
  lamports: Type.String({ description: 'Reserved, and what the worker is paid.' }),
  sol: Type.Number(),
  postsPerWeek: Nullable(Type.Integer()),
  part: Nullable(
    Type.String({ description: 'What it pays where its budget is below the item’s price; null where it makes the whole item.' }),
  ),
  parts: Type.Optional(
    Type.Array(
      Type.Object({
        lamports: Type.String(),
        state: Enum(PART_STATES, { description: '`now` is the one under way; the job’s state is about it.' }),
      }),
      { description: 'Of a job that is handed in and paid in parts, one after the other; the first is part 1.' },
    ),
  ),
  state: JobStateName,
  deadline: Nullable(DateTime({ description: 'When the present state ends by itself, or what was handed in is looked at again.' })),
  worker: Nullable(Type.String()),
  urls: Type.Array(Type.String()),
  note: Nullable(Type.String()),
  cancelReason: Nullable(
    Type.String({ description: 'Why the owner asks the worker to let the job be called off; the worker agrees by giving it back.' }),
  ),
  createdAt: DateTime(),
  changedAt: DateTime(),
})

JobView.title = 'Job'

export type JobView = Static<typeof JobView>

/** The job as JSON. */
export const jobView = (job: CoinJob): JobView => ({
  id: job.id,
  mint: job.mint,
  ticker: job.ticker,
  template: job.template,
  title: itemOf(job.template).title,
  chainId: job.chainId,
  asset: PRICED_CURRENCY,
  budgetUsd: usdToNumber(job.budgetUsdMicros),
  solUsd: usdToNumber(job.currencyUsdMicros),
  amount: amountView(job.amountAtomic, PRICED_CURRENCY),
  lamports: job.amountAtomic.toString(),
  sol: amountNumber(job.amountAtomic, PRICED_CURRENCY),
  postsPerWeek: job.postsPerWeek,
  part: job.wholeItem ? null : JOB_TEMPLATES[job.template].part,
  ...(job.parts > 1 && { parts: partsView(job) }),
  state: job.state,
  deadline: isoOrNull(job.deadlineMs),
  worker: job.worker,
  urls: [...job.urls],
  note: job.note,
  cancelReason: job.cancelReason,
  createdAt: iso(job.createdAtMs),
  changedAt: iso(job.changedAtMs),
})

const partsView = (job: CoinJob): NonNullable<JobView['parts']> =>
  Array.from({ length: job.parts }, (_, index) => {
    const part = index + 1
    const ahead = job.state === 'refunded' ? 'refunded' : part === job.part ? 'now' : 'later'
    return { lamports: shareOf({ ...job, part }).toString(), state: part < job.part || job.state === 'paid' ? 'paid' : ahead }
  })

/** What events of jobs say. */
export const JobNews = Type.Object({
  cluster: ClusterName,
  mint: Type.String(),
  ticker: Type.String(),
  job: JobView,
})
JobNews.title = 'JobNews'
