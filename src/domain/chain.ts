import { type Static, Type } from '@sinclair/typebox'
import type { AtomicUnits, Wallet } from './brands.ts'
import type { Currency } from './money/currency.ts'
import type { BudgetName } from './money/spending.ts'

/** CAIP-2 id of a chain. @see https://chainagnostic.org/CAIPs/caip-2 */
export type ChainId = `${string}:${string}`

/** Base, by its number in EIP-155. @see https://chainagnostic.org/CAIPs/caip-2 */
export const BASE_CHAIN_ID = 8_453

/** Base Sepolia, the test network of Base, by its number in EIP-155. */
export const BASE_SEPOLIA_CHAIN_ID = 84_532

/** The networks of Base on which coins can be launched: a service launches on one of them. */
export const BASE_NETWORKS = { [BASE_CHAIN_ID]: 'Base', [BASE_SEPOLIA_CHAIN_ID]: 'Base Sepolia' } as const

/** One of BASE_NETWORKS. */
export type BaseNetwork = keyof typeof BASE_NETWORKS

/** What the operator configured for one chain; amounts are in the smallest unit of its currency. */
export interface ChainPolicy {
  readonly currency: Currency
  /** Receives the treasury share; null where none is configured, and then no launchpad of the chain is offered. */
  readonly treasury: Wallet | null
  /** What the operator's wallet pays for distributions there. */
  readonly cranks: {
    readonly budgetName: BudgetName
    /** Most in a UTC day. */
    readonly dailyAtomic: AtomicUnits
    /** Most that one distribution may cost. */
    readonly transactionAtomic: AtomicUnits
    /** The setting that raises the daily budget. */
    readonly raisedBy: string
  }
}

/** One entry a chain. */
export type ChainPolicies = Readonly<Record<ChainId, ChainPolicy>>

/** What the operator configured for a chain. @throws Error for a chain without an entry */
export function chainPolicy(chains: ChainPolicies, chainId: ChainId): ChainPolicy {
  const policy = chains[chainId]
  if (!policy) throw new Error(`a launchpad is offered on ${chainId}, of which the policy says nothing`)
  return policy
}

/** Where the treasury is paid on a chain. @throws Error where none is configured */
export function treasuryOn(chains: ChainPolicies, chainId: ChainId): Wallet {
  const { treasury } = chainPolicy(chains, chainId)
  if (treasury === null) throw new Error(`a launchpad is offered on ${chainId} without a treasury`)
  return treasury
}

/** An agent in a registry of agents on chain, which a CAIP-10 address names. @see ERC-8004 */
export const AgentRegistration = Type.Object({ agentId: Type.Integer(), agentRegistry: Type.String() })

export type AgentRegistration = Readonly<Static<typeof AgentRegistration>>
