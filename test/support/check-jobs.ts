import { expect } from 'bun:test'
import { DEVNET_CHAIN_ID } from '../../src/adapters/escrow/escrow-rails.ts'
import type { JobId } from '../../src/domain/brands.ts'
import { type CoinJob, isEnded } from '../../src/domain/kit/coin-job.ts'
import type { JobsScene } from './jobs-scene.ts'

/** What may follow what: written here a second time, so that the service's own table cannot excuse itself. */
const LEGAL = new Set(
  `null>open open>claimed open>cancelled open>expired claimed>submitted claimed>cancelled claimed>expired submitted>verified
   submitted>rejected submitted>claimed claimed>open verified>paying paying>paid paying>claimed paying>verified rejected>refunded expired>refunded cancelled>refunded`.split(
    /\s+/,
  ),
)

/** What each part of a job that is paid was to be paid. */
export function paidShares({ amountAtomic, parts, part, state }: CoinJob): readonly bigint[] {
  const [whole, rest] = [amountAtomic / BigInt(parts), amountAtomic % BigInt(parts)]
  const shares = Array.from({ length: parts }, (_, index) => whole + (BigInt(index) < rest ? 1n : 0n))
  return shares.slice(0, state === 'paid' ? parts : part - 1)
}

/**
 * One job: every transition legal and in order, the money of each part in the ledger where its state says, and each paid by one transaction
 * at most.
 */
export async function checkJob({ app }: JobsScene, landed: () => ReadonlyMap<string, bigint>, id: JobId): Promise<CoinJob> {
  const { jobs } = app.deps.storage
  const [job, steps, transfers, payouts] = await Promise.all([jobs.find(id), jobs.steps(id), jobs.transfers(id), jobs.payouts(id)])
  for (const { from, to } of steps) if (!LEGAL.has(`${from}>${to}`)) throw new Error(`${id} went from ${from} to ${to}`)
  steps.slice(1).forEach(({ from }, index) => expect(from).toBe(steps[index]!.to))
  expect(steps.at(-1)!.to).toBe(job!.state)
  const shares = paidShares(job!)
  const unpaid = job!.amountAtomic - shares.reduce((sum, share) => sum + share, 0n)
  expect(transfers.map(({ kind, amountAtomic }) => `${kind} ${amountAtomic}`)).toEqual([
    `reserve ${job!.amountAtomic}`,
    ...shares.map((share) => `pay ${share}`),
    ...(job!.state === 'refunded' ? [`refund ${unpaid}`] : []),
  ])
  if (job!.chainId === DEVNET_CHAIN_ID) {
    expect(payouts.filter(({ state }) => state === 'landed').map(({ part }) => part)).toEqual(shares.map((_, index) => index + 1))
    expect(shares.map((_, index) => landed().get(payouts[index]!.transactions[0]!.signature))).toEqual([...shares])
  }
  if (isEnded(job!.state)) expect(payouts).toHaveLength(shares.length)
  return job!
}

/** All jobs together, from the ledger's entries: what went in is what came out or is held, and the budget row says the same. */
export async function checkSums({ app, mint }: JobsScene, ids: readonly JobId[]) {
  const { jobs } = app.deps.storage
  const balances = new Map<string, bigint>()
  const sums = { reserve: 0n, pay: 0n, refund: 0n }
  const add = (account: string, amount: bigint) => balances.set(account, (balances.get(account) ?? 0n) + amount)
  for (const id of ids) {
    for (const { kind, from, to, amountAtomic: lamports } of await jobs.transfers(id)) {
      add(from, -lamports)
      add(to, lamports)
      sums[kind] += lamports
    }
  }
  const held = [...balances].filter(([account]) => account.startsWith('escrow:')).reduce((sum, [, amount]) => sum + amount, 0n)
  expect([...balances.values()].reduce((sum, amount) => sum + amount, 0n)).toBe(0n)
  for (const [account, amount] of balances) if (!account.startsWith('budget:')) expect(amount >= 0n).toBe(true)
  expect(sums.reserve).toBe(sums.pay + sums.refund + held)
  const budget = await jobs.budget(mint)
  expect([budget.reservedAtomic as bigint, budget.spentAtomic as bigint]).toEqual([held, sums.pay])
  return { held, reserved: sums.reserve, paid: sums.pay, refunded: sums.refund }
}
