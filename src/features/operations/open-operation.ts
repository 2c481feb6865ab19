import type { OperationKind } from '../../domain/operation.ts'
import type { Deps } from '../../ports/deps.ts'

/** A new operation in state `prepared`, with a new id. Nothing is written. */
export const openOperation = <Facts extends { readonly kind: OperationKind }>(
  { ids, clock }: Pick<Deps, 'ids' | 'clock'>,
  facts: Facts,
) => ({
  ...facts,
  id: ids.id('op'),
  state: 'prepared' as const,
  failure: null,
  result: null,
  createdAtMs: clock.nowMs(),
  finishedAtMs: null,
})
