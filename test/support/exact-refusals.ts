import { AppError, type ErrorCode } from '../../src/domain/errors.ts'
import { ESCROW_RAIL_REFUSALS, type EscrowRail } from '../../src/ports/escrow.ts'
import { ADDRESSES_REFUSALS } from '../../src/ports/launchpad/addresses.ts'
import { BUYBACK_REFUSALS } from '../../src/ports/launchpad/buyback.ts'
import { CONFIRMATIONS_REFUSALS } from '../../src/ports/launchpad/confirmations.ts'
import { FEE_SHARE_REFUSALS } from '../../src/ports/launchpad/fee-share.ts'
import { HOLDERS_REFUSALS } from '../../src/ports/launchpad/holders.ts'
import { PROGRAMS_REFUSALS } from '../../src/ports/launchpad/programs.ts'
import { MARKETS_REFUSALS } from '../../src/ports/launchpad/markets.ts'
import { LAUNCHING_REFUSALS } from '../../src/ports/launchpad/launching.ts'
import type { Launchpad } from '../../src/ports/launchpad/launchpad.ts'
import { PAST_COINS_REFUSALS } from '../../src/ports/launchpad/past-coins.ts'
import { PRE_LOCK_FEES_REFUSALS } from '../../src/ports/launchpad/pre-lock-fees.ts'
import { REHEARSALS_REFUSALS } from '../../src/ports/launchpad/rehearsals.ts'
import { UNSIGNED_REFUSALS } from '../../src/ports/launchpad/unsigned.ts'
import { WALLET_HISTORY_REFUSALS } from '../../src/ports/launchpad/wallet-history.ts'
import { type Payments, PAYMENTS_REFUSALS } from '../../src/ports/payments.ts'
import type { Refusals } from '../../src/ports/refusals.ts'

type Method = (...args: readonly unknown[]) => unknown

/**
 * The port, which throws another error than an AppError where a method threw one whose code its list has not, nor `anywhere`: no
 * test that expects a refusal takes it for one.
 */
export function exactly<Port extends object>(port: Port, refusals: Partial<Refusals<Port>>, ...anywhere: readonly ErrorCode[]): Port {
  const listed = Object.entries<readonly ErrorCode[] | undefined>(refusals)
  const watched = listed.flatMap(([name, codes]) => {
    const methods = port as Readonly<Record<string, Method | undefined>>
    // Looked up at each call: a test may put another method in its place.
    const call: Method = (...args) => methods[name]!(...args)
    return methods[name] ? [[name, watch(name, call, [...(codes ?? []), ...anywhere])] as const] : []
  })
  return { ...port, ...Object.fromEntries(watched) }
}

function watch(name: string, method: Method, codes: readonly ErrorCode[]): Method {
  const check = (error: unknown): never => {
    if (error instanceof AppError && !codes.includes(error.code)) {
      throw new Error(`${name} threw ${error.code}, and its port says that it does not`, { cause: error })
    }
    throw error
  }
  return (...args) => {
    try {
      const result = method(...args)
      return result instanceof Promise ? result.catch(check) : result
    } catch (error) {
      return check(error)
    }
  }
}

/** The payments held to their list. */
export const exactPayments = (payments: Payments): Payments => exactly(payments, PAYMENTS_REFUSALS)

/** The rail held to its list. */
export const exactRail = (rail: EscrowRail): EscrowRail => exactly(rail, ESCROW_RAIL_REFUSALS, 'upstream_unavailable')

/** The launchpad with every capability that it has held to its list. */
export function exactLaunchpad(launchpad: Launchpad): Launchpad {
  const { confirmations, feeShare, preLockFees, holders, markets, unsigned, rehearsals, buyback, history, pastCoins, programs } = launchpad
  const away = 'upstream_unavailable'
  return {
    ...exactly(exactly(launchpad, LAUNCHING_REFUSALS, away), ADDRESSES_REFUSALS),
    ...(confirmations && { confirmations: exactly(confirmations, CONFIRMATIONS_REFUSALS) }),
    ...(feeShare && { feeShare: exactly(feeShare, FEE_SHARE_REFUSALS, away) }),
    ...(preLockFees && { preLockFees: exactly(preLockFees, PRE_LOCK_FEES_REFUSALS, away) }),
    ...(holders && { holders: exactly(holders, HOLDERS_REFUSALS, away) }),
    ...(programs && { programs: exactly(programs, PROGRAMS_REFUSALS, away) }),
    ...(markets && { markets: exactly(markets, MARKETS_REFUSALS, away) }),
    ...(unsigned && { unsigned: exactly(unsigned, UNSIGNED_REFUSALS, away) }),
    ...(rehearsals && { rehearsals: exactly(rehearsals, REHEARSALS_REFUSALS, away) }),
    ...(buyback && { buyback: exactly(buyback, BUYBACK_REFUSALS, away) }),
    ...(pastCoins && { pastCoins: exactly(pastCoins, PAST_COINS_REFUSALS, away) }),
    ...(history && { history: exactly(history, WALLET_HISTORY_REFUSALS, away) }),
  }
}
