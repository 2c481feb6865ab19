import { getAddress, isAddress } from 'viem'
import { createNonceManager, jsonRpc } from 'viem/nonce'
import { PAYMENT_NETWORK } from '../../domain/payments/payment.ts'
import type { Secret } from '../../lib/secret.ts'
import type { RecordNode } from '../../ports/node-watch.ts'
import type { PaymentMeans, Payments } from '../../ports/payments.ts'
import type { Signer } from '../../ports/signer.ts'
import { evmAccount } from '../signers/evm-account.ts'
import { connectEvm } from '../chains/evm/evm-client.ts'
import { createLookUp } from './look-up.ts'
import { createOwnFacilitator } from './own-facilitator.ts'
import { createRemoteFacilitator } from './remote-facilitator.ts'
import type { MachineTime } from '../../ports/clock.ts'

const CALL_TIMEOUT_MS = 10_000

/** A client of the chain for payments, through the configured node. Asks nothing yet. */
export const connectPayments = (time: MachineTime, rpcUrl: Secret<string>, recordNode?: RecordNode) =>
  connectEvm({
    urls: [rpcUrl],
    chainId: PAYMENT_NETWORK.chainId,
    timeoutMs: CALL_TIMEOUT_MS,
    upstream: 'payments',
    time,
    ...(recordNode ? { recordNode } : {}),
  })

/** What payments are taken with: who is paid, and which facilitator verifies and settles. */
export interface PaymentOptions extends PaymentMeans {
  readonly payTo: string
  /** The URL of an external facilitator, or the wallet of the one in this process. */
  readonly facilitator: { readonly url: Secret<string> } | { readonly signer: Signer }
  readonly rpcUrl: Secret<string>
}

/**
 * Takes payments with the configured facilitator, external or in this process, and reads the chain from the node. Sends nothing yet.
 *
 * @throws Error when the recipient's checksum is invalid
 */
export function createPayments({ payTo, facilitator, rpcUrl, gasBudget, time, recordNode }: PaymentOptions): Payments {
  if (!isAddress(payTo)) throw new Error('the recipient’s checksum is wrong')
  const recipient = getAddress(payTo)
  const { transport, client } = connectPayments(time, rpcUrl, recordNode)
  const { verify, settle } =
    'signer' in facilitator
      ? createOwnFacilitator({ client, transport, account: nonceKeeping(facilitator.signer), payTo: recipient, gasBudget })
      : createRemoteFacilitator({ url: facilitator.url, payTo: recipient })
  return { verify, settle, lookUp: createLookUp(client) }
}

/** A local nonce manager, so that concurrent settlements get different nonces; with the node's count most would be refused. */
const nonceKeeping = (signer: Signer) => evmAccount(signer, createNonceManager({ source: jsonRpc() }))
