import { createRandomIds } from '../../adapters/random-ids.ts'
import { solanaWalletOfSetting } from '../../adapters/signers/signer-location.ts'
import type { Config } from '../../config/config.ts'
import { pumpOptionsOf } from '../../config/pump-options.ts'
import { lamports, type Wallet } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { formatAmount } from '../../domain/money/currency.ts'
import type { Finding } from '../../domain/operator/finding.ts'
import type { MachineTime } from '../../ports/clock.ts'

/** The buyback's coin, wallet and balance. Reads only. */
export async function buybackFindings(time: MachineTime, { buyback, solana }: Pick<Config, 'buyback' | 'solana'>): Promise<Finding[]> {
  const { key } = buyback
  if (buyback.mints.length === 0 && key === null) return [{ level: 'ok', text: 'no buyback is configured' }]
  if (buyback.mints.length === 0 || key === null) {
    const missing = buyback.mints.length === 0 ? 'BUYBACK_MINTS' : 'BUYBACK_KEY'
    return [{ level: 'warn', text: `no buyback without ${missing}`, fix: `set ${missing}, or unset both` }]
  }
  const wallet = solanaWalletOfSetting(key)
  const { atomicMax, reserveAtomic, slippageBps, burn, execute, cron, mints } = buyback
  const terms = `at most ${formatAmount(atomicMax, 'SOL')} SOL a run, ${formatAmount(reserveAtomic, 'SOL')} SOL kept, ${slippageBps} bps slippage`
  const text = `buyback of ${mints.map(({ mint, weight }) => `${mint}:${weight}`).join(', ')} at "${cron}" (UTC): ${terms}, ${burn ? 'burned' : 'kept by the wallet'}`
  return [
    execute
      ? { level: 'ok', text }
      : { level: 'warn', text: `${text}; runs are only recorded`, fix: 'look at GET /api/buybacks, then set BUYBACK_EXECUTE=1' },
    await balanceFinding(time, { buyback, solana }, wallet),
  ]
}

async function balanceFinding(
  time: MachineTime,
  { buyback, solana }: Pick<Config, 'buyback' | 'solana'>,
  wallet: Wallet,
): Promise<Finding> {
  if (solana.rpcUrls.length === 0) return { level: 'ok', text: `BUYBACK_KEY is ${wallet}` }
  try {
    const { createPumpLaunchpad } = await import('../../adapters/launchpads/pump/launchpad.ts')
    const balanceAtomic = await createPumpLaunchpad(pumpOptionsOf({ ids: createRandomIds(), time }, solana)).balanceOf(wallet)
    const text = `BUYBACK_KEY is ${wallet} and holds ${formatAmount(balanceAtomic, 'SOL')} SOL`
    const { atomicMax, reserveAtomic } = buyback
    if (balanceAtomic >= lamports(atomicMax + reserveAtomic)) return { level: 'ok', text }
    return { level: 'warn', text, fix: 'fund it: that is less than a whole run and the reserve' }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { level: 'fail', text: error.message, fix: 'check SOLANA_RPC_URL' }
  }
}
