import { type Bps, bps, type Lamports, lamports, type Mint } from '../../../domain/brands.ts'
import { divideUp } from '../../../domain/money/divide-up.ts'
import { isAddress } from '../../../lib/ed25519.ts'
import { isReservedAccount } from '../../../lib/reserved-accounts.ts'
import type { ChainState } from './chain-state.ts'
import type { Share, StoredCoin } from './tables/coin-table.ts'
import { vaultOf } from './ledger.ts'
import { isRedirected } from './misbehaving-tickers.ts'
import { ProgramError } from './program-error.ts'
import type { Transfer } from './tables/receipt-table.ts'
import { isProgram } from './well-known-programs.ts'

/** Most shareholders of one fee share, as on pump. */
export const SHAREHOLDERS_MAX = 10
/** The rent-exempt minimum of an account without data, for vaults and new wallets. */
export const RENT_MINIMUM_LAMPORTS = lamports(650_240)

/**
 * Throws unless pump would accept these shares.
 *
 * @throws ProgramError with pump's names
 */
export function checkShares(shares: readonly Share[]): void {
  if (shares.length === 0) throw new ProgramError('NoShareholders')
  if (shares.length > SHAREHOLDERS_MAX) throw new ProgramError('TooManyShareholders')
  if (!shares.every((share) => isAddress(share.wallet))) throw new ProgramError('ShareholderAccountMismatch')
  if (new Set(shares.map((share) => share.wallet)).size !== shares.length) throw new ProgramError('DuplicateShareholder')
  if (shares.some((share) => share.bps === 0)) throw new ProgramError('ZeroShareNotAllowed')
  if (shares.reduce((sum, share) => sum + share.bps, 0) !== 10_000) throw new ProgramError('InvalidShareTotal')
}

/** What a distribution would pay now, or how much the vault lacks for one. */
export interface DistributionQuote {
  readonly payments: readonly Transfer[]
  /** 0 when it would pay. */
  readonly missingLamports: Lamports
}

/**
 * Each wallet's floor(bps × distributable / 10,000); the vault's rent is not distributable, and rounding remainders stay. Nobody is paid
 * while a payment would leave a new wallet below the rent-exempt minimum, or would be less than a lamport.
 */
export function quoteDistribution({ ledger, coins }: Pick<ChainState, 'ledger' | 'coins'>, mint: Mint): DistributionQuote {
  const shares = coins.sharesOf(mint)
  const vaultLamports = ledger.lamportsOf(vaultOf(mint))
  const unused = shares.filter((share) => !ledger.isUsed(share.wallet))
  // Requires a lamport for each, so that the rounding remainders of one distribution are never enough for another.
  const neededLamports = divideUp(
    (unused.length > 0 ? RENT_MINIMUM_LAMPORTS : 1n) * 10_000n,
    BigInt(smallestBps(unused.length > 0 ? unused : shares)),
  )
  const minimumLamports = RENT_MINIMUM_LAMPORTS + neededLamports
  if (vaultLamports < minimumLamports) return { payments: [], missingLamports: lamports(minimumLamports - vaultLamports) }

  const distributableLamports = vaultLamports - RENT_MINIMUM_LAMPORTS
  const payments = shares.map((share) => ({
    wallet: share.wallet,
    lamports: lamports((BigInt(share.bps) * distributableLamports) / 10_000n),
  }))
  return { payments, missingLamports: lamports(0) }
}

/**
 * Pays what `quoteDistribution` computes; below the minimum nothing, without a failure.
 *
 * @throws ProgramError UnableToDistributeCreatorFeesToExecutableRecipient | PrivilegeEscalation
 */
export function distribute({ ledger, coins }: Pick<ChainState, 'ledger' | 'coins'>, mint: Mint): readonly Transfer[] {
  if (coins.sharesOf(mint).some((share) => isProgram(share.wallet))) {
    throw new ProgramError('UnableToDistributeCreatorFeesToExecutableRecipient')
  }
  if (coins.sharesOf(mint).some((share) => isReservedAccount(share.wallet))) throw new ProgramError('PrivilegeEscalation')
  const { payments } = quoteDistribution({ ledger, coins }, mint)
  for (const payment of payments) ledger.move(vaultOf(mint), payment.wallet, payment.lamports)
  return payments
}

/** Creator fees in the coin's vault above its rent, which wait for its split; 0 once they are its holders'. */
export function waitingLamports({ ledger }: Pick<ChainState, 'ledger'>, coin: StoredCoin, slot: number): Lamports {
  if (isRedirected(coin, slot)) return lamports(0)
  const vaultLamports = ledger.lamportsOf(vaultOf(coin.mint))
  return lamports(vaultLamports > RENT_MINIMUM_LAMPORTS ? vaultLamports - RENT_MINIMUM_LAMPORTS : 0n)
}

const smallestBps = (shares: readonly { bps: Bps }[]): Bps => bps(Math.min(...shares.map((share) => share.bps)))
