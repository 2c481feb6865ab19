import {
  type Address,
  BaseError,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  type PrivateKeyAccount,
  toHex,
} from 'viem'
import { hasPendingTransactions } from '../chains/evm/has-pending-transactions.ts'
import { unixMs, atomicUnits, wei } from '../../domain/brands.ts'
import { type Acp, ACP_JOB_STATES, type AcpTransaction } from '../../ports/acp.ts'
import type { EvmConnection } from '../chains/evm/evm-client.ts'

/** Where jobs are on Base. The deployed form, which is not the reference’s of today. @see acp-node-v2 0.1.7, ACP_ABI */
export const ACP_CONTRACT = '0x238E541BfefD82238730D00a2208E5497F1832E0'

/** What is used of it. */
export const acpAbi = parseAbi([
  'struct Job { address client; uint8 status; address provider; uint48 expiredAt; address evaluator; address hook; uint256 budget; string description; }',
  'function getJob(uint256 jobId) view returns (Job)',
  'function createJob(address provider, address evaluator, uint256 expiredAt, string description, address hook) returns (uint256)',
  'function setBudget(uint256 jobId, uint256 amount, bytes optParams)',
  'function fund(uint256 jobId, uint256 expectedBudget, bytes optParams)',
  'function submit(uint256 jobId, bytes32 deliverable, bytes optParams)',
  'function complete(uint256 jobId, bytes32 reason, bytes optParams)',
  'event JobCreated(uint256 indexed jobId, address indexed client, address indexed provider, address evaluator, uint256 expiredAt, address hook)',
])

const RECEIPT_TIMEOUT_MS = 60_000

/** The jobs' contract through the seller's wallet. */
export function createAcpContract(
  { client, transport }: Pick<EvmConnection, 'client' | 'transport'>,
  account: PrivateKeyAccount,
): Pick<Acp, 'job' | 'isSending' | 'prepareBudget' | 'prepareSubmit'> {
  const contract = { address: ACP_CONTRACT as Address, abi: acpAbi } as const
  const sender = createWalletClient({ account, chain: client.chain, transport })

  const prepare = async (data: Hex): Promise<AcpTransaction> => {
    const call = { account, to: contract.address, data }
    // What would fail fails here, where it costs nothing.
    const gas = ((await client.estimateGas(call)) * 12n) / 10n
    const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas()
    return {
      weiMax: wei(gas * maxFeePerGas),
      async send() {
        const hash = await sender.sendTransaction({ ...call, gas, maxFeePerGas, maxPriorityFeePerGas })
        const { status } = await client.waitForTransactionReceipt({ hash, timeout: RECEIPT_TIMEOUT_MS })
        if (status !== 'success') throw new Error(`${hash} had no effect`)
      },
    }
  }
  return {
    async job(jobId, at) {
      const read = { ...contract, functionName: 'getJob', args: [BigInt(jobId)], blockTag: at } as const
      const job = await client.readContract(read).catch((error: unknown) => {
        // At a block before the contract, or before the job, there is nothing to read.
        if (at === 'finalized' && error instanceof BaseError && error.name === 'ContractFunctionExecutionError') return null
        throw error
      })
      const state = job && ACP_JOB_STATES[job.status]
      if (!job || !state || BigInt(job.client) === 0n) return null
      const { client: buyer, provider, expiredAt, budget: budgetAtomic, description } = job
      return {
        state,
        client: buyer,
        provider,
        expiresAtMs: unixMs(expiredAt * 1_000),
        budgetAtomic: atomicUnits(budgetAtomic),
        description,
      }
    },
    isSending: () => hasPendingTransactions(client, account.address),
    prepareBudget: (jobId, amountAtomic) =>
      prepare(encodeFunctionData({ abi: acpAbi, functionName: 'setBudget', args: [BigInt(jobId), amountAtomic, '0x'] })),
    prepareSubmit: (jobId, deliverable) =>
      prepare(encodeFunctionData({ abi: acpAbi, functionName: 'submit', args: [BigInt(jobId), keccak256(toHex(deliverable)), '0x'] })),
  }
}
