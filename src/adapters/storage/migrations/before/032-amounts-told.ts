import { type QueryExecutorProvider, sql } from 'kysely'
import { atomicUnits } from '../../../../domain/brands.ts'
import { amountView } from '../../../../domain/money/amount-json.ts'
import type { Currency } from '../../../../domain/money/currency.ts'
import type { Migration } from '../migrations.ts'

/** Stored events and answers name their amounts as new ones do: by currency, and lamports for SOL only. */
export const amountsTold: Migration = {
  async up(db) {
    await eachRow(db, { table: 'event', column: 'data_json', kind: 'type', kinds: ['remit.cranked', 'launch.created', 'buyback.executed'] })
    await eachRow(db, { table: 'operation', column: 'result_json', kind: 'kind', kinds: ['crank', 'launch'] })
  },
}

/** A JSON column, and its rows that contain amounts. */
interface Told {
  readonly table: string
  readonly column: string
  readonly kind: string
  readonly kinds: readonly string[]
}

const AT_ONCE = 500

async function eachRow(db: QueryExecutorProvider, { table, column, kind, kinds }: Told): Promise<void> {
  const [of, told] = [sql.table(table), sql.ref(column)]
  for (let after: string | null = ''; after !== null;) {
    const rows: readonly { id: string; told: string }[] = (
      await sql<{ id: string; told: string }>`SELECT id, ${told} AS told FROM ${of} WHERE id > ${after} AND ${told} IS NOT NULL
        AND ${sql.ref(kind)} IN (${sql.join(kinds)}) ORDER BY id LIMIT ${AT_ONCE}`.execute(db)
    ).rows
    for (const row of rows) {
      const changed = JSON.stringify(withAmounts(JSON.parse(row.told) as Json))
      if (changed !== row.told) await sql`UPDATE ${of} SET ${told} = ${changed} WHERE id = ${row.id}`.execute(db)
    }
    after = rows.length < AT_ONCE ? null : rows.at(-1)!.id
  }
}

type Json = Record<string, unknown>

/** Old and new names. */
const NAMES = {
  distributedLamports: 'distributed',
  missingLamports: 'missing',
  preLockCreatorFeesLamports: 'preLockCreatorFees',
}

function withAmounts(data: Json): Json {
  const currency = (data.currency ?? (String(data.mint).startsWith('0x') ? 'ETH' : 'SOL')) as Currency
  const amount = (units: unknown) => (units === null ? null : amountView(atomicUnits(units as string), currency))
  const changed: Json = { ...data }
  for (const [old, name] of Object.entries(NAMES)) if (old in data) changed[name] = amount(data[old])
  if ('burnedTokens' in data) changed.spent = amount(data.lamports)
  if (data.remits)
    changed.remits = (data.remits as readonly Json[]).map((paid) => forCurrency({ ...paid, amount: amount(paid.lamports) }, currency))
  return forCurrency(changed, currency)
}

/** Without the members named for SOL, where the currency is another. */
function forCurrency(data: Json, currency: Currency): Json {
  if (currency === 'SOL') return data
  const ofSol = ['lamports', 'sol', 'distributedSol', ...Object.keys(NAMES)]
  return Object.fromEntries(Object.entries(data).filter(([name]) => !ofSol.includes(name)))
}
