import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** What the cache holds of payments: the code of Permit2 as it is on chain, and what makes x402’s two contracts at their addresses. */
export interface PaymentContracts {
  readonly permit2Code: `0x${string}`
  /** Each is sent to the CREATE2 deployer: salt, then creation code. */
  readonly proxies: Readonly<Record<'exact' | 'upto', `0x${string}`>>
}

/** The file outside the repository that holds the contracts of payments by Permit2; it need not exist. */
export const paymentContractsPath = (): string =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'agent-launch', 'contracts', 'payments.json')

/** True when `bun run contracts:pull` has filled it. */
export const hasPaymentContracts = (): boolean => existsSync(paymentContractsPath())
