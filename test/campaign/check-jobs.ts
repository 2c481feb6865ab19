import type { FindingKind } from './finding-kinds.ts'
import type { History } from './history.ts'
import type { Books, JobRow } from './read-books.ts'

const isEnded = ({ state }: JobRow) => state === 'paid' || state === 'refunded'

/** How many parts of a job its state says are paid. */
const paidParts = ({ state, parts, part }: JobRow) => (state === 'paid' ? parts : part - 1)

/** What each part pays: the first ones a unit more where the parts are not equal. */
function sharesOf({ amount, parts }: JobRow): bigint[] {
  const [whole, rest] = [BigInt(amount) / BigInt(parts), BigInt(amount) % BigInt(parts)]
  return Array.from({ length: parts }, (_, index) => whole + (BigInt(index) < rest ? 1n : 0n))
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

/** What was paid of a job by its state, and what was not. */
function moneyOf(job: JobRow) {
  const [shares, count] = [sharesOf(job), paidParts(job)]
  return { paid: sum(shares.slice(0, count)), unpaid: sum(shares.slice(count)) }
}

/** Each job is reserved once, each part of it is paid once, or given back once with all that follow; and the budgets say the same. */
export function checkJobMoney({ history, books }: { readonly history: History; readonly books: Books }): void {
  const callsOf = new Map(history.jobs.map(({ id, calls }) => [id, calls]))
  const transfersOf = Map.groupBy(books.escrow, ({ job_id: id }) => id)
  const toldOf = Map.groupBy(
    books.events.filter(({ type }) => type === 'job.paid'),
    ({ data }) => data.job.id as string,
  )
  for (const job of books.jobs) {
    const found = (kind: FindingKind, text: string) => history.found(kind, `job ${job.id} ${text}`, callsOf.get(job.id))
    const transfers = transfersOf.get(job.id) ?? []
    checkTransfers(job, transfers, found)
    const [events, paid] = [toldOf.get(job.id)?.length ?? 0, transfers.filter(({ kind }) => kind === 'pay').length]
    if (events !== paid)
      found(events > paid ? 'event-doubled' : 'event-missing', `was paid ${paid} times, and there are ${events} events of that`)
  }
  checkSaid(history, new Map(books.jobs.map((job) => [job.id, job])))
  checkBudgets(history, books)
}

/** The transfers of one job are those that its state tells of. */
function checkTransfers(job: JobRow, transfers: Books['escrow'], found: (kind: FindingKind, text: string) => void): void {
  const amounts = (kind: string, part?: number) =>
    transfers
      .filter((transfer) => transfer.kind === kind && (part === undefined || transfer.part === part))
      .map(({ amount }) => BigInt(amount))
  const [reserved, refunded, count] = [amounts('reserve'), amounts('refund'), paidParts(job)]
  if (reserved.length !== 1) found(reserved.length > 1 ? 'job-doubled' : 'job-lost', `was reserved ${reserved.length} times`)
  sharesOf(job).forEach((share, index) => {
    const paid = amounts('pay', index + 1)
    const what = `is ${job.state} in part ${job.part} of ${job.parts}, and part ${index + 1} was paid ${paid.length} times`
    if (paid.length > 1) found('job-paid-twice', what)
    if (paid.length === 1 && index >= count) found('job-differs', what)
    if (paid.length === 0 && index < count) found('job-unpaid', what)
    if (paid.some((amount) => amount !== share)) found('job-differs', `part ${index + 1} was paid ${paid.join(', ')}, not ${share}`)
  })
  if (reserved.some((amount) => amount !== BigInt(job.amount))) found('job-differs', `reserved another sum than ${job.amount}`)
  if (sum(amounts('pay')) + sum(refunded) > BigInt(job.amount)) found('job-paid-twice', `paid and gave back more than ${job.amount}`)
  const givenBack = job.state === 'refunded' || ['rejected', 'cancelled', 'expired'].includes(job.state)
  if (refunded.length > 1) found('job-paid-twice', `was refunded ${refunded.length} times`)
  if (refunded.length === 1 && !givenBack) found('job-differs', `is ${job.state}, and was refunded`)
  if (givenBack && (refunded.length === 0 || job.state !== 'refunded')) found('job-not-refunded', `is ${job.state} and not refunded`)
  const { unpaid } = moneyOf(job)
  if (refunded.length === 1 && givenBack && refunded[0] !== unpaid) found('job-differs', `gave back ${refunded[0]}, not ${unpaid}`)
}

/** What clients were told of their jobs stays true. */
function checkSaid(history: History, jobs: ReadonlyMap<string, JobRow>): void {
  for (const { id, mint, accepted, refunded, calls } of history.jobs) {
    const job = jobs.get(id!)
    if (!job) {
      history.found('job-lost', `job ${id} of ${mint} was acknowledged and is not in the books`, calls)
      continue
    }
    if (paidParts(job) < accepted)
      history.found('job-unpaid', `${accepted} parts of job ${id} were accepted, and ${paidParts(job)} are paid`, calls)
    if (refunded && job.state !== 'refunded') history.found('job-not-refunded', `job ${id} was refunded and is ${job.state}`, calls)
  }
}

/** What is reserved and spent of a coin is what its jobs reserved and were paid. */
function checkBudgets(history: History, { jobs, budgets }: Books): void {
  const jobsOf = Map.groupBy(jobs, ({ mint }) => mint)
  for (const { mint, reserved, spent } of budgets) {
    const ofCoin = jobsOf.get(mint) ?? []
    const due = sum(ofCoin.filter((job) => !isEnded(job)).map((job) => moneyOf(job).unpaid))
    const paid = sum(ofCoin.map((job) => moneyOf(job).paid))
    if (BigInt(reserved) !== due) history.found('job-not-refunded', `${mint} has ${reserved} lamports reserved, and its jobs ${due}`)
    if (BigInt(spent) !== paid)
      history.found(BigInt(spent) > paid ? 'job-paid-twice' : 'job-unpaid', `${mint} spent ${spent} lamports, and its workers got ${paid}`)
  }
}
