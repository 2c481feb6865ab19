import { HTTPFacilitatorClient } from '@x402/core/server'
import { SOLANA_PAYMENT_NETWORK } from '../../../domain/payments/payment.ts'
import { isAddress } from '../../../lib/ed25519.ts'
import type { FacilitatorAccess } from '../facilitator-access.ts'
import { headersOf } from '../remote-facilitator.ts'
import type { MachineTime } from '../../../ports/clock.ts'
import type { Payments } from '../../../ports/payments.ts'

/** A 402 waits so long at most, once: without an answer it offers Base alone. */
const TIMEOUT_MS = 3_000
const ASK_AGAIN_MS = 300_000
const RETRY_MS = 15_000
/** Wallets of one facilitator that are remembered. */
const WALLETS_MAX = 100

/**
 * The wallets with which an external facilitator pays fees on Solana, as its GET /supported says; remembered for five minutes, and longer
 * while it does not answer. Nobody waits for a second answer.
 */
export function createFeePayerReader({ clock }: Pick<MachineTime, 'clock'>, access: FacilitatorAccess): Payments['solanaFeePayers'] {
  const client = new HTTPFacilitatorClient({ url: access.url.reveal(), timeoutMs: TIMEOUT_MS, createAuthHeaders: headersOf(access) })
  let known: readonly string[] = []
  let askAtMs = 0
  let asking: Promise<void> | null = null
  const ask = async () => {
    try {
      known = feePayersIn(await client.getSupported())
      askAtMs = clock.machineMs() + ASK_AGAIN_MS
    } catch {
      askAtMs = clock.machineMs() + RETRY_MS
    } finally {
      asking = null
    }
  }
  return async () => {
    if (clock.machineMs() >= askAtMs) asking ??= ask()
    if (known.length === 0) await asking
    return known
  }
}

/** The fee payers in an answer of GET /supported, the one to be offered first. */
export function feePayersIn({ kinds, signers }: Awaited<ReturnType<HTTPFacilitatorClient['getSupported']>>): readonly string[] {
  const { caip2 } = SOLANA_PAYMENT_NETWORK
  const offered = kinds.filter((kind) => kind.x402Version === 2 && kind.scheme === 'exact' && kind.network === caip2)
  if (offered.length === 0) return []
  const named = [...offered.map(({ extra }) => extra?.feePayer), ...(signers?.[caip2] ?? []), ...(signers?.['solana:*'] ?? [])]
  return [...new Set(named.filter((wallet): wallet is string => typeof wallet === 'string' && isAddress(wallet)))].slice(0, WALLETS_MAX)
}
