import { PAY_TO } from '../../support/payment-bank.ts'
import { startBaseNode } from './base-node.ts'
import { startFacilitator } from './facilitator-server.ts'
import { type FORMS, paymentEnv, type PaidService, startPaidService } from './paid-service.ts'

/** A node with USDC’s stand-in, a facilitator, and services that are paid through them. */
export async function startBaseScene() {
  const node = await startBaseNode()
  const facilitator = startFacilitator(node.url)
  return {
    node,
    facilitator,
    /** Works with a service of this form, and stops it; the facilitator has no fault afterwards. */
    async serving(form: (typeof FORMS)[number], work: (service: PaidService) => Promise<void>): Promise<void> {
      const service = await startPaidService(paymentEnv(form, node, facilitator.url))
      try {
        await work(service)
      } finally {
        facilitator.fault = facilitator.verifyFault = 'none'
        await service.stop()
      }
    },
    /** What this payer paid, as the chain has it. */
    paidBy: async (address: string) => (await node.paymentsTo(PAY_TO)).filter(({ from }) => from === address),
    async stop() {
      facilitator.stop()
      await node.stop()
    },
  }
}
