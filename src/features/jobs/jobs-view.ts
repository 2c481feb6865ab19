import { PRICED_CURRENCY } from '../../domain/money/currency.ts'
import { AmountView, amountView } from '../../domain/money/amount-json.ts'
import { type Static, Type } from '@sinclair/typebox'
import { type CoinJob, type EscrowTransfer, JOB_ACTORS, type JobStep, TRANSFER_KINDS } from '../../domain/kit/coin-job.ts'
import { DELIVERY_FORMS, itemOf, JOB_TEMPLATES, PARTS_MAX, TEMPLATE_IDS } from '../../domain/kit/kit-items.ts'
import { LIMITS } from '../../domain/limits.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import { Lookup, Text } from '../../domain/text/text.ts'
import { usdToNumber } from '../../domain/money/usd.ts'
import { DateTime, Enum, iso, Nullable, Ok } from '../../domain/json.ts'
import { JobStateName, JobView, jobView, TemplateName } from '../../domain/results/job-json.ts'
import type { EscrowPayout } from '../../ports/storage/jobs.ts'

/** A worker in the query of GET /api/jobs. */
export const WorkerWallet = Lookup({ minLength: 1, maxLength: FIELD_LIMITS.idMax, description: 'The wallet that claimed.' })

/** Which part of a job a request is about. */
const PartNumber = Type.Integer({ minimum: 1, maximum: PARTS_MAX, description: 'Needed for a job in parts: the one under way.' })

/** Body of POST …/submit. */
export const SubmitBody = Type.Object(
  {
    urls: Type.Array(Text({ minLength: 1, maxLength: FIELD_LIMITS.jobUrlMax }), {
      minItems: 1,
      maxItems: LIMITS.jobUrlsMax,
      uniqueItems: true,
      description: 'Public http(s) addresses of the work; each must answer now.',
    }),
    part: Type.Optional(PartNumber),
  },
  { additionalProperties: false },
)

const Reason = Text({ minLength: 1, maxLength: LIMITS.reasonMax, description: 'Shown to everyone.' })

/** Body of POST …/verify. */
export const VerifyBody = Type.Object(
  {
    part: Type.Optional(PartNumber),
    approve: Type.Optional(
      Type.Boolean({ description: 'true pays, false ends the job and gives back what is not paid; left out, the content checks decide.' }),
    ),
    reason: Type.Optional(Reason),
  },
  { additionalProperties: false },
)

/** Body of POST …/cancel, if any. */
export const CancelBody = Type.Optional(Type.Object({ reason: Type.Optional(Reason) }, { additionalProperties: false }))

/** One answer with one job. */
export const JobResponse = Ok({ job: JobView })

/** Answer of GET /api/jobs/{id}. */
export const JobDetailResponse = Ok({
  job: JobView,
  history: Type.Array(
    Type.Object({
      from: Nullable(JobStateName),
      to: JobStateName,
      actor: Enum(JOB_ACTORS, { description: 'Who did it; clock where time alone did.' }),
      note: Nullable(Type.String()),
      at: DateTime(),
    }),
  ),
  escrow: Type.Array(
    Type.Object({
      kind: Enum(TRANSFER_KINDS),
      from: Type.String(),
      to: Type.String(),
      amount: AmountView,
      lamports: Type.String(),
      at: DateTime(),
    }),
  ),
  payoutSignature: Nullable(
    Type.String({ description: 'The transaction that pays, once it is signed; null on the rail `sim`. Of a job in parts the last.' }),
  ),
})

export type JobDetailResponse = Static<typeof JobDetailResponse>

/** Answer of GET /api/jobs/templates. */
export const TemplatesResponse = Ok({
  templates: Type.Array(
    Type.Object({
      id: TemplateName,
      title: Type.String(),
      what: Type.String(),
      priceUsd: Nullable(Type.Number({ description: 'Indicative, and may change. A job is taken from here upwards.' })),
      part: Nullable(
        Type.String({ description: 'What a job of less pays, which leaves the kit’s item as it is; null where it is refused.' }),
      ),
      deliverables: Type.Array(Type.String()),
      accepts: Type.Array(Enum(DELIVERY_FORMS), { description: 'What the content checks take.' }),
      postsPerWeek: Nullable(Type.Integer()),
    }),
  ),
  rails: Type.Array(Type.Object({ chainId: Type.String(), asset: Type.Literal(PRICED_CURRENCY) })),
  disclaimer: Type.String(),
})

/** Says that no mainnet pays, and that nothing is promised. @see rules 1.8 */
const DISCLAIMER = 'Jobs are paid on simulated or test rails, in money that is worth nothing. Nobody is promised any earnings.'

/** Every template, and the rails of this service. */
export const templatesView = (chainIds: readonly string[]): Static<typeof TemplatesResponse> => ({
  ok: true,
  templates: TEMPLATE_IDS.map((id) => {
    const { title, what, priceUsdMicros } = itemOf(id)
    const { deliverables, accepts, postsPerWeek, part } = JOB_TEMPLATES[id]
    return {
      id,
      title,
      what,
      priceUsd: usdToNumber(priceUsdMicros),
      part,
      deliverables: [...deliverables],
      accepts: [...accepts],
      postsPerWeek,
    }
  }),
  rails: chainIds.map((chainId) => ({ chainId, asset: PRICED_CURRENCY })),
  disclaimer: DISCLAIMER,
})

/** The job with its history and its transfers. */
export const jobDetailView = (
  job: CoinJob,
  record: { steps: readonly JobStep[]; transfers: readonly EscrowTransfer[]; payouts: readonly EscrowPayout[] },
): JobDetailResponse => ({
  ok: true,
  job: jobView(job),
  history: record.steps.map(({ from, to, actor, note, atMs }) => ({ from, to, actor, note, at: iso(atMs) })),
  escrow: record.transfers.map(({ kind, from, to, amountAtomic, atMs }) => ({
    kind,
    from,
    to,
    amount: amountView(amountAtomic, PRICED_CURRENCY),
    lamports: amountAtomic.toString(),
    at: iso(atMs),
  })),
  payoutSignature: record.payouts.at(-1)?.transactions[0]?.signature ?? null,
})
