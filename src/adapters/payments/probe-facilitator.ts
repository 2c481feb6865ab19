import { privateKeyToAccount } from 'viem/accounts'
import { PAYMENT_NETWORK } from '../../domain/payments/payment.ts'
import type { GasBudget } from '../../ports/payments.ts'
import { connectPayments, createPayments, type PaymentOptions } from './payments.ts'

const TIMEOUT_MS = 5_000
/** Nothing is settled here. */
const NO_GAS_BUDGET: GasBudget = { gasMax: 0n, check: async () => {}, take: async () => null, correct: async () => {} }

/** What is known of whoever settles payments: another, who does so on Base or does not, or a wallet of ours with so much ETH. */
export type FacilitatorProbe =
  | { readonly kind: 'unusable' }
  | { readonly kind: 'silent' }
  | { readonly kind: 'remote'; readonly canSettle: boolean }
  | { readonly kind: 'own'; readonly wallet: string; readonly balanceWei: bigint }

/**
 * Asks the facilitator, or the node for the wallet of the one in this process. Sends nothing but questions; `unusable` when
 * the recipient's checksum is wrong or the key is none, `silent` when nobody answers.
 */
export async function probeFacilitator(settings: Pick<PaymentOptions, 'payTo' | 'facilitator' | 'rpcUrl'>): Promise<FacilitatorProbe> {
  try {
    createPayments({ ...settings, gasBudget: NO_GAS_BUDGET })
  } catch {
    return { kind: 'unusable' }
  }
  const { facilitator, rpcUrl } = settings
  try {
    if ('url' in facilitator) {
      const response = await fetch(`${facilitator.url.reveal()}/supported`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      const { kinds } = (await response.json()) as { kinds: { network: string; scheme: string }[] }
      const canSettle = kinds.some(({ network, scheme }) => network === PAYMENT_NETWORK.caip2 && scheme === 'exact')
      return { kind: 'remote', canSettle }
    }
    const { address } = privateKeyToAccount(facilitator.key.reveal() as `0x${string}`)
    return { kind: 'own', wallet: address, balanceWei: await connectPayments(rpcUrl).client.getBalance({ address }) }
  } catch {
    return { kind: 'silent' }
  }
}
