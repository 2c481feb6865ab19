import type { CoinJob } from '../../domain/kit/coin-job.ts'
import { invalidFields } from '../../domain/errors.ts'

/**
 * The part of the job that a request means. One of a job in parts must name it: sent late or twice, it would else be about the next part,
 * which nobody has looked at.
 *
 * @throws AppError validation_invalid where it must be named, or is neither the part under way nor one before it
 */
export function meantPart({ parts, part: underWay }: CoinJob, named: number | null): number {
  if (named === null && parts > 1)
    throw invalidFields([{ path: '/part', message: `is needed: the job has ${parts} parts, and part ${underWay} is next` }])
  const part = named ?? 1
  if (part > underWay) throw notNext(underWay)
  return part
}

/** The refusal of a part that is not under way. */
export const notNext = (underWay: number) => invalidFields([{ path: '/part', message: `must be ${underWay}, which is next` }])
