import { InMemoryPendingSettlementStore } from '@x402/core/facilitator'
import type { FacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import {
  type Account,
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  createWalletClient,
  ExecutionRevertedError,
  type Transport,
} from 'viem'
import { AppError } from '../../domain/errors.ts'
import type { Payments } from '../../ports/payments.ts'
import { BASE, type BaseClient } from './base-client.ts'
import { facilitatorInput } from './payment-payload.ts'
import { settlementOf } from './remote-facilitator.ts'

/** A transaction that is not in a block by then is looked up later. */
const RECEIPT_TIMEOUT_MS = 30_000

interface Wallet {
  readonly client: BaseClient
  readonly transport: Transport
  readonly account: Account
}

/** The facilitator in this process: a wallet that pays the gas, over the protocol's own scheme. One process a key. */
export function createOwnFacilitator(wallet: Wallet & { readonly payTo: string }): Pick<Payments, 'verify' | 'settle'> {
  const pendingSettlementStore = new InMemoryPendingSettlementStore()
  const schemeOn = (signer: FacilitatorEvmSigner) => new ExactEvmScheme(signer, { simulateInSettle: true, pendingSettlementStore })
  const { payTo } = wallet
  return {
    async verify(authorization) {
      const { payload, requirements } = facilitatorInput(authorization, payTo)
      const node = watchedSigner(wallet)
      const { isValid, invalidReason } = await schemeOn(node.signer).verify(payload, requirements)
      if (isValid) return null
      if (node.outage()) throw new AppError('payment_unavailable', {}, { cause: node.outage() })
      return invalidReason ?? 'invalid_payment'
    },
    async settle(authorization) {
      const { payload, requirements } = facilitatorInput(authorization, payTo)
      const node = watchedSigner(wallet)
      const answer = await schemeOn(node.signer)
        .settle(payload, requirements)
        .catch(() => null)
      if (answer?.success) return settlementOf(answer, authorization.payer)
      return answer === null || node.outage() ? { outcome: 'unknown' } : settlementOf(answer, authorization.payer)
    },
  }
}

/** The scheme takes a node that does not answer for a bad signature: so what fails but a contract's own refusal is noted here. */
function watchedSigner({ client, transport, account }: Wallet): { signer: FacilitatorEvmSigner; outage: () => unknown } {
  const sender = createWalletClient({ account, chain: BASE, transport })
  let outage: unknown = null
  const watched = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work
    } catch (error) {
      if (!isRefusal(error)) outage ??= error
      throw error
    }
  }
  return {
    outage: () => outage,
    signer: {
      getAddresses: () => [account.address],
      readContract: (args) => watched(client.readContract(args as never)),
      verifyTypedData: (args) => watched(client.verifyTypedData(args as never)),
      writeContract: (args) => watched(sender.writeContract(args as never)),
      sendTransaction: (args) => watched(sender.sendTransaction(args as never)),
      waitForTransactionReceipt: ({ hash }) => watched(client.waitForTransactionReceipt({ hash, timeout: RECEIPT_TIMEOUT_MS })),
      getCode: (args) => watched(client.getCode(args)),
    },
  }
}

/** A contract said no, or is not there: an answer, and not an outage. */
const isRefusal = (error: unknown): boolean =>
  error instanceof BaseError &&
  error.walk(
    (cause) =>
      cause instanceof ContractFunctionRevertedError ||
      cause instanceof ContractFunctionZeroDataError ||
      cause instanceof ExecutionRevertedError,
  ) !== null
