import { getAddress, isAddress } from 'viem'
import { createNonceManager, jsonRpc } from 'viem/nonce'
import { PAYMENT_NETWORK, type SolanaPayee, SOLANA_PAYMENT_NETWORK } from '../../domain/payments/payment.ts'
import { type Wallet, wei } from '../../domain/brands.ts'
import type { Secret } from '../../lib/secret.ts'
import type { RecordNode } from '../../ports/node-watch.ts'
import type { PaymentMeans, Payments } from '../../ports/payments.ts'
import type { Signer } from '../../ports/signer.ts'
import { evmAccount } from '../chains/evm/evm-account.ts'
import { connectEvm } from '../chains/evm/evm-client.ts'
import { createSolanaRpc } from '../chains/solana/solana-rpc.ts'
import { facilitatorAccess } from './facilitator-access.ts'
import { createWalletsReader } from './facilitator-wallets.ts'
import { facilitatorsInOrder } from './facilitators-in-order.ts'
import { createLookUp } from './look-up.ts'
import { createOwnFacilitator } from './own-facilitator.ts'
import { createRemoteFacilitator } from './remote-facilitator.ts'
import { createSolanaLookUp } from './solana/solana-look-up.ts'
import { tryOutOnSolana } from './solana/try-out-on-solana.ts'
import { takeContractWallets } from './take-contract-wallets.ts'
import type { MachineTime } from '../../ports/clock.ts'

const CALL_TIMEOUT_MS = 10_000
/** A check waits so long for a facilitator that is not the last: it moves nothing, so the next one can be asked. */
const CHECK_TIMEOUT_MS = 5_000

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
  /** The URLs of external facilitators, asked in order, or the wallet of the one in this process. */
  readonly facilitator: { readonly urls: readonly Secret<string>[] } | { readonly signer: Signer }
  readonly rpcUrl: Secret<string>
  /** Who is paid on Solana, and the nodes there; null where no payments are taken there. */
  readonly solana: (SolanaPayee & { readonly rpcUrls: readonly Secret<string>[] }) | null
}

/**
 * Takes payments with the configured facilitator, external or in this process, and reads the chain from the node. Sends nothing yet.
 *
 * @throws Error when the recipient's checksum, or the key of a facilitator, is invalid
 */
export function createPayments({ payTo, facilitator, rpcUrl, solana, gasBudget, time, recordNode }: PaymentOptions): Payments {
  if (!isAddress(payTo)) throw new Error('the recipient’s checksum is wrong')
  const recipient = getAddress(payTo)
  const { transport, client } = connectPayments(time, rpcUrl, recordNode)
  const lookUpOnBase = createLookUp(client)
  if ('signer' in facilitator) {
    const account = nonceKeeping(facilitator.signer)
    const own = createOwnFacilitator({ client, transport, account, payTo: recipient, gasBudget })
    const { address } = account
    const gasWallet = { wallet: address as Wallet, balanceWei: async () => wei(await client.getBalance({ address })) }
    return {
      ...takeContractWallets(own, client),
      gasWallet,
      lookUp: lookUpOnBase,
      wallets: async () => ({ solanaFeePayers: [], upto: [address] }),
    }
  }
  const listed = facilitator.urls.map((url, index) => {
    const access = facilitatorAccess(url, time.clock)
    const limit = index === facilitator.urls.length - 1 ? {} : { checkTimeoutMs: CHECK_TIMEOUT_MS }
    const remote = createRemoteFacilitator({ access, payTo: recipient, solanaPayTo: solana?.payTo ?? null, ...limit })
    return {
      ...takeContractWallets(remote, client),
      wallets: createWalletsReader(time, access),
    }
  })
  if (solana === null) return { ...facilitatorsInOrder(listed, { lookUp: lookUpOnBase, clock: time.clock }), lookUp: lookUpOnBase }
  const rpc = createSolanaRpc({ urls: solana.rpcUrls, time, upstream: 'payments', ...(recordNode ? { recordNode } : {}) })
  const lookUpOnSolana = createSolanaLookUp(rpc)
  const lookUp: Payments['lookUp'] = (payment, sinceMs) =>
    (payment.network === SOLANA_PAYMENT_NETWORK.caip2 ? lookUpOnSolana : lookUpOnBase)(payment, sinceMs)
  const remote = facilitatorsInOrder(listed, { lookUp, clock: time.clock })
  return {
    ...remote,
    async verify(authorization, sold) {
      const problem = authorization.solana ? await tryOutOnSolana(rpc, authorization.solana) : null
      return problem ?? remote.verify(authorization, sold)
    },
    lookUp,
  }
}

/** A local nonce manager, so that concurrent settlements get different nonces; with the node's count most would be refused. */
const nonceKeeping = (signer: Signer) => evmAccount(signer, createNonceManager({ source: jsonRpc() }))
