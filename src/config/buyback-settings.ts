import { parseSolanaLauncher } from '../adapters/chains/solana/solana-launcher.ts'
import { lamports, type Mint } from '../domain/brands.ts'
import { LIMITS } from '../domain/limits.ts'
import { formatSol } from '../domain/money/sol.ts'
import { isCronPattern, type readEnvironment } from './environment.ts'
import { isAddress } from '../lib/ed25519.ts'
import type { Secret } from '../lib/secret.ts'
import type { BuybackPolicy } from '../ports/deps.ts'

/** As many as the standard clock makes. */
const BUYBACK_RUNS_A_DAY = 24n
const PRICE_RISE_BPS_MAX = 100_000

type Reading = Pick<ReturnType<typeof readEnvironment>, 'text' | 'optional' | 'secret' | 'check' | 'choice' | 'sol'>

/** The treasury's buyback as these variables have it, and the wallet that buys. Each problem is told to `check`. */
export function readBuybackSettings({ text, optional, secret, check, choice, sol }: Reading): {
  readonly buyback: BuybackPolicy
  readonly buybackKey: Secret<string> | null
} {
  const [mint, buybackKey] = [optional('BUYBACK_MINT'), secret('BUYBACK_KEY')]
  check(buybackKey === null || isSolanaSecret(buybackKey), 'BUYBACK_KEY is not a secret key of 64 bytes')
  check(mint === null || isAddress(mint), 'BUYBACK_MINT is not a mint')
  const cron = text('BUYBACK_CRON', '0 * * * *')
  check(isCronPattern(cron), 'BUYBACK_CRON is not a cron pattern')
  const maxLamports = sol('BUYBACK_MAX_SOL', '0.05')
  check(maxLamports > 0n, `BUYBACK_MAX_SOL must be above 0, not ${formatSol(maxLamports)}`)
  const slippageBps = Number(text('BUYBACK_SLIPPAGE_BPS', '100'))
  checkWhole('BUYBACK_SLIPPAGE_BPS', slippageBps, LIMITS.buybackSlippageBpsMax)
  const priceRiseBps = Number(text('BUYBACK_PRICE_RISE_BPS', '1000'))
  checkWhole('BUYBACK_PRICE_RISE_BPS', priceRiseBps, PRICE_RISE_BPS_MAX)
  const buyback: BuybackPolicy = {
    mint: mint as Mint | null,
    cron,
    maxLamports,
    dailyLamports: sol('BUYBACK_DAILY_SOL', formatSol(lamports(maxLamports * BUYBACK_RUNS_A_DAY))),
    reserveLamports: sol('BUYBACK_RESERVE_SOL', '0.01'),
    slippageBps,
    priceRiseBpsMax: priceRiseBps === 0 ? null : priceRiseBps,
    burn: choice('BUYBACK_BURN', '0', ['0', '1']) === '1',
    execute: choice('BUYBACK_EXECUTE', '0', ['0', '1']) === '1',
  }
  return { buyback: Object.freeze(buyback), buybackKey }

  function checkWhole(name: string, value: number, most: number): void {
    check(Number.isInteger(value) && value >= 0 && value <= most, `${name} must be a whole number from 0 to ${most}`)
  }
}

/** True for the secret key of a Solana wallet, in either of the forms it is written in. */
export function isSolanaSecret(text: Secret<string>): boolean {
  try {
    return parseSolanaLauncher(text) !== null
  } catch {
    return false
  }
}
