import type { History } from './history.ts'
import type { Books, JobRow } from './read-books.ts'

const ACCEPTED = ['verified', 'paying', 'paid']
const isEnded = ({ state }: JobRow) => state === 'paid' || state === 'refunded'

/** Each job is reserved once, and then paid once or refunded once, as was said; and the budgets of coins say the same. */
export function checkJobMoney({ history, books }: { readonly history: History; readonly books: Books }): void {
  const callsOf = new Map(history.jobs.map(({ id, calls }) => [id, calls]))
  const transfersOf = Map.groupBy(books.escrow, ({ job_id: id }) => id)
  for (const job of books.jobs) {
    const found = (kind: 'doubled' | 'lost' | 'wrong', text: string) => history.found(kind, `job ${job.id} ${text}`, callsOf.get(job.id))
    const transfers = transfersOf.get(job.id) ?? []
    const times = (kind: string) => transfers.filter((transfer) => transfer.kind === kind).length
    const [reserved, paid, refunded] = [times('reserve'), times('pay'), times('refund')]
    if (transfers.some(({ amount }) => BigInt(amount) !== BigInt(job.amount))) found('wrong', 'moved another sum than it reserved')
    if (reserved !== 1) found(reserved > 1 ? 'doubled' : 'lost', `was reserved ${reserved} times`)
    if (paid + refunded > 1) found('doubled', `was paid ${paid} times and refunded ${refunded} times`)
    if (paid !== Number(job.state === 'paid')) found(paid ? 'wrong' : 'lost', `is ${job.state}, and was paid ${paid} times`)
    const givenBack = job.state === 'refunded' || ['rejected', 'cancelled', 'expired'].includes(job.state)
    if (refunded !== Number(givenBack)) found(refunded ? 'wrong' : 'lost', `is ${job.state}, and was refunded ${refunded} times`)
    const events = books.events.filter(({ type, data }) => type === 'job.paid' && data.job.id === job.id).length
    if (events !== paid) found(events > paid ? 'doubled' : 'lost', `was paid ${paid} times, and that was told ${events} times`)
  }
  checkSaid(history, new Map(books.jobs.map((job) => [job.id, job])))
  checkBudgets(history, books)
}

/** What clients were told of their jobs stays true. */
function checkSaid(history: History, jobs: ReadonlyMap<string, JobRow>): void {
  for (const { id, mint, answered, calls } of history.jobs) {
    const state = jobs.get(id!)?.state
    if (state === undefined) history.found('lost', `job ${id} of ${mint} was acknowledged and is not in the books`, calls)
    const accepted = ACCEPTED.some((one) => answered.has(one))
    if (accepted && answered.has('refunded')) history.found('wrong', `job ${id} was said to be accepted and refunded`, calls)
    if (accepted && state !== 'paid') history.found('lost', `job ${id} was accepted and is ${state}`, calls)
    if (answered.has('refunded') && state !== 'refunded') history.found('lost', `job ${id} was refunded and is ${state}`, calls)
  }
}

/** What is reserved and spent of a coin is what its jobs reserved and were paid. */
function checkBudgets(history: History, { jobs, budgets }: Books): void {
  const jobsOf = Map.groupBy(jobs, ({ mint }) => mint)
  const sum = (among: readonly JobRow[]) => among.reduce((total, { amount }) => total + BigInt(amount), 0n)
  for (const { mint, reserved, spent } of budgets) {
    const ofCoin = jobsOf.get(mint) ?? []
    const [due, paid] = [sum(ofCoin.filter((job) => !isEnded(job))), sum(ofCoin.filter(({ state }) => state === 'paid'))]
    if (BigInt(reserved) !== due) history.found('lost', `${mint} has ${reserved} lamports reserved, and its jobs ${due}`)
    if (BigInt(spent) !== paid)
      history.found(BigInt(spent) > paid ? 'doubled' : 'lost', `${mint} spent ${spent} lamports, and its workers got ${paid}`)
  }
}
