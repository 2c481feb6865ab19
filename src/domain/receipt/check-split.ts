import { type AtomicUnits, atomicUnits } from '../brands.ts'
import type { Check, ReceiptFacts } from './check.ts'

const WHOLE_BPS = 10_000

/** Whether a locked split gives out everything, to the wallets of the plan. */
export function checkSplit({ coin, plan, split: splits }: ReceiptFacts): Check {
  const result = (ok: boolean, text: string): Check => ({ name: 'split', ok, text })
  const [split] = splits
  if (split === undefined || splits.length > 1) return result(false, 'There is not exactly one split.')
  const { locked, asPlanned, shareholders } = split
  if (!shareholders.every(({ bps }) => Number.isInteger(bps) && bps > 0)) return result(false, 'A share is no whole number above zero.')
  const sumBps = shareholders.reduce((sum, { bps }) => sum + bps, 0)
  if (new Set(shareholders.map(({ wallet }) => wallet)).size !== shareholders.length) return result(false, 'A wallet stands there twice.')
  if (locked ? sumBps !== WHOLE_BPS : sumBps > WHOLE_BPS) return result(false, `The shares add to ${sumBps / 100} % and not to 100 %.`)
  const planned = (plan[0]?.hashed ?? null) as { readonly shareholders: ReceiptFacts['split'][number]['shareholders'] } | null
  if (asPlanned && planned !== null) {
    // A plan may leave its launcher open.
    const partOf = (shares: typeof shareholders) =>
      shares.reduce((parts, { wallet, bps }) => {
        const named = wallet === 'launcher' ? coin[0]!.launcher : wallet
        return parts.set(named, (parts.get(named) ?? 0) + bps)
      }, new Map<string, number>())
    const [want, have] = [partOf(planned.shareholders), partOf(shareholders)]
    const same = want.size === have.size && [...want].every(([wallet, bps]) => have.get(wallet) === bps)
    if (!same) return result(false, 'The split is not the planned one.')
  }
  if (!locked) return result(true, 'The fees are not locked: the split is what was planned.')
  return result(true, `The split among ${shareholders.length} wallets adds to 100 %${asPlanned ? ', and is the planned one' : ''}.`)
}

/** Whether no payment is more than its wallet's part of what its transaction paid, to the smallest unit for each wallet. */
export function checkRemits({ split: [split], remit: remits }: ReceiptFacts): Check {
  const result = (ok: boolean, text: string): Check => ({ name: 'remits', ok, text })
  const bpsOf = new Map(split?.shareholders.map(({ wallet, bps }) => [wallet, bps]))
  const byTransaction = new Map<string, Map<string, AtomicUnits>>()
  for (const { signature, wallet, amount } of remits) {
    if (!bpsOf.has(wallet)) return result(false, `${wallet} was paid and is not in the split.`)
    const paid = byTransaction.get(signature) ?? new Map<string, AtomicUnits>()
    if (paid.has(wallet)) return result(false, `${wallet} stands twice in ${signature}.`)
    byTransaction.set(signature, paid.set(wallet, atomicUnits(BigInt(amount))))
  }
  for (const [signature, paid] of byTransaction) {
    const totalAtomic = [...paid.values()].reduce((sumAtomic, partAtomic) => atomicUnits(sumAtomic + partAtomic), atomicUnits(0))
    const paidBps = [...paid.keys()].reduce((sum, wallet) => sum + bpsOf.get(wallet)!, 0)
    // Parts are rounded; a payee who did not take its part is not in the total, nor in whose parts it is measured by.
    const over = [...paid].find(
      ([wallet, partAtomic]) => (partAtomic - BigInt(paid.size)) * BigInt(paidBps) > totalAtomic * BigInt(bpsOf.get(wallet)!),
    )
    if (over) return result(false, `${over[0]} was paid more than its part in ${signature}.`)
  }
  return result(true, `${remits.length} payments in ${byTransaction.size} transactions, none of more than its wallet’s part.`)
}
