import { treasuryOn } from '../../domain/chain.ts'
import { bps, type TokenMicros, tokenMicros, type Wallet } from '../../domain/brands.ts'
import type { CrewSeat } from '../../domain/crew/crew.ts'
import { AppError } from '../../domain/errors.ts'
import { feeMapOf, type Referral } from '../../domain/crew/fee-map.ts'
import { splitAtLeastOne } from '../../domain/money/largest-remainder.ts'
import type { PlanRequest } from '../../domain/plan/launch-request.ts'
import type { Deps } from '../../ports/deps.ts'
import { capabilityOf } from './check-supported.ts'

/**
 * The KOLs among a coin's largest holders as a crew, each with basis points of the pool in proportion to its balance (at
 * least 1), as many as the launchpad takes beside agent, referrer and treasury. Reads only.
 *
 * @see rules 10.24
 */
export async function holderKolCrew(
  { storage, launchpads, policy }: Pick<Deps, 'storage' | 'launchpads' | 'policy'>,
  { request, creator, referral }: { request: PlanRequest; creator: Wallet; referral: Referral | null },
): Promise<CrewSeat[]> {
  const launchpad = await launchpads.get(request.platform)
  const feeMap = feeMapOf(request.mode, referral !== null)
  const paidAnyway = new Set([
    treasuryOn(policy.chains, launchpad.facts.chainId),
    ...(referral ? [referral.wallet] : []),
    ...(feeMap.agentBps > 0 ? [creator] : []),
  ])

  const tokensOf = new Map<Wallet, TokenMicros>()
  for (const { wallet, tokenMicros: foundTokenMicros } of await capabilityOf(launchpad, 'holders').listLargest(request.mint!)) {
    if (wallet === creator || paidAnyway.has(wallet) || foundTokenMicros === 0n) continue
    tokensOf.set(wallet, tokenMicros((tokensOf.get(wallet) ?? 0n) + foundTokenMicros))
  }
  const handleOf = new Map((await storage.kols.findByWallets([...tokensOf.keys()])).map(({ wallet, handle }) => [wallet, handle]))
  const seated = [...tokensOf]
    .filter(([wallet]) => handleOf.has(wallet))
    .sort(([a, heldTokenMicros], [b, otherTokenMicros]) =>
      heldTokenMicros === otherTokenMicros ? (a < b ? -1 : 1) : heldTokenMicros > otherTokenMicros ? -1 : 1,
    )
    .slice(0, launchpad.facts.shareholdersMax - paidAnyway.size)
  if (seated.length === 0) throw new AppError('holder_kol_not_found', {}, { fields: [{ path: '/mint', message: 'has no KOL holder' }] })

  const weights = seated.map(([, tokenMicros]) => tokenMicros)
  const shares = splitAtLeastOne(100, weights)
  const parts = splitAtLeastOne(feeMap.crewPoolBps, weights)
  return seated.map(([wallet], index) => ({
    handle: handleOf.get(wallet)!,
    wallet,
    share: shares[index]!,
    hireRole: 'kol',
    effectiveBps: bps(parts[index]!),
  }))
}
