import { type Insertable, type Selectable, sql } from 'kysely'
import { type AtomicUnits, atomicUnits, type Signature, type UnixMs, unixMs, type Wallet } from '../../../domain/brands.ts'
import type { ChainId } from '../../../domain/chain.ts'
import type { LedgerAccount, Posting, SentTransaction } from '../../../domain/ledger/posting.ts'
import { DAY_MS } from '../../../domain/limits.ts'
import type { Currency } from '../../../domain/money/currency.ts'
import type { LedgerCost, LedgerDay, LedgerFilter, LedgerRepo, LedgerState, LedgerWallet } from '../../../ports/storage/money/ledger.ts'
import type { Executor } from '../engine/executor.ts'
import type { SqlDialect } from '../engine/sql-dialect.ts'
import { readSum, sumOf } from '../rows/amount-sum.ts'
import { newestFirst } from '../rows/keyset.ts'
import type { Database } from '../schema.ts'

/** The ledger over Kysely. A unique index enforces that nothing is booked twice. */
export const createLedgerRepo = (db: Executor, dialect: SqlDialect): LedgerRepo => {
  const ofWallet = (chainId: ChainId, wallet: Wallet) =>
    db.selectFrom('ledger_wallet').selectAll().where('chain_id', '=', chainId).where('wallet', '=', wallet)
  return {
    async append(of, postings, readTo) {
      const added = postings.length === 0 ? [] : await insertNew(db, postings)
      const before = await ofWallet(of.chainId, of.wallet).executeTakeFirst()
      const sumOfAdded = (column: 'amount_in' | 'amount_out') =>
        String(added.reduce((sum, row) => sum + BigInt(row[column]), BigInt(before?.[column] ?? 0)))
      await keepWallet(db, of, {
        amount_in: sumOfAdded('amount_in'),
        amount_out: sumOfAdded('amount_out'),
        read_to: readTo ?? before?.read_to ?? null,
      })
      return added.length
    },
    compare: async (of, heldAtomic, atMs) => {
      const change = db.updateTable('ledger_wallet').set({ held: String(heldAtomic), compared_at_ms: atMs })
      await change.where('chain_id', '=', of.chainId).where('wallet', '=', of.wallet).execute()
    },
    findWallet: async (chainId, wallet) => {
      const row = await ofWallet(chainId, wallet).executeTakeFirst()
      return row ? toState(row) : null
    },
    listWallets: async () =>
      (await db.selectFrom('ledger_wallet').selectAll().orderBy('chain_id').orderBy('wallet').execute()).map(toState),
    list: (page, filter) => newestFirst(filtered(db, filter).selectAll(), page, { time: 'at_ms', id: 'id' }, toPosting),
    listDays: async (filter) => {
      const day = sql<number>`at_ms - at_ms % ${sql.lit(DAY_MS)}`
      const rows = await filtered(db, filter)
        .select(['chain_id', 'wallet', 'account', 'currency', day.as('day_ms')])
        .select([sumOf(dialect, 'amount_in').as('came'), sumOf(dialect, 'amount_out').as('went')])
        .groupBy(['chain_id', 'wallet', 'account', 'currency', day])
        .execute()
      const days = rows.map((row) => ({
        ...walletOf(row),
        dayMs: unixMs(Number(row.day_ms)),
        account: row.account as LedgerAccount,
        inAtomic: readSum(row.came),
        outAtomic: readSum(row.went),
      }))
      const rest = ({ chainId, wallet, account }: LedgerDay) => `${chainId} ${wallet} ${account}`
      return days.toSorted((one, other) => other.dayMs - one.dayMs || (rest(one) < rest(other) ? -1 : 1))
    },
    listCosts: async (references) => {
      if (references.length === 0) return new Map()
      const rows = await db.selectFrom('ledger').selectAll().where('reference', 'in', references).execute()
      const found = Map.groupBy(rows.map(toPosting), ({ sent }) => sent!.reference)
      return new Map([...found].map(([reference, postings]) => [reference, costOf(postings)]))
    },
    sumCost: async (kind, currency) => {
      const query = db.selectFrom('ledger').where('sent_kind', '=', kind).where('currency', '=', currency)
      const { came, went } = await query
        .select([sumOf(dialect, 'amount_in').as('came'), sumOf(dialect, 'amount_out').as('went')])
        .executeTakeFirstOrThrow()
      return atLeastNothing(readSum(went) - readSum(came))
    },
    findSent: async (signatures) => {
      if (signatures.length === 0) return new Map()
      const rows = await db.selectFrom('sent_transaction').selectAll().where('signature', 'in', signatures).execute()
      return new Map(
        rows.map(({ signature, kind, reference }) => [signature as Signature, { kind: kind as SentTransaction['kind'], reference }]),
      )
    },
  }
}

const atLeastNothing = (value: bigint): AtomicUnits => atomicUnits(value < 0n ? 0n : value)

/** What these postings of one operation come to. */
function costOf(postings: readonly Posting[]): LedgerCost {
  const sum = postings.reduce((total, { side, amountAtomic }) => total + (side === 'out' ? amountAtomic : -amountAtomic), 0n)
  const { signature, height } = postings.reduce((newest, posting) => (posting.height > newest.height ? posting : newest))
  return { signature, height, costAtomic: atLeastNothing(sum) }
}

const insertNew = (db: Executor, postings: readonly Posting[]) =>
  db
    .insertInto('ledger')
    .values(
      postings.map((posting) => ({
        id: posting.id,
        chain_id: posting.chainId,
        wallet: posting.wallet,
        signature: posting.signature,
        account: posting.account,
        currency: posting.currency,
        amount_in: posting.side === 'in' ? String(posting.amountAtomic) : '0',
        amount_out: posting.side === 'out' ? String(posting.amountAtomic) : '0',
        height: posting.height,
        at_ms: posting.atMs,
        sent_kind: posting.sent?.kind ?? null,
        reference: posting.sent?.reference ?? null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['chain_id', 'wallet', 'signature', 'account']).doNothing())
    .returning(['amount_in', 'amount_out'])
    .execute()

async function keepWallet(
  db: Executor,
  { chainId, wallet, currency }: LedgerWallet,
  state: Pick<Insertable<Database['ledger_wallet']>, 'amount_in' | 'amount_out' | 'read_to'>,
): Promise<void> {
  await db
    .insertInto('ledger_wallet')
    .values({ chain_id: chainId, wallet, currency, held: null, compared_at_ms: null, ...state })
    .onConflict((conflict) => conflict.columns(['chain_id', 'wallet']).doUpdateSet(state))
    .execute()
}

const filtered = (db: Executor, { chainId, wallet, account, fromMs, untilMs }: LedgerFilter) =>
  db
    .selectFrom('ledger')
    .$if(chainId !== undefined, (query) => query.where('chain_id', '=', chainId!))
    .$if(wallet !== undefined, (query) => query.where('wallet', '=', wallet!))
    .$if(account !== undefined, (query) => query.where('account', '=', account!))
    .$if(fromMs !== undefined, (query) => query.where('at_ms', '>=', fromMs!))
    .$if(untilMs !== undefined, (query) => query.where('at_ms', '<', untilMs!))

const walletOf = (row: { chain_id: string; wallet: string; currency: string }): LedgerWallet => ({
  chainId: row.chain_id as ChainId,
  wallet: row.wallet as Wallet,
  currency: row.currency as Currency,
})

const toState = (row: Selectable<Database['ledger_wallet']>): LedgerState => ({
  ...walletOf(row),
  readTo: row.read_to as Signature | null,
  inAtomic: atomicUnits(row.amount_in),
  outAtomic: atomicUnits(row.amount_out),
  heldAtomic: row.held === null ? null : atomicUnits(row.held),
  comparedAtMs: row.compared_at_ms as UnixMs | null,
})

function toPosting(row: Selectable<Database['ledger']>): Posting {
  const [cameAtomic, wentAtomic] = [atomicUnits(row.amount_in), atomicUnits(row.amount_out)]
  return {
    ...walletOf(row),
    id: row.id,
    signature: row.signature as Signature,
    account: row.account as LedgerAccount,
    side: cameAtomic > 0n ? 'in' : 'out',
    amountAtomic: cameAtomic > 0n ? cameAtomic : wentAtomic,
    height: row.height,
    atMs: unixMs(row.at_ms),
    sent: row.sent_kind === null ? null : { kind: row.sent_kind as SentTransaction['kind'], reference: row.reference! },
  }
}
