import { DEVNET_CHAIN_ID } from '../../adapters/escrow/escrow-rails.ts'
import { createSignerOpener } from '../../adapters/signers/open-signer.ts'
import type { Config } from '../../config/config.ts'
import { AppError } from '../../domain/errors.ts'
import { amountText } from '../../domain/money/currency.ts'
import type { Finding } from '../../domain/operator/finding.ts'
import type { MachineTime } from '../../ports/clock.ts'

/** Below this balance the next payouts may have to wait. */
const ENOUGH_LAMPORTS = 100_000_000n

/** Checks of creative jobs and the escrow wallet; asks the devnet node where one is configured. */
export async function jobFindings(
  time: MachineTime,
  { aws, jobs: { enabled, escrowKey, devnetRpcUrl: rpcUrl } }: Pick<Config, 'aws' | 'jobs'>,
): Promise<Finding[]> {
  if (!enabled) return []
  if (escrowKey === null || rpcUrl === null) return [{ level: 'ok', text: 'creative jobs are on, and paid on the rail `sim` alone' }]
  const payer = await createSignerOpener(time, aws)(DEVNET_CHAIN_ID, escrowKey)
  const { createDevnetRail } = await import('../../adapters/escrow/devnet-rail.ts')
  try {
    const heldLamports = await createDevnetRail({ rpcUrl, payer, time }).escrowLamports()
    const text = `creative jobs are paid by ${payer.wallet}, which holds ${amountText(heldLamports, 'SOL')} of devnet`
    return [heldLamports < ENOUGH_LAMPORTS ? { level: 'warn', text, fix: 'fund it from a devnet faucet' } : { level: 'ok', text }]
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const text = `JOBS_DEVNET_RPC_URL cannot be used: ${error.message}`
    return [{ level: 'fail', text, fix: 'name a node of Solana’s devnet, or unset it and JOBS_ESCROW_KEY' }]
  }
}
