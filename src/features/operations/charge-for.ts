import type { Charged, PaidRun } from '../../ports/payments.ts'

/**
 * Charges the payment of a call, where there is one, and returns the work as `Charged`. This is the only place that charges before the
 * work is done: whatever cannot be undone requires `Charged` work.
 *
 * @throws AppError of PaidRun.charge; nothing may be stored then
 */
export async function chargeFor<Work extends object>(payment: PaidRun | null, work: Work): Promise<Charged<Work>> {
  await payment?.charge()
  return work as Charged<Work>
}
