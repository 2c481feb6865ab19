import { isOfKind, type OperationKind, type OperationOf } from '../../domain/operation.ts'
import type { PaidRun } from '../../ports/payments.ts'
import type { Repos } from '../../ports/storage/storage.ts'

/** The operation that an interrupted paid run made; null when it made none, or without a payment. */
export async function operationOfRun<Kind extends OperationKind>(
  { operations }: Pick<Repos, 'operations'>,
  payment: PaidRun | null,
  kind: Kind,
): Promise<OperationOf<Kind> | null> {
  const found = payment && (await operations.findByIdempotency(payment.runId))
  return isOfKind<OperationOf<Kind>>(found, kind) ? found : null
}
