import { type AtomicUnits, atomicUnits } from '../../domain/brands.ts'
import { leastWorthAtomic, partOf } from '../../domain/buyback.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { amountText, PRICED_CURRENCY } from '../../domain/money/currency.ts'
import type { Config } from '../config.ts'
import type { Wrong } from './cross-check.ts'

const textOf = (amountAtomic: AtomicUnits): string => amountText(amountAtomic, PRICED_CURRENCY)

/** The coins whose part of a run, by weight, does not even pay for the fee, the rent and the least buy of a coin that is bought first. */
export function coinsNeverBought({ mints, atomicMax }: Pick<Config['buyback'], 'mints' | 'atomicMax'>): readonly Wrong[] {
  const totalWeight = mints.reduce((sum, { weight }) => sum + weight, 0)
  return mints.flatMap(({ mint, weight }) => {
    const partAtomic = partOf(atomicMax, { weight, totalWeight })
    const neededAtomic = atomicUnits(OWN_LIMITS.buybackOpensAtomic + leastWorthAtomic(partAtomic))
    if (partAtomic >= neededAtomic) return []
    const text = `a run of BUYBACK_MAX_SOL has ${textOf(partAtomic)} for ${mint}, and its first buy needs ${textOf(neededAtomic)} with fee and rent: it would never be bought`
    return [{ text, fix: 'raise BUYBACK_MAX_SOL or the coin’s weight in BUYBACK_MINTS, or leave the coin out' }]
  })
}
