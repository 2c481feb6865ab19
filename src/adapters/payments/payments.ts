import { type Account, getAddress, isAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createNonceManager, jsonRpc } from 'viem/nonce'
import { PAYMENT_NETWORK } from '../../domain/payments/payment.ts'
import type { Secret } from '../../lib/secret.ts'
import type { RecordNode } from '../../ports/node-watch.ts'
import type { GasBudget, Payments } from '../../ports/payments.ts'
import { connectEvm } from '../chains/evm/evm-client.ts'
import { createLookUp } from './look-up.ts'
import { createOwnFacilitator } from './own-facilitator.ts'
import { createRemoteFacilitator } from './remote-facilitator.ts'

const CALL_TIMEOUT_MS = 10_000

/** The chain that payments are settled on, through the node that the settings name for them. Asks nothing yet. */
export const connectPayments = (rpcUrl: Secret<string>, recordNode?: RecordNode) =>
  connectEvm({
    urls: [rpcUrl],
    chainId: PAYMENT_NETWORK.chainId,
    timeoutMs: CALL_TIMEOUT_MS,
    upstream: 'payments',
    ...(recordNode ? { recordNode } : {}),
  })

/** How payments are taken. */
export interface PaymentOptions {
  readonly payTo: string
  /** Another's facilitator, or the key of the one in this process. */
  readonly facilitator: { readonly url: Secret<string> } | { readonly key: Secret<string> }
  /** What the one in this process may spend. */
  readonly gasBudget: GasBudget
  readonly rpcUrl: Secret<string>
  readonly recordNode?: RecordNode
}

/**
 * Takes payments with the facilitator that the settings name, another's or one in this process, and reads the chain's own word
 * from the node. Sends nothing.
 *
 * @throws Error when the recipient's checksum is wrong or the key is none
 */
export function createPayments({ payTo, facilitator, rpcUrl, gasBudget, recordNode }: PaymentOptions): Payments {
  if (!isAddress(payTo)) throw new Error('the recipient’s checksum is wrong')
  const recipient = getAddress(payTo)
  const { transport, client } = connectPayments(rpcUrl, recordNode)
  const { verify, settle } =
    'key' in facilitator
      ? createOwnFacilitator({ client, transport, account: accountOf(facilitator.key), payTo: recipient, gasBudget })
      : createRemoteFacilitator({ url: facilitator.url, payTo: recipient })
  return { verify, settle, lookUp: createLookUp(client) }
}

/** Settlements of one moment get numbers of their own: with the node's count alone most of them would be refused. */
const accountOf = (key: Secret<string>): Account =>
  privateKeyToAccount(key.reveal() as `0x${string}`, { nonceManager: createNonceManager({ source: jsonRpc() }) })
