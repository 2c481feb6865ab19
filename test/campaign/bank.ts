import { type BaseNode, hasBaseNode, startBaseNode } from '../payments/support/base-node.ts'
import { type EvmPayer, newEvmPayer } from '../payments/support/evm-payer.ts'
import { type FacilitatorServer, startFacilitator } from '../payments/support/facilitator-server.ts'
import { FORMS, paymentEnv } from '../payments/support/paid-service.ts'
import { PAY_TO, PRICE } from '../support/payment-bank.ts'

/** A transfer of the token to the service. */
export interface Charge {
  /** In lower case. */
  readonly payer: string
  readonly amount: bigint
  readonly transaction: string
}

/** The chain that calls are paid on, and the facilitator that settles there: neither dies with a replica. */
export interface Bank {
  /** What makes a replica take payments here. */
  readonly env: Record<string, string>
  readonly facilitator: FacilitatorServer
  /** A wallet that holds the price of two launches, so that a second charge is possible. */
  newPayer(): Promise<EvmPayer>
  /** All that was charged so far. */
  charges(): Promise<readonly Charge[]>
  /** Makes a block, so that the chain's time goes on though nobody pays. */
  passTime(): Promise<unknown>
  stop(): Promise<void>
}

/** Starts one; null where there is no node for this machine. */
export async function startBank(): Promise<Bank | null> {
  if (!hasBaseNode()) {
    console.info('nobody pays per call: there is no node of Base for this machine')
    return null
  }
  const node: BaseNode = await startBaseNode()
  const facilitator = startFacilitator(node.url)
  // The node impersonates one minter, one mint at a time.
  let minting: Promise<unknown> = Promise.resolve()
  return {
    env: paymentEnv(FORMS[0], node, facilitator.url),
    facilitator,
    newPayer() {
      const made = minting.then(() => newEvmPayer(node, 2n * PRICE.launch))
      minting = made.catch(() => {})
      return made
    },
    charges: async () =>
      (await node.paymentsTo(PAY_TO)).map(({ from, value, transaction }) => ({
        payer: from.toLowerCase(),
        amount: value,
        transaction: transaction.toLowerCase(),
      })),
    passTime: () => node.call('evm_mine'),
    async stop() {
      facilitator.stop()
      await node.stop()
    },
  }
}
