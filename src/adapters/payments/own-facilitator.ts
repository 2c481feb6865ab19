import { InMemoryPendingSettlementStore } from '@x402/core/facilitator'
import type { FacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { UptoEvmScheme } from '@x402/evm/upto/facilitator'
import {
  type Account,
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  createWalletClient,
  ExecutionRevertedError,
  type Hex,
  type Transport,
} from 'viem'
import { type Wei, wei } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import type { Authorization } from '../../domain/payments/payment.ts'
import type { GasBudget, GasOrder, Payments, TakenGas } from '../../ports/payments.ts'
import type { EvmClient } from '../chains/evm/evm-client.ts'
import { facilitatorInput } from './facilitator-input.ts'
import { settlementOf } from './remote-facilitator.ts'
import { checkGas, GasMissing, paidWei, settlementCost, type TokenCall } from './settlement-cost.ts'

/** A transaction that is not in a block by then is looked up later. */
const RECEIPT_TIMEOUT_MS = 30_000
/** Settlements under way whose cost is tracked; further ones count with their maximum. */
const UNDER_WAY_MAX = 10_000

/** What the schemes try out before they send it, of the token and of the contracts that spend by Permit2. */
const SETTLES: readonly string[] = ['transferWithAuthorization', 'settle']

interface FacilitatorWallet {
  readonly client: EvmClient
  readonly transport: Transport
  readonly account: Account
  readonly gasBudget: GasBudget
}

/**
 * The facilitator in this process: a wallet that pays the gas, using the protocol's own scheme implementation. One process per key. No
 * settlement is sent that exceeds the gas limit of one, or today's budget; and one that failed in a block is never sent again.
 */
export function createOwnFacilitator(wallet: FacilitatorWallet & { readonly payTo: string }): Pick<Payments, 'verify' | 'settle'> {
  const pendingSettlementStore = new InMemoryPendingSettlementStore()
  const underWay = new Map<Hex, TakenGas>()
  const reserved = { wei: wei(0) }
  const schemeOn = (signer: FacilitatorEvmSigner, { permit2 }: Authorization) =>
    permit2?.scheme === 'upto'
      ? new UptoEvmScheme(signer, { pendingSettlementStore })
      : new ExactEvmScheme(signer, { simulateInSettle: true, pendingSettlementStore })
  const { payTo, gasBudget } = wallet
  const recipients = { payTo, solanaPayTo: null }
  return {
    async verify(authorization) {
      const { payload, requirements } = facilitatorInput(authorization, recipients)
      const node = watchedSigner(wallet, authorization, { underWay, reserved })
      const { isValid, invalidReason } = await schemeOn(node.signer, authorization).verify(payload, requirements)
      if (!isValid && !node.outage()) return invalidReason ?? 'invalid_payment'
      const price = isValid ? await node.price().catch(() => null) : null
      if (node.refusal() !== null) return node.refusal()
      if (price === null) throw new AppError('payment_unavailable', {}, { cause: node.outage() })
      await gasBudget.check(price)
      return null
    },
    async settle(authorization) {
      const { payload, requirements } = facilitatorInput(authorization, recipients)
      const node = watchedSigner(wallet, authorization, { underWay, reserved })
      const answer = await schemeOn(node.signer, authorization)
        .settle(payload, requirements)
        .catch(() => null)
      if (answer?.success) return settlementOf(answer, authorization)
      const refusal = node.refusal()
      if (refusal !== null) return { outcome: 'refused', reason: refusal, final: node.reverted() }
      if (node.outage() instanceof GasMissing) return { outcome: 'unavailable' }
      return answer === null || node.outage() ? { outcome: 'unknown' } : settlementOf(answer, authorization)
    },
  }
}

/** What went wrong in one settlement. */
interface Faults {
  /** The error that is not a contract's refusal: the scheme would report an unreachable node as an invalid signature. */
  outage(): unknown
  /** Why this process cannot settle now; null while it can. */
  refusal(): string | null
}

/** The signer for the scheme, which records what happened to its transaction. */
interface WatchedSigner extends Faults {
  readonly signer: FacilitatorEvmSigner
  /** It was in a block, and failed. */
  reverted(): boolean
  /** The current cost of the simulated settlement. @throws Error for a refusal or an outage */
  price(): Promise<GasOrder>
}

function watchedSigner(
  { client, transport, account, gasBudget }: FacilitatorWallet,
  { payer }: Authorization,
  { underWay, reserved }: { readonly underWay: Map<Hex, TakenGas>; readonly reserved: { wei: Wei } },
): WatchedSigner {
  const sender = createWalletClient({ account, chain: client.chain, transport })
  const { watched, refuse, recordRefusal, outage, refusal } = createFaults()
  let reverted = false
  let reservedWei = wei(0)
  const free = () => {
    reserved.wei = wei(reserved.wei - reservedWei)
    reservedWei = wei(0)
  }
  let triedOut: TokenCall | null = null
  const priceOf = async (call: TokenCall) => {
    const cost = await watched(settlementCost(client, account, call, gasBudget.gasMax)).catch((error: unknown) =>
      isRefusal(error) ? refuse('settlement_reverts') : Promise.reject(error),
    )
    if (cost.estimatedGas > gasBudget.gasMax) return refuse('settlement_needs_too_much_gas')
    const gas = settlementGasMax(cost.estimatedGas, gasBudget.gasMax)
    const code = await watched(client.getCode({ address: payer as Hex }))
    return { ...cost, gas, payer, contract: code !== undefined && code !== '0x', weiMax: cost.weiMax(gas) }
  }
  const send = async (call: TokenCall): Promise<Hex> => {
    const { gas, maxFeePerGas, maxPriorityFeePerGas, ...order } = await priceOf(call)
    // Counted first: what is sent at the same time cannot have the same wei, and a nonce is taken only for what can be paid.
    reservedWei = order.weiMax
    reserved.wei = wei(reserved.wei + reservedWei)
    try {
      await watched(checkGas(client, account, () => reserved.wei))
      const taken = (await gasBudget.take(order)) ?? refuse('gas_budget_exceeded')
      const hash = await watched(sender.writeContract({ ...call, gas, maxFeePerGas, maxPriorityFeePerGas } as never)).catch(
        async (error: unknown) => {
          if (!isUnsigned(error)) throw error
          // Nothing was sent, and the payer is not to blame.
          await gasBudget.correct(taken, wei(0), 'settled')
          return refuse('signer_unavailable')
        },
      )
      if (underWay.size < UNDER_WAY_MAX) underWay.set(hash, taken)
      return hash
    } catch (error) {
      free()
      throw error
    }
  }
  const awaitReceipt = async (hash: Hex) => {
    const receipt = await watched(client.waitForTransactionReceipt({ hash, timeout: RECEIPT_TIMEOUT_MS })).finally(free)
    const taken = underWay.get(hash)
    const failed = receipt.status === 'reverted'
    if (taken) await gasBudget.correct(taken, paidWei(receipt), failed ? 'failed' : 'settled')
    underWay.delete(hash)
    if (failed) recordRefusal('settlement_reverted')
    reverted ||= failed
    return receipt
  }
  return {
    outage,
    refusal,
    reverted: () => reverted,
    price: async () => priceOf(triedOut ?? refuse('settlement_not_simulated')),
    signer: {
      getAddresses: () => [account.address],
      readContract: (args) => {
        if (!SETTLES.includes(args.functionName)) return watched(client.readContract(args as never))
        triedOut = args as TokenCall
        // As the wallet that will send it: x402's contract of upto settles for the facilitator whom the payer named, and for nobody else.
        return watched(client.readContract({ ...args, account } as never))
      },
      verifyTypedData: (args) => watched(client.verifyTypedData(args as never)),
      writeContract: (args) => send(args as TokenCall),
      // Only wallets that are not deployed yet need this, and they are refused.
      sendTransaction: () => Promise.reject(new Error('this facilitator deploys nothing')),
      waitForTransactionReceipt: ({ hash }) => awaitReceipt(hash),
      // The scheme begins to look at the token and may never wait for it. What it is told without a node does not count: the outage does.
      getCode: (args) => watched(client.getCode(args)).catch(() => undefined),
    },
  }
}

/** Keeps the first outage and the last refusal that it is shown. */
function createFaults() {
  let outage: unknown = null
  let refusal: string | null = null
  const recordRefusal = (reason: string): void => void (refusal = reason)
  return {
    outage: () => outage,
    refusal: () => refusal,
    recordRefusal,
    refuse(reason: string): never {
      recordRefusal(reason)
      throw new Error(reason)
    },
    async watched<Result>(work: Promise<Result>): Promise<Result> {
      try {
        return await work
      } catch (error) {
        if (!isRefusal(error)) outage ??= error
        throw error
      }
    },
  }
}

/** Gas with a margin for changes until the transaction is in a block, up to the limit of one settlement. */
const settlementGasMax = (gas: bigint, gasMax: bigint): bigint => {
  const marginedGas = (gas * 3n) / 2n
  return marginedGas < gasMax ? marginedGas : gasMax
}

/** The wallet's signer gave no signature. */
const isUnsigned = (error: unknown): boolean =>
  error instanceof BaseError && error.walk((cause) => cause instanceof AppError && cause.code === 'upstream_unavailable') !== null

/** A contract's revert or absence: an answer, not an outage. */
const isRefusal = (error: unknown): boolean =>
  error instanceof BaseError &&
  error.walk(
    (cause) =>
      cause instanceof ContractFunctionRevertedError ||
      cause instanceof ContractFunctionZeroDataError ||
      cause instanceof ExecutionRevertedError,
  ) !== null
