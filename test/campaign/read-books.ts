import { Database } from 'bun:sqlite'
import { SQL } from 'bun'
import { join } from 'node:path'

type Row = Record<string, any>

/** What one place says was paid: lamports by transaction, coin and wallet. */
export type Payments = ReadonlyMap<string, bigint>

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
}

/** What the chain has. */
export interface Chain {
  readonly coins: readonly { readonly mint: string; readonly name: string; readonly locked: boolean }[]
  readonly payments: Payments
  /** Of all accounts together; 0 where no lamport was made or lost. */
  readonly totalLamports: bigint
  lamportsOf(wallet: string): bigint
}

/** Asks the service’s database, whichever it is. */
export interface BooksReader {
  read(): Promise<Books>
  /** Operations that have not ended. */
  unfinished(): Promise<number>
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
  const sum = async (column: string, table: string, where = '1 = 1') =>
    (await ask(`SELECT ${column} AS amount FROM ${table} WHERE ${where}`)).reduce((total, { amount }) => total + BigInt(amount), 0n)
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
      }
    },
    unfinished: async () => Number((await ask('SELECT count(*) AS unfinished FROM operation WHERE unfinished = 1'))[0]!.unfinished),
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
  const coins = all('SELECT mint, name, lock_slot IS NOT NULL AS locked FROM coin')
  db.close()
  return {
    coins: coins.map(({ mint, name, locked }) => ({ mint, name, locked: locked === 1n })),
    payments: sumsOf(payments),
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
