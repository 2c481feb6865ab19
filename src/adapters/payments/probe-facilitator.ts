import type { Address } from 'viem'
import { type Wei, wei } from '../../domain/brands.ts'
import { PAYMENT_NETWORK } from '../../domain/payments/payment.ts'
import { walletsIn } from './facilitator-wallets.ts'
import type { MachineTime } from '../../ports/clock.ts'
import type { GasBudget } from '../../ports/payments.ts'
import { abortAfter } from '../abort-after.ts'
import { createSolanaRpc } from '../chains/solana/solana-rpc.ts'
import { type FacilitatorAccess, facilitatorAccess } from './facilitator-access.ts'
import { connectPayments, createPayments, type PaymentOptions } from './payments.ts'

const TIMEOUT_MS = 5_000
/** A probe never settles. */
const NO_GAS_BUDGET: GasBudget = { gasMax: 0n, check: async () => {}, take: async () => null, correct: async () => {} }

/** The state of the facilitator: an external one that supports Base or does not, or our own wallet with its ETH balance. */
export type FacilitatorProbe =
  | { readonly kind: 'unusable' }
  | { readonly kind: 'silent' }
  | { readonly kind: 'remote'; readonly facilitators: readonly RemoteProbe[] }
  | { readonly kind: 'own'; readonly wallet: string; readonly balanceWei: Wei }

/** One external facilitator: null where it does not answer. */
export type RemoteProbe = { readonly canSettle: boolean; readonly solana: SolanaReadiness | null } | null

/** Whether the facilitator settles on Solana, and whether the recipient has a token account there; null when the node is silent. */
export interface SolanaReadiness {
  readonly canSettle: boolean
  readonly hasAccount: boolean | null
}

/**
 * Asks each external facilitator, or the node for the balance of our own wallet. Reads only; `unusable` when the recipient's checksum
 * is invalid, `silent` without an answer.
 */
export async function probeFacilitator(
  time: MachineTime,
  settings: Pick<PaymentOptions, 'payTo' | 'facilitator' | 'rpcUrl' | 'solana'>,
): Promise<FacilitatorProbe> {
  try {
    createPayments({ ...settings, time, gasBudget: NO_GAS_BUDGET })
  } catch {
    return { kind: 'unusable' }
  }
  const { facilitator, rpcUrl, solana } = settings
  try {
    if ('urls' in facilitator) {
      const probes = facilitator.urls.map((url) => probeRemote(time, facilitatorAccess(url, time.clock), solana).catch(() => null))
      return { kind: 'remote', facilitators: await Promise.all(probes) }
    }
    const address = facilitator.signer.wallet as string as Address
    return { kind: 'own', wallet: address, balanceWei: wei(await connectPayments(time, rpcUrl).client.getBalance({ address })) }
  } catch {
    return { kind: 'silent' }
  }
}

async function probeRemote(time: MachineTime, access: FacilitatorAccess, solana: PaymentOptions['solana']): Promise<RemoteProbe> {
  const { supported: headers } = await access.headers()
  const response = await fetch(`${access.url.reveal()}/supported`, { headers, signal: abortAfter(time.timers, TIMEOUT_MS) })
  const supported = (await response.json()) as Parameters<typeof walletsIn>[0]
  const canSettle = supported.kinds.some(({ network, scheme }) => network === PAYMENT_NETWORK.caip2 && scheme === 'exact')
  const onSolana = solana && { canSettle: walletsIn(supported).solanaFeePayers.length > 0, hasAccount: await hasTokenAccount(time, solana) }
  return { canSettle, solana: onSolana }
}

const hasTokenAccount = (time: MachineTime, { account, rpcUrls }: NonNullable<PaymentOptions['solana']>): Promise<boolean | null> =>
  createSolanaRpc({ urls: rpcUrls, time, upstream: 'payments' })
    .accounts([account])
    .then(([found]) => found !== null && found !== undefined)
    .catch(() => null)
