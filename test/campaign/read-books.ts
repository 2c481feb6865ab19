import { Database } from 'bun:sqlite'
import { SQL } from 'bun'
import { join } from 'node:path'
import { PAYMENT_LEASE_MS } from '../../src/domain/payments/payment.ts'
import { eventually } from '../support/eventually.ts'

type Row = Record<string, any>

/** Longer than any campaign. */
const REVIEW_MS = 24 * 3_600_000
/** Whatever is done to the database meanwhile. */
const WRITTEN_WITHIN_MS = 60_000

/** What one place says was paid: lamports by transaction, coin and wallet. */
export type Payments = ReadonlyMap<string, bigint>

/** A payment of a call. */
export interface PaymentRow {
  readonly payer: string
  readonly state: string
  readonly open: boolean
  readonly transaction: string | null
}

/** A creative job. */
export interface JobRow {
  readonly id: string
  readonly mint: string
  readonly state: string
  readonly amount: string
  /** How many it has, and which is under way. */
  readonly parts: number
  readonly part: number
}

/** What the service has in its database. */
export interface Books {
  readonly coins: readonly { readonly mint: string; readonly name: string; readonly paid: string; readonly key_id: string }[]
  readonly remits: Payments
  /** Rows of remits: more than `remits` where one was stored twice. */
  readonly remitRows: number
  /** Sums that are kept beside the remits, each by its name. */
  readonly sums: Readonly<Record<string, bigint>>
  readonly events: readonly {
    readonly id: string
    readonly type: string
    readonly mint: string
    readonly key_id: string
    readonly data: Row
  }[]
  readonly payments: readonly PaymentRow[]
  readonly jobs: readonly JobRow[]
  /** Operations that have ended, and whose idempotency key has no answer. */
  readonly unanswered: readonly string[]
  readonly escrow: readonly { readonly job_id: string; readonly part: number; readonly kind: string; readonly amount: string }[]
  readonly budgets: readonly { readonly mint: string; readonly reserved: string; readonly spent: string }[]
}

/** What the chain has. */
export interface Chain {
  readonly coins: readonly { readonly mint: string; readonly name: string; readonly locked: boolean }[]
  readonly payments: Payments
  /** Transactions, those that failed too. */
  readonly landed: number
  /** Of all accounts together; 0 where no lamport was made or lost. */
  readonly totalLamports: bigint
  lamportsOf(wallet: string): bigint
}

/** Asks the service’s database, whichever it is. */
export interface BooksReader {
  read(): Promise<Books>
  /** Operations, payments and accepted jobs that have not ended. */
  unfinished(): Promise<Record<'operations' | 'payments' | 'jobs', number>>
  /** Has this part of a claimed job be handed in, as its worker would: the service reads public addresses alone, and here is none. */
  handIn(id: string, part: number): Promise<void>
  /** Messages that wait for an attempt, of these webhooks. */
  undelivered(ids: readonly string[]): Promise<number>
  /** As if time had passed: ends the leases of payments by processes that had died by `diedMs`, and the waits of messages. */
  endWaits(diedMs: number): Promise<void>
  close(): Promise<void>
}

/** Opens PostgreSQL at the URL, or the SQLite file in the folder. */
export function openBooks(at: { readonly url: string } | { readonly dataDir: string }): BooksReader {
  const sql = 'url' in at ? new SQL(at.url, { max: 1 }) : null
  const ask = async (text: string): Promise<Row[]> => {
    if (sql) return (await sql.unsafe(text)) as Row[]
    const db = new Database(join((at as { dataDir: string }).dataDir, 'service.db'), { readonly: true })
    try {
      return db.query<Row, []>(text).all()
    } finally {
      db.close()
    }
  }
  const tryToWrite = async (text: string): Promise<void> => {
    if (sql) return void (await sql.unsafe(text))
    const db = new Database(join((at as { dataDir: string }).dataDir, 'service.db'))
    try {
      db.run('PRAGMA busy_timeout = 5000')
      db.run(text)
    } finally {
      db.close()
    }
  }
  const write = async (text: string): Promise<void> => {
    const written = () =>
      tryToWrite(text).then(
        () => true,
        () => false,
      )
    await eventually(written, WRITTEN_WITHIN_MS, 200)
  }
  const sum = async (column: string, table: string, where = '1 = 1') =>
    (await ask(`SELECT ${column} AS amount FROM ${table} WHERE ${where}`)).reduce((total, { amount }) => total + BigInt(amount), 0n)
  const count = async (table: string, where: string) =>
    Number((await ask(`SELECT count(*) AS counted FROM ${table} WHERE ${where}`))[0]!.counted)
  return {
    async read() {
      const remits = await ask('SELECT signature, mint, wallet, amount FROM remit')
      const events = await ask(`SELECT id, type, mint, key_id, data_json FROM event WHERE mint IS NOT NULL`)
      return {
        coins: (await ask('SELECT mint, name, paid, key_id FROM coin')) as unknown as Books['coins'],
        remits: sumsOf(remits),
        remitRows: remits.length,
        sums: {
          'of coins': await sum('paid', 'coin'),
          'of wallets': await sum('amount', 'earning'),
          'of days': await sum('amount', 'earning_day'),
          'of hours': await sum('amount', 'fee_hour'),
          'of shares': await sum('amount', 'coin_share'),
          'of all': await sum('amount', 'totals_amount', "name = 'remitted'"),
        },
        events: events.map(({ data_json: data, ...event }) => ({ ...event, data: JSON.parse(data) })) as unknown as Books['events'],
        payments: (await ask('SELECT payer, state, open, transaction_hash FROM payment')).map((row) => ({
          payer: row.payer,
          state: row.state,
          open: Number(row.open) === 1,
          transaction: row.transaction_hash,
        })),
        jobs: (await ask('SELECT id, mint, state, amount, parts, part FROM coin_job')).map(
          ({ parts, part, ...job }) => ({ ...job, parts: Number(parts), part: Number(part) }) as JobRow,
        ),
        escrow: (await ask('SELECT job_id, part, kind, amount FROM escrow_transfer')).map(
          ({ part, ...transfer }) => ({ ...transfer, part: Number(part) }) as Books['escrow'][number],
        ),
        unanswered: (
          await ask(
            'SELECT operation.id FROM idempotency JOIN operation ON operation.id = operation_id WHERE finished = 0 AND unfinished = 0',
          )
        ).map(({ id }) => id as string),
        budgets: (await ask('SELECT mint, reserved, spent FROM coin_budget')) as unknown as Books['budgets'],
      }
    },
    unfinished: async () => ({
      operations: await count('operation', 'unfinished = 1'),
      payments: await count('payment', 'open = 1'),
      jobs: await count('coin_job', "state IN ('verified', 'paying')"),
    }),
    handIn: (id, part) =>
      write(`UPDATE coin_job SET state = 'submitted', steps = steps + 1, urls_json = '["https://work.example/page"]',
        deadline_ms = ${Date.now() + REVIEW_MS} WHERE id = '${id}' AND part = ${part} AND state = 'claimed'`),
    undelivered: (ids) => count('webhook_delivery', `pending = 1 AND endpoint_id IN (${ids.map((id) => `'${id}'`).join(', ')})`),
    async endWaits(diedMs) {
      await write('UPDATE webhook_delivery SET due_at_ms = 0 WHERE pending = 1')
      await write('UPDATE webhook_endpoint SET next_attempt_at_ms = 0')
      await write(`UPDATE payment SET lease_until_ms = lease_until_ms - ${PAYMENT_LEASE_MS}
        WHERE open = 1 AND lease IS NOT NULL AND lease_until_ms <= ${diedMs + PAYMENT_LEASE_MS}`)
    },
    close: async () => void (await sql?.end()),
  }
}

/** Reads the simulated chain in the folder. */
export function readSimulatedChain(dataDir: string): Chain {
  const db = new Database(join(dataDir, 'simulated.db'), { readonly: true, safeIntegers: true })
  const all = (text: string) => db.query<Row, []>(text).all()
  const balances = new Map(
    all('SELECT address, lamports FROM account').map(({ address, lamports }) => [address as string, lamports as bigint]),
  )
  const payments = all(
    `SELECT p.signature, e.mint, p.wallet, p.lamports AS amount FROM payment p JOIN executed e ON e.signature = p.signature
     WHERE e.error IS NULL AND p.lamports > 0`,
  )
  const [landed] = all('SELECT count(*) AS count FROM executed')
  const coins = all('SELECT mint, name, lock_slot IS NOT NULL AS locked FROM coin')
  db.close()
  return {
    coins: coins.map(({ mint, name, locked }) => ({ mint, name, locked: locked === 1n })),
    payments: sumsOf(payments),
    landed: Number(landed!.count),
    totalLamports: [...balances.values()].reduce((total, lamports) => total + lamports, 0n),
    lamportsOf: (wallet) => balances.get(wallet) ?? 0n,
  }
}

function sumsOf(rows: readonly Row[]): Payments {
  const sums = new Map<string, bigint>()
  for (const { signature, mint, wallet, amount } of rows) {
    const key = `${signature} ${mint} ${wallet}`
    sums.set(key, (sums.get(key) ?? 0n) + BigInt(amount))
  }
  return sums
}
