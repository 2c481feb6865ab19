import { type Hex, isErc6492Signature, parseErc6492Signature } from 'viem'
import { AppError } from '../../domain/errors.ts'
import type { Authorization } from '../../domain/payments/payment.ts'
import type { Payments } from '../../ports/payments.ts'
import type { EvmClient } from '../chains/evm/evm-client.ts'

type Facilitator = Pick<Payments, 'verify' | 'settle'>

/**
 * A facilitator that takes wallets which are contracts also where their signature comes in the wrapper of ERC-6492: of a deployed wallet
 * the token is shown what is inside. One that is not deployed is left to the facilitator, and where that deploys nothing the payer is told
 * to. Nothing in a wrapper is ever called from here.
 */
export function takeContractWallets(facilitator: Facilitator, client: Pick<EvmClient, 'getCode'>): Facilitator {
  /** Null where the wrapper cannot be read. */
  const asTokenTakesIt = async (authorization: Authorization): Promise<Authorization | null> => {
    const signature = authorization.signature as Hex
    if (authorization.solana || !isErc6492Signature(signature)) return authorization
    const inner = insideOf(signature)
    if (inner === null) return null
    const code = await client.getCode({ address: authorization.payer as Hex })
    return code === undefined || code === '0x' ? authorization : { ...authorization, signature: inner }
  }
  return {
    async verify(authorization, sold) {
      const taken = await asTokenTakesIt(authorization).catch((cause: unknown) => {
        throw new AppError('payment_unavailable', {}, { cause })
      })
      return taken === null ? 'erc6492_wrapper_cannot_be_read' : clearly(await facilitator.verify(taken, sold))
    },
    async settle(authorization, sold) {
      const taken = await asTokenTakesIt(authorization).catch(() => null)
      // Nothing was sent: it has been read when it was checked.
      if (taken === null) return { outcome: 'unavailable' }
      const settlement = await facilitator.settle(taken, sold)
      return settlement.outcome === 'refused' ? { ...settlement, reason: clearly(settlement.reason) } : settlement
    },
  }
}

function insideOf(wrapped: Hex): Hex | null {
  try {
    return parseErc6492Signature(wrapped).signature
  } catch {
    return null
  }
}

/** The protocol's two words for a wallet that is not deployed do not say what to do. */
const clearly = <Reason extends string | null>(reason: Reason): Reason | 'wallet_not_deployed_deploy_it_first' =>
  reason !== null && /factory_not_allowed|undeployed_smart_wallet/.test(reason) ? 'wallet_not_deployed_deploy_it_first' : reason
