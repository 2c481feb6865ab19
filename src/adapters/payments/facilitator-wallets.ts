import { HTTPFacilitatorClient } from '@x402/core/server'
import { isAddress as isEvmAddress } from 'viem'
import type { FacilitatorWallets } from '../../domain/payments/facilitator-wallets.ts'
import { PAYMENT_NETWORK, SOLANA_PAYMENT_NETWORK } from '../../domain/payments/payment.ts'
import { isAddress } from '../../lib/ed25519.ts'
import type { MachineTime } from '../../ports/clock.ts'
import type { Payments } from '../../ports/payments.ts'
import type { FacilitatorAccess } from './facilitator-access.ts'
import { headersOf } from './remote-facilitator.ts'

/** A 402 waits so long at most, once: without an answer it offers EIP-3009 on Base alone. */
const TIMEOUT_MS = 3_000
const ASK_AGAIN_MS = 300_000
const RETRY_MS = 15_000
/** Wallets of one facilitator that are remembered, of each kind. */
const WALLETS_MAX = 100

/**
 * The wallets that a payer of an external facilitator has to name, as its GET /supported says; remembered for five minutes, and longer
 * while it does not answer. Nobody waits for a second answer.
 */
export function createWalletsReader({ clock }: Pick<MachineTime, 'clock'>, access: FacilitatorAccess): Payments['wallets'] {
  const client = new HTTPFacilitatorClient({ url: access.url.reveal(), timeoutMs: TIMEOUT_MS, createAuthHeaders: headersOf(access) })
  let known: FacilitatorWallets = { solanaFeePayers: [], upto: [] }
  let isFirst = true
  let askAtMs = 0
  let asking: Promise<void> | null = null
  const ask = async () => {
    try {
      known = walletsIn(await client.getSupported())
      askAtMs = clock.machineMs() + ASK_AGAIN_MS
    } catch {
      askAtMs = clock.machineMs() + RETRY_MS
    } finally {
      asking = null
      isFirst = false
    }
  }
  return async () => {
    if (clock.machineMs() >= askAtMs) asking ??= ask()
    if (isFirst) await asking
    return known
  }
}

/** The wallets in an answer of GET /supported, the ones to be offered first. */
export function walletsIn({ kinds, signers }: Awaited<ReturnType<HTTPFacilitatorClient['getSupported']>>): FacilitatorWallets {
  const namedBy = (scheme: string, network: string, member: 'feePayer' | 'facilitatorAddress', isWallet: (text: string) => boolean) => {
    const offered = kinds.filter((kind) => kind.x402Version === 2 && kind.scheme === scheme && kind.network === network)
    if (offered.length === 0) return []
    const whole = `${network.split(':')[0]}:*`
    const named = [...offered.map(({ extra }) => extra?.[member]), ...(signers?.[network] ?? []), ...(signers?.[whole] ?? [])]
    return [...new Set(named.filter((wallet): wallet is string => typeof wallet === 'string' && isWallet(wallet)))].slice(0, WALLETS_MAX)
  }
  return {
    solanaFeePayers: namedBy('exact', SOLANA_PAYMENT_NETWORK.caip2, 'feePayer', isAddress),
    upto: namedBy('upto', PAYMENT_NETWORK.caip2, 'facilitatorAddress', (text) => isEvmAddress(text)),
  }
}
