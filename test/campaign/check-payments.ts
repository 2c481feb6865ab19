import { PRICE } from '../support/payment-bank.ts'
import type { Charge } from './bank.ts'
import type { History } from './history.ts'
import type { Books, Chain, PaymentRow } from './read-books.ts'

/** States in which a payment may have been charged. */
const isCharged = ({ state }: PaymentRow) => state === 'settled' || state === 'done' || state === 'refund_due' || state === 'refunded'
const mayBeCharged = (row: PaymentRow) =>
  isCharged(row) || row.state === 'settling' || row.state === 'unknown' || (row.state === 'rejected' && row.open)
const isRefunded = ({ state }: PaymentRow) => state === 'refund_due' || state === 'refunded'

/** Bank and books agree on every paid call: charged once at most, and then served once, or a refund is due. */
export function checkCharges({
  history,
  chain,
  books,
  charges,
}: {
  readonly history: History
  readonly chain: Chain
  readonly books: Books
  readonly charges: readonly Charge[]
}): void {
  const chargesOf = Map.groupBy(charges, ({ payer }) => payer)
  const rowsOf = Map.groupBy(books.payments, ({ payer }) => payer)
  const names = new Set(chain.coins.map(({ name }) => name))
  const known = new Set(charges.map(({ payer, transaction }) => `${payer} ${transaction}`))
  for (const { name, payer, calls } of history.orders) {
    if (payer === null) continue
    const [charged, rows] = [chargesOf.get(payer) ?? [], rowsOf.get(payer) ?? []]
    const served = names.has(name)
    if (charged.length > 1) history.found('charged-twice', `${name} was charged ${charged.length} times`, calls)
    if (charged.some(({ amount }) => amount !== PRICE.launch))
      history.found('charged-another-price', `${name} was charged another price`, calls)
    if (charged.length > rows.filter(mayBeCharged).length)
      history.found('charge-unbooked', `${name} was charged, and the books do not say so`, calls)
    if (rows.filter(isCharged).some(({ transaction }) => !known.has(`${payer} ${transaction}`)))
      history.found('books-invent', `${name} is charged in the books, and not at the bank`, calls)
    if (served && charged.length === 0) history.found('served-unpaid', `${name} was launched, and nobody paid`, calls)
    if (served && rows.some(isRefunded)) history.found('served-and-refunded', `${name} was launched, and a refund is due`, calls)
    if (!served && charged.length > 0 && !rows.some((row) => isRefunded(row) || row.open))
      history.found('charge-kept', `${name} was charged and not launched, and no refund is due`, calls)
  }
}
