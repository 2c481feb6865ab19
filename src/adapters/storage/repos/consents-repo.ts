import type { Selectable } from 'kysely'
import { unixMs, type Wallet } from '../../../domain/brands.ts'
import type { SignedConsent, ConsentChoice } from '../../../domain/consent/signed-consent.ts'
import { addressKey } from '../../../domain/crew/payee.ts'
import type { ConsentRepo } from '../../../ports/storage/consents.ts'
import { builtOnce } from '../engine/built-once.ts'
import type { Executor } from '../engine/executor.ts'
import { toDryRun } from '../rows/dry-run-row.ts'
import { fromJson, toJson } from '../rows/json-column.ts'
import type { Database } from '../schema.ts'
import { sql } from 'kysely'

/** Plans of one wallet. */
const PLANS_MAX = 20

/** The strictest first. */
const STRICTNESS: readonly ConsentChoice[] = ['never', 'only', 'all']

/** What wallets signed, over Kysely. */
export const createConsentRepo = (db: Executor): ConsentRepo => ({
  put: async ({ wallet, choice, agents, signedAtMs, proof }) => {
    const values = { choice, agents_json: toJson(agents), signed_at_ms: signedAtMs, proof_json: toJson(proof) }
    const row = await db
      .insertInto('consent')
      .values({ wallet, ...values })
      .onConflict((conflict) => conflict.column('wallet').doUpdateSet(values).where('consent.signed_at_ms', '<', signedAtMs))
      .returning('wallet')
      .executeTakeFirst()
    return row !== undefined
  },

  find: async (wallet) => toConsent(await db.selectFrom('consent').selectAll().where('wallet', '=', wallet).executeTakeFirst()),

  listOf: async (wallets) => {
    const keys = [...new Set(wallets.map(addressKey))]
    const [evm, own] = [keys.filter((key) => key.startsWith('0x')), keys.filter((key) => !key.startsWith('0x'))]
    const direct = own.length === 0 ? [] : await rowsOf(db, own)
    const paired =
      evm.length === 0
        ? []
        : await db
            .selectFrom('kol')
            .innerJoin('consent', 'consent.wallet', 'kol.wallet')
            .selectAll('consent')
            .select(sql<string>`lower(kol.evm_wallet)`.as('evm'))
            .where(sql<string>`lower(kol.evm_wallet)`, 'in', evm)
            .execute()
    const byRigour = paired.toSorted((a, b) => rigourOf(b) - rigourOf(a))
    return new Map([
      ...direct.map((row) => [row.wallet, toConsent(row)!] as const),
      ...byRigour.map((row) => [row.evm, toConsent(row)!] as const),
    ])
  },

  reaches: async (count) => {
    const query = db.selectFrom('consent').select('wallet').orderBy('wallet').limit(1)
    return (await query.offset(count - 1).executeTakeFirst()) !== undefined
  },

  listNaming: async (wallet, nowMs) => {
    const rows = await db
      .selectFrom('dry_run_named')
      .innerJoin('dry_run', 'dry_run.id', 'dry_run_named.dry_run_id')
      .selectAll('dry_run')
      .where('dry_run_named.wallet', '=', addressKey(wallet))
      .where('dry_run_named.expires_at_ms', '>', nowMs)
      .where('dry_run.consumed_at_ms', 'is', null)
      .where('dry_run.rejected_at_ms', 'is', null)
      .orderBy('dry_run_named.expires_at_ms', 'desc')
      .orderBy('dry_run_named.dry_run_id', 'desc')
      .limit(PLANS_MAX)
      .execute()
    return rows.map((row) => toDryRun(row)!)
  },
})

type ConsentRow = Selectable<Database['consent']>

/** Most wallets that are looked up one by one: SQLite builds a table of a list, which takes longer than these lookups. */
const LOOKUPS_MAX = 50

const rowsOf = async (db: Executor, wallets: readonly string[]): Promise<readonly ConsentRow[]> =>
  (await (wallets.length <= LOOKUPS_MAX ? lookUp : selectListed)(db, wallets)).rows

const lookUp = builtOnce(
  (_db, wallets: readonly string[]) =>
    sql<ConsentRow>`${sql.join(
      wallets.map((wallet) => sql`SELECT * FROM consent WHERE wallet = ${wallet}`),
      sql` UNION ALL `,
    )}`,
)

const selectListed = builtOnce((db, wallets: readonly string[]) => db.selectFrom('consent').selectAll().where('wallet', 'in', wallets))

const rigourOf = ({ choice }: { readonly choice: string }): number => STRICTNESS.indexOf(choice as ConsentChoice)

const toConsent = (row: ConsentRow | undefined): SignedConsent | null =>
  row
    ? {
        wallet: row.wallet as Wallet,
        choice: row.choice as ConsentChoice,
        agents: fromJson<string[]>(row.agents_json),
        signedAtMs: unixMs(row.signed_at_ms),
        proof: fromJson<SignedConsent['proof']>(row.proof_json),
      }
    : null
