import { type ChainedAct, type ChainPoint, pointAfter } from '../../domain/operator/chained-act.ts'
import type { Storage } from '../../ports/storage/storage.ts'

/** Entries that are read at once. */
const PAGE_ROWS = 1_000

/** Where the chain ends; or the first entry that does not fit, and why. */
export type ChainCheck =
  | { readonly fits: true; readonly last: ChainPoint; readonly count: number }
  | { readonly fits: false; readonly number: number; readonly id: string | null; readonly why: string }

type Log = Pick<Storage['operatorLog'], 'readChain' | 'chainEnds'>

/** Whether the audit log is as it was written: no kept entry changed, missing, added or out of its place. It may be written meanwhile. */
export async function verifyChain(log: Log): Promise<ChainCheck> {
  for (;;) {
    const { kept } = await log.chainEnds()
    const check = await verifyFrom(log, kept)
    // The oldest entries may have been deleted for their age meanwhile.
    if (check.fits || (await log.chainEnds()).kept.number === kept.number) return check
  }
}

async function verifyFrom(log: Log, kept: ChainPoint): Promise<ChainCheck> {
  let point = kept
  for (;;) {
    // An entry and the new end are one commit: the end that is read first is never ahead of the entries.
    const { last } = await log.chainEnds()
    const acts = await log.readChain(point.number, PAGE_ROWS)
    for (const act of acts) {
      const problem = problemOf(point, act)
      if (problem !== null) return { fits: false, number: act.number, id: act.id, why: problem }
      point = { number: act.number, hash: act.hash }
      if (point.number === last.number && point.hash !== last.hash)
        return { fits: false, number: act.number, id: act.id, why: 'it is not the one that was written last' }
    }
    if (acts.length > 0) continue
    if (point.number < last.number)
      return { fits: false, number: point.number + 1, id: null, why: `it is missing, and so are all up to ${last.number}` }
    if (point.number > last.number || point.hash !== last.hash)
      return { fits: false, number: point.number, id: null, why: 'the service has not written it' }
    return { fits: true, last: point, count: point.number - kept.number }
  }
}

function problemOf(before: ChainPoint, act: ChainedAct): string | null {
  const expected = pointAfter(before, act)
  if (act.number !== expected.number) return `${act.number - expected.number} before it are missing`
  return act.hash === expected.hash ? null : 'it was changed, or stands in the place of another'
}
