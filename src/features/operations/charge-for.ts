import type { Charged, PaidRun } from '../../ports/payments.ts'

/**
 * Takes the payment of a call, where one pays, and returns what may be kept or handed out for it from now on. The one place
 * that charges before the work is done: whatever cannot be undone asks for `Charged` work.
 *
 * @throws AppError of PaidRun.charge; nothing may be kept then
 */
export async function chargeFor<Work extends object>(payment: PaidRun | null, work: Work): Promise<Charged<Work>> {
  await payment?.charge()
  return work as Charged<Work>
}
