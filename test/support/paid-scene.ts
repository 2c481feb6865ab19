import type { Payment } from '../../src/domain/payments/payment.ts'
import { createPaidApp } from './payment-bank.ts'
import { createTestApp, type TestApp } from './test-app.ts'

type PaidScene = Awaited<ReturnType<typeof createPaidApp>> & { readonly payer: ReturnType<PaidBank['newPayer']> }
type PaidBank = Awaited<ReturnType<typeof createPaidApp>>['bank']

/** Opens apps that are paid for by the call, each with a payer who has money; `closeAll` closes them. */
export function createPaidScenes() {
  const open: TestApp[] = []
  return {
    async scene(options: Parameters<typeof createPaidApp>[0] = {}): Promise<PaidScene> {
      const made = await createPaidApp({ policy: { rateLimits: false }, ...options })
      open.push(made.app)
      return { ...made, payer: made.bank.newPayer() }
    },
    /** An app that takes no payments. */
    async unpaid(): Promise<TestApp> {
      const app = await createTestApp()
      open.push(app)
      return app
    },
    async closeAll() {
      for (const app of open.splice(0)) await app.close()
    },
  }
}

/** Every payment that is kept. */
export const allPayments = async ({ deps }: TestApp): Promise<readonly Payment[]> =>
  (await deps.storage.payments.list({ limit: 200, cursor: null })).rows
