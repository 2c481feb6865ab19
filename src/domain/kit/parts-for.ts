import { type AtomicUnits, atomicUnits } from '../brands.ts'

/** The money of a job, and which of its parts is under way. */
interface JobMoney {
  readonly amountAtomic: AtomicUnits
  readonly parts: number
  readonly part: number
}

/** What one part of a job pays, by largest remainder: all together pay exactly the amount, and none differs by more than a unit. */
export function shareOf({ amountAtomic, parts, part }: JobMoney): AtomicUnits {
  const [whole, rest] = [amountAtomic / BigInt(parts), amountAtomic % BigInt(parts)]
  return atomicUnits(whole + (BigInt(part) <= rest ? 1n : 0n))
}

/** What was not paid yet: this part, and all that follow. */
export function unpaidOf({ amountAtomic, parts, part }: JobMoney): AtomicUnits {
  let unpaidAtomic = 0n
  for (let next = part; next <= parts; next += 1) unpaidAtomic += shareOf({ amountAtomic, parts, part: next })
  return atomicUnits(unpaidAtomic)
}

/** How many parts a job of this amount has: those of its template, unless one of them were too small to be paid; then one. */
export const partsFor = (amountAtomic: AtomicUnits, parts: number, payoutAtomicMin: AtomicUnits): number =>
  shareOf({ amountAtomic, parts, part: parts }) >= payoutAtomicMin ? parts : 1
