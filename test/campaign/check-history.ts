import type { Charge } from './bank.ts'
import { checkJobMoney } from './check-jobs.ts'
import { checkCharges } from './check-payments.ts'
import type { History } from './history.ts'
import type { Books, Chain, Payments } from './read-books.ts'
import { EVENTS_HEARD, type Listeners } from './receivers.ts'

/** What was seen at the end, when nothing is under way any more. */
export interface Ending {
  readonly history: History
  readonly chain: Chain
  readonly books: Books
  /** What the bank has; read before the books. */
  readonly charges: readonly Charge[]
  readonly listeners: Listeners
  /** The answers of `pagesToCheck`, by their paths; nothing was paid while they were read. */
  readonly pages: ReadonlyMap<string, Record<string, any>>
}

/** The page of the operator's wallets. */
export const LEDGER = '/api/ledger/wallets'
const pageOf = (wallet: string) => `/api/wallets/${wallet}`

/** The pages that are compared with this chain. */
export const pagesToCheck = ({ payments }: Chain): string[] => [LEDGER, ...[...sumsBy(payments, 2).keys()].map(pageOf)]

/** Compares what clients were told, what the chain has and what the books say; each contradiction is a finding of the history. */
export function checkHistory(ending: Ending): void {
  checkOrders(ending)
  checkCoins(ending)
  checkPayments(ending)
  checkCharges(ending)
  checkJobMoney(ending)
  checkPages(ending)
  checkEvents(ending)
}

/** One coin an order that was acknowledged, none for one that was refused, and each of them locked. */
function checkOrders({ history, chain, books }: Ending): void {
  const onChain = Map.groupBy(chain.coins, ({ name }) => name)
  const inBooks = new Set(books.coins.map(({ mint }) => mint))
  for (const { name, launched, failed, calls } of history.orders) {
    const made = onChain.get(name) ?? []
    if (made.length > 1) history.found('coin-doubled', `${name} has the coins ${made.map(({ mint }) => mint).join(', ')}`, calls)
    if (launched && made[0]?.mint !== launched.mint) history.found('coin-lost', `${name} was acknowledged and is not on chain`, calls)
    if (launched && !inBooks.has(launched.mint as string))
      history.found('coin-lost', `${name} was acknowledged and is not in the books`, calls)
    if (launched && made[0]?.locked === false) history.found('launched-unlocked', `${name} was acknowledged and is not locked`, calls)
    if (failed !== null && made.length > 0) history.found('refused-and-launched', `${name} was refused and is on chain`, calls)
  }
}

/** Chain and books have the same coins, all of them of clients. */
function checkCoins({ history, chain, books }: Ending): void {
  const [onChain, inBooks] = [new Set(chain.coins.map(({ mint }) => mint)), new Set(books.coins.map(({ mint }) => mint))]
  const callsOf = (name: string) => history.orders.find((order) => order.name === name)?.calls
  for (const { mint, name } of chain.coins)
    if (!inBooks.has(mint)) history.found('coin-unbooked', `${name}, ${mint}, is on chain and not in the books`, callsOf(name))
  for (const { mint, name } of books.coins)
    if (!onChain.has(mint)) history.found('books-invent', `${name}, ${mint}, is in the books and not on chain`, callsOf(name))
  for (const id of books.unanswered) history.found('answer-unkept', `${id} has ended, and its idempotency key has no answer`)
  if (books.coins.length !== inBooks.size) history.found('coin-doubled', 'a coin is in the books twice')
}

const total = (payments: Payments): bigint => [...payments.values()].reduce((sum, lamports) => sum + lamports, 0n)

/** Chain and remits agree on every payment, and so do all sums that are kept of them and what was answered to cranks. */
function checkPayments({ history, chain, books }: Ending): void {
  if (chain.totalLamports !== 0n) history.found('chain-differs', `the chain has ${chain.totalLamports} lamports that nobody gave`)
  for (const [payment, lamports] of chain.payments) {
    const booked = books.remits.get(payment) ?? 0n
    if (booked < lamports) history.found('payment-unbooked', `${payment}: ${lamports} lamports on chain, ${booked} in remits`)
  }
  for (const [payment, lamports] of books.remits) {
    const paid = chain.payments.get(payment) ?? 0n
    if (paid < lamports) history.found('payment-doubled', `${payment}: ${lamports} lamports in remits, ${paid} on chain`)
  }
  if (books.remitRows !== books.remits.size) history.found('payment-doubled', `${books.remitRows} remits of ${books.remits.size} payments`)
  const paid = total(chain.payments)
  for (const [name, sum] of Object.entries(books.sums))
    if (sum !== paid)
      history.found(sum > paid ? 'payment-doubled' : 'payment-unbooked', `the sums ${name} are ${sum}, and ${paid} lamports were paid`)
  const bySignature = sumsBy(chain.payments, 0)
  for (const { signature, distributedLamports } of history.cranks) {
    const landed = bySignature.get(signature) ?? 0n
    if (landed !== BigInt(distributedLamports))
      history.found('crank-differs', `a crank was said to pay ${distributedLamports} by ${signature}, and ${landed} lamports were paid`)
  }
}

/** The sums of payments by signature (0), coin (1) or wallet (2). */
function sumsBy(payments: Payments, part: 0 | 1 | 2): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const [payment, lamports] of payments) {
    const key = payment.split(' ')[part]!
    sums.set(key, (sums.get(key) ?? 0n) + lamports)
  }
  return sums
}

const LAMPORTS = 'SOL'

/** The pages of wallets and of the ledger, and the sums of coins. */
function checkPages({ history, chain, books, pages }: Ending): void {
  for (const [wallet, lamports] of sumsBy(chain.payments, 2)) {
    const page = pages.get(pageOf(wallet))
    // It was paid after the pages were read, since something does not end.
    if (!page) continue
    const { paid } = page
    const { amount } = (paid as { currency: string; amount: string }[]).find(({ currency }) => currency === LAMPORTS)!
    if (BigInt(amount) !== lamports)
      history.found('page-differs', `the page of ${wallet} says ${amount}, and it was paid ${lamports} lamports`)
  }
  const byCoin = sumsBy(chain.payments, 1)
  for (const { mint, paid } of books.coins)
    if (BigInt(paid) !== (byCoin.get(mint) ?? 0n))
      history.found('page-differs', `${mint} is said to have paid ${paid} of ${byCoin.get(mint) ?? 0n} lamports`)
  const { wallets } = pages.get(LEDGER) as { wallets: Record<string, any>[] }
  for (const { wallet, in: came, out: went } of wallets) {
    const [booked, held] = [BigInt(came.amount) - BigInt(went.amount), chain.lamportsOf(wallet as string)]
    if (booked !== held) history.found('ledger-differs', `the ledger of ${wallet} comes to ${booked}, and it holds ${held} lamports`)
  }
}

/** Each message was signed by the secret of whom it came to. */
export function checkSignatures({ history, listeners }: Pick<Ending, 'history' | 'listeners'>): void {
  for (const { receiver, id } of listeners.all)
    if (receiver.forged.length > 0)
      history.found('message-forged', `${receiver.forged.length} messages to ${id} were not signed by its secret`)
}

/** Each coin and each distribution has its events once, and each of them reached everybody it belongs to, signed. */
function checkEvents({ history, chain, books, listeners }: Ending): void {
  const counts = new Map<string, number>()
  for (const { type, mint, data } of books.events) {
    const about = type === 'remit.cranked' ? `${type} ${data.signature}` : `${type} ${mint}`
    counts.set(about, (counts.get(about) ?? 0) + 1)
  }
  const due = chain.coins.flatMap(({ mint }) => [`launch.created ${mint}`, `feeShare.locked ${mint}`])
  const distributions = [...sumsBy(chain.payments, 0).keys()].map((signature) => `remit.cranked ${signature}`)
  for (const about of [...due, ...distributions]) {
    const count = counts.get(about) ?? 0
    if (count === 0) history.found('event-missing', `nobody was told of ${about}`)
    if (count > 1) history.found('event-doubled', `${about} was told ${count} times`)
  }
  checkSignatures({ history, listeners })
  for (const { receiver, id, keyId, deleted } of listeners.all) {
    if (deleted) continue
    for (const event of books.events)
      if (isOwed(event, keyId) && !receiver.taken.has(event.id))
        history.found('event-undelivered', `${event.type} ${event.id} of ${event.mint} never came to ${id}`)
  }
}

const HEARD: ReadonlySet<string> = new Set(EVENTS_HEARD)

/** True where a receiver of this key, or of the operator where it is null, has to hear of the event. */
const isOwed = ({ type, key_id: owner }: Books['events'][number], keyId: string | null): boolean =>
  HEARD.has(type) && (keyId === null || owner === keyId)
