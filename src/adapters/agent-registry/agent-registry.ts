import { type Wei, wei } from '../../domain/brands.ts'
import { hasPendingTransactions } from '../chains/evm/has-pending-transactions.ts'
import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseEventLogs,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Secret } from '../../lib/secret.ts'
import { connectEvm, type EvmNodes } from '../chains/evm/evm-client.ts'

/** What is used of the registry. @see https://eips.ethereum.org/EIPS/eip-8004 */
export const registryAbi = parseAbi([
  'function register(string agentURI) returns (uint256 agentId)',
  'function setAgentURI(uint256 agentId, string newURI)',
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function balanceOf(address owner) view returns (uint256)',
  'function tokenURI(uint256 tokenId) view returns (string)',
  'event Registered(uint256 indexed agentId, string agentURI, address indexed owner)',
])

const TIMEOUT_MS = 10_000
const RECEIPT_TIMEOUT_MS = 120_000

/** A registration as the chain has it. */
export interface RegisteredAgent {
  readonly owner: string
  readonly uri: string
}

/** A transaction that is ready to be sent, and what it can cost. */
export interface RegistryChange {
  readonly weiMax: Wei
  readonly balanceWei: Wei
  /**
   * Sends it and waits for its block; the agent's number.
   * @throws Error when it had no effect, or when no block has it within two minutes
   */
  send(): Promise<{ readonly agentId: number; readonly transaction: string }>
}

/** The registry of agents on one chain, and the wallet that owns our agent there. Every call may throw viem's errors. */
export interface AgentRegistry {
  readonly wallet: string
  /** The agent of this number; null where there is none. */
  find(agentId: number): Promise<RegisteredAgent | null>
  /** How many agents the wallet owns. */
  owned(): Promise<number>
  /** True while a transaction of the wallet waits for a block. */
  isSending(): Promise<boolean>
  /** A new agent whose document is at `uri`. */
  prepareRegister(uri: string): Promise<RegistryChange>
  /** Another address for its document. */
  prepareSetUri(agentId: number, uri: string): Promise<RegistryChange>
}

/** Where the registry is, and whose key owns the agent. */
export interface AgentRegistryOptions {
  readonly nodes: Omit<EvmNodes, 'timeoutMs' | 'upstream'>
  readonly registry: string
  readonly key: Secret<string>
}

/** Opens the registry. Asks nothing yet. */
export function createAgentRegistry({ nodes, registry, key }: AgentRegistryOptions): AgentRegistry {
  const { client, transport } = connectEvm({ ...nodes, timeoutMs: TIMEOUT_MS, upstream: 'base' })
  const account = privateKeyToAccount(`0x${key.reveal().replace(/^0x/, '')}`)
  const sender = createWalletClient({ account, chain: client.chain, transport })
  const contract = { address: registry as Address, abi: registryAbi } as const

  const prepare = async (data: Hex, known: number | null): Promise<RegistryChange> => {
    const call = { account, to: contract.address, data }
    // What would fail fails here, where it costs nothing.
    const gas = ((await client.estimateGas(call)) * 12n) / 10n
    const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas()
    return {
      weiMax: wei(gas * maxFeePerGas),
      balanceWei: wei(await client.getBalance({ address: account.address })),
      async send() {
        const hash = await sender.sendTransaction({ ...call, gas, maxFeePerGas, maxPriorityFeePerGas })
        const receipt = await client.waitForTransactionReceipt({ hash, timeout: RECEIPT_TIMEOUT_MS })
        if (receipt.status !== 'success') throw new Error(`${hash} is in a block and had no effect`)
        const [registered] = parseEventLogs({ abi: registryAbi, logs: receipt.logs, eventName: 'Registered' })
        if (known === null && !registered) throw new Error(`${hash} registered nothing`)
        return { agentId: known ?? Number(registered!.args.agentId), transaction: hash }
      },
    }
  }
  return {
    wallet: account.address,
    async find(agentId) {
      const args = [BigInt(agentId)] as const
      try {
        const owner = await client.readContract({ ...contract, args, functionName: 'ownerOf' })
        return { owner, uri: await client.readContract({ ...contract, args, functionName: 'tokenURI' }) }
      } catch (error) {
        if (error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError)) return null
        throw error
      }
    },
    owned: async () => Number(await client.readContract({ ...contract, functionName: 'balanceOf', args: [account.address] })),
    isSending: () => hasPendingTransactions(client, account.address),
    prepareRegister: (uri) => prepare(encodeFunctionData({ abi: registryAbi, functionName: 'register', args: [uri] }), null),
    prepareSetUri: (agentId, uri) =>
      prepare(encodeFunctionData({ abi: registryAbi, functionName: 'setAgentURI', args: [BigInt(agentId), uri] }), agentId),
  }
}
