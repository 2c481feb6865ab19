import { atomicUnits, bps, type KeyId, type OperationId, type Wallet } from '../../domain/brands.ts'
import type { Coin } from '../../domain/coin.ts'
import { feeMapOf, type Mode, MODES, type Shareholder } from '../../domain/crew/fee-map.ts'
import { LIMITS } from '../../domain/limits.ts'
import { cleanText } from '../../domain/text/hidden-characters.ts'
import type { ChainCoin } from '../../ports/launchpad/coin.ts'
import type { LaunchpadFacts } from '../../ports/launchpad/facts.ts'
import type { CoinBeginnings } from '../../ports/launchpad/past-coins.ts'

/** The key of coins that were read from the chain: no caller has it. */
export const REBUILT_KEY = 'rebuilt' as KeyId

type SplitOfChain = Pick<Coin, 'mode' | 'crew' | 'shareholders' | 'treasuryBps'>

/**
 * Who is paid as what, as far as shares and their order tell: crew, agent, referrer, treasury. Null where the treasury is not last with
 * its share of a fee map, so that no plan of this service has this split. @see rules 1.2
 */
export function splitOfChain({ feeShare, creator }: ChainCoin, treasury: Wallet): SplitOfChain | null {
  const held = feeShare?.locked ? feeShare.shareholders : []
  const last = held.at(-1)
  const referred = last?.bps === feeMapOf('split', true).treasuryBps
  const feeMapIn = (mode: Mode) => feeMapOf(mode, referred)
  if (last?.wallet !== treasury || last.bps !== feeMapIn('split').treasuryBps) return null
  if (referred && held.at(-2)?.bps !== feeMapIn('split').referrerBps) return null
  const others = held.slice(0, referred ? -2 : -1)
  const heldBps = others.at(-1)?.wallet === creator ? others.at(-1)!.bps : bps(0)
  const mode = MODES.find((each) => feeMapIn(each).agentBps === heldBps) ?? 'split'
  const { agentBps, crewPoolBps, treasuryBps } = feeMapIn(mode)
  const seats = agentBps > 0 ? others.slice(0, -1) : others
  const shareholders: Shareholder[] = held.map((share, index) => ({
    ...share,
    ...paidAs(index, held.length, { referred, seats: seats.length }),
  }))
  const crew = seats.map(({ wallet, bps: effectiveBps }) => ({
    handle: '',
    wallet,
    share: Math.round((effectiveBps * 100) / crewPoolBps),
    hireRole: 'kol' as const,
    effectiveBps,
  }))
  return { mode, crew, shareholders, treasuryBps }
}

function paidAs(index: number, count: number, { referred, seats }: { readonly referred: boolean; readonly seats: number }) {
  if (index === count - 1) return { role: 'treasury', handle: 'treasury' } as const
  if (index < seats) return { role: 'kol', handle: '' } as const
  return referred && index === count - 2 ? ({ role: 'referrer', handle: '' } as const) : ({ role: 'agent', handle: 'agent' } as const)
}

/** The row of a coin as the chain has it; what it cannot tell stays empty. */
export function coinOfChain(
  platform: string,
  { payoutCurrency }: Pick<LaunchpadFacts, 'payoutCurrency'>,
  { mint, creator, name = '', ticker = '' }: ChainCoin,
  { createdAtMs, ...beginnings }: CoinBeginnings,
  split: SplitOfChain,
): Coin {
  const together = beginnings.signature === beginnings.feeShareSignature
  return {
    ...split,
    ...beginnings,
    mint,
    platform,
    currency: payoutCurrency,
    keyId: REBUILT_KEY,
    operationId: `rebuilt_${mint}` as OperationId,
    name: cleanText(name, LIMITS.nameMax),
    ticker: cleanText(ticker, LIMITS.tickerMax),
    description: '',
    imageSha256: null,
    metadataId: null,
    launcher: creator,
    agent: null,
    twitter: null,
    website: null,
    feeShareLocked: true,
    feesRedirected: null,
    feesLockedAtLaunch: together,
    lockPath: together ? 'atomic-v0' : 'sequential',
    holderKol: false,
    launchedAtMs: createdAtMs,
    graduatedAtMs: null,
    featuredAtMs: null,
    featuredUrl: null,
    paidAtomic: atomicUnits(0),
  }
}
