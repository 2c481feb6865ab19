import { AmountView, amountView, forSol } from '../../domain/money/amount-json.ts'
import { type Static, Type } from '@sinclair/typebox'
import { type AtomicUnits, atomicUnits } from '../../domain/brands.ts'
import type { Cluster } from '../../domain/cluster.ts'
import type { Currency } from '../../domain/money/currency.ts'
import { Nullable, Ok } from '../../domain/json.ts'
import { DistributionView } from '../../domain/results/crank-result.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import { Text } from '../../domain/text/text.ts'

/** Body of POST /api/agent/crank. */
export const CrankBody = Type.Object({ mint: Text({ minLength: 1, maxLength: FIELD_LIMITS.idMax }) }, { additionalProperties: false })

/** Answer of a crank: of a finished distribution, or of one that had nothing to send. */
export const CrankResponse = Ok({
  ...DistributionView.properties,
  ticker: Type.Optional(DistributionView.properties.ticker),
  operationId: Nullable(Type.String()),
  signature: Nullable(DistributionView.properties.signature),
  slot: Nullable(DistributionView.properties.slot),
  missing: Nullable(AmountView, { description: 'What the fees lack before a distribution is worth sending.' }),
  missingLamports: Type.Optional(Nullable(Type.String({ description: 'The same, of SOL alone.' }))),
  tip: Type.String(),
})
CrankResponse.title = 'CrankResponse'

export type CrankResponse = Static<typeof CrankResponse>

/** What a crank answers when nothing was worth sending. */
export const nothingCranked = (mint: string, cluster: Cluster, missingAtomic: AtomicUnits, currency: Currency): CrankResponse => ({
  ok: true,
  mint,
  cluster,
  operationId: null,
  signature: null,
  slot: null,
  distributed: amountView(atomicUnits(0), currency),
  currency,
  missing: amountView(missingAtomic, currency),
  ...forSol(currency, { distributedLamports: '0', distributedSol: 0, missingLamports: missingAtomic.toString() }),
  remits: [],
  tip: 'Nothing was sent: what waits is less than a distribution pays out. Crank again after more trades.',
})
