import { type Insertable, type Selectable, sql } from 'kysely'
import type { Wallet } from '../../../domain/brands.ts'
import type { HireRole } from '../../../domain/crew/crew.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Kol, KolImport, StoredKol } from '../../../domain/kols/kol.ts'
import type { KolRepo } from '../../../ports/storage/kols.ts'
import type { Page, PageRequest } from '../../../ports/storage/page.ts'
import { looksLikeEvmAddress } from '../../../lib/evm-address.ts'
import type { SqlDialect } from '../engine/sql-dialect.ts'
import { fromJson, toJson } from '../rows/json-column.ts'
import { fitOf, hasWords } from './kol-search.ts'
import { kolWords, wordsOf } from './kol-words.ts'
import type { Database } from '../schema.ts'
import { builtOnce } from '../engine/built-once.ts'
import type { Executor } from '../engine/executor.ts'

type KolRow = Selectable<Database['kol']>

/** Rows per statement, far below the parameter limit of either database. */
const CHUNK_ROWS = 200

// Literals, not parameters: only then do the databases use the partial index.
const IN = sql.lit(0)
const OUT = sql.lit(1)

const selectVersion = builtOnce((db) => db.selectFrom('directory_version').select('version'))

/** The directory over Kysely. Profiles that opted out appear in `all` only. */
export const createKolRepo = (db: Executor, dialect: SqlDialect): KolRepo => {
  const visible = () => db.selectFrom('kol').selectAll().where('opted_out', '=', IN)
  // Incremented after the change, so that whoever sees the new version sees the change.
  const moveVersion = () =>
    db
      .updateTable('directory_version')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .execute()

  return {
    upsert: async (kols) => {
      const before = await count(db)
      for (let from = 0; from < kols.length; from += CHUNK_ROWS) await upsertRows(db, kols.slice(from, from + CHUNK_ROWS).map(toRow))
      const added = (await count(db)) - before
      await moveVersion()
      return { added, updated: kols.length - added }
    },

    setOptedOut: async (handle, optedOut) => {
      const row = await db
        .updateTable('kol')
        .set({ opted_out: Number(optedOut) })
        .where('handle_key', '=', keyOf(handle))
        .returningAll()
        .executeTakeFirst()
      if (!row) return null
      await moveVersion()
      return toStoredKol(row)
    },

    listOfWallet: async (wallet) => {
      const held = db.selectFrom('kol').selectAll().where('wallet', '=', wallet)
      return (await held.orderBy('rank').orderBy('handle_key').execute()).map(toStoredKol)
    },

    version: async () => (await selectVersion(db)).rows[0]!.version,

    all: async () => {
      const rows = await db.selectFrom('kol').selectAll().orderBy('rank').orderBy('handle_key').execute()
      return rows.map(toStoredKol)
    },

    list: (page, query = '') => listPage(db, dialect, page, query.trim()),

    findByHandle: async (handle) => {
      const row = await visible().where('handle_key', '=', keyOf(handle)).executeTakeFirst()
      return row ? (await toKols(db, [row]))[0]! : null
    },

    findByWallet: async (wallet) => {
      const held = looksLikeEvmAddress(wallet)
        ? sql<boolean>`lower(evm_wallet) = ${wallet.toLowerCase()}`
        : sql<boolean>`wallet = ${wallet}`
      const row = await visible().where(held).orderBy('rank').orderBy('handle_key').limit(1).executeTakeFirst()
      return row ? (await toKols(db, [row]))[0]! : null
    },

    findByWallets: async (wallets) => {
      if (wallets.length === 0) return []
      const rows = await visible()
        .where('wallet', 'in', [...wallets])
        .orderBy('rank')
        .orderBy('handle_key')
        .execute()
      return [...new Set(wallets)].flatMap((wallet) => {
        const best = rows.find((row) => row.wallet === wallet)
        return best ? [{ handle: best.handle, wallet }] : []
      })
    },

    setReferralCode: async (handle, code) => {
      const [handleKey, codeKey] = [keyOf(handle), keyOf(code)]
      const { numUpdatedRows } = await db
        .updateTable('kol')
        .set({ referral_code: code, referral_code_key: codeKey })
        .where('handle_key', '=', handleKey)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('kol as owner')
                .select('owner.handle_key')
                .where('owner.referral_code_key', '=', codeKey)
                .where('owner.handle_key', '<>', handleKey),
            ),
          ),
        )
        .executeTakeFirst()
      if (numUpdatedRows === 1n) return 'set'
      const known = await db.selectFrom('kol').select('handle_key').where('handle_key', '=', handleKey).executeTakeFirst()
      return known ? 'taken' : 'unknown'
    },

    findReferral: async (code) => {
      const row = await visible().where('referral_code_key', '=', keyOf(code)).executeTakeFirst()
      return row ? { code: row.referral_code!, wallet: row.wallet as Wallet, handle: row.handle, evmWallet: row.evm_wallet } : null
    },

    findReferrer: async (wallet) => {
      const rows = await visible().where('wallet', '=', wallet).orderBy('rank').orderBy('handle_key').execute()
      const code = rows.find(({ referral_code }) => referral_code !== null)?.referral_code ?? null
      return rows[0] ? { handle: rows[0].handle, code } : null
    },
  }
}

const keyOf = (text: string): string => text.toLowerCase()

const count = async (db: Executor): Promise<number> =>
  (
    await db
      .selectFrom('kol')
      .select(sql<number>`count(*)`.as('rows'))
      .executeTakeFirstOrThrow()
  ).rows

async function upsertRows(db: Executor, rows: Insertable<Database['kol']>[]): Promise<void> {
  await db
    .insertInto('kol')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('handle_key').doUpdateSet((eb) => ({
        handle: eb.ref('excluded.handle'),
        rank: eb.ref('excluded.rank'),
        display_name: eb.ref('excluded.display_name'),
        aliases_json: eb.ref('excluded.aliases_json'),
        wallet: eb.ref('excluded.wallet'),
        evm_wallet: eb.ref('excluded.evm_wallet'),
        followers: eb.ref('excluded.followers'),
        narratives_json: eb.ref('excluded.narratives_json'),
        roles_json: eb.ref('excluded.roles_json'),
        correlated_json: eb.ref('excluded.correlated_json'),
        verified: eb.ref('excluded.verified'),
        // A file can opt somebody out; only `kols opt-in` opts anybody in.
        opted_out: sql<number>`CASE WHEN kol.opted_out = 1 THEN 1 ELSE excluded.opted_out END`,
        names: eb.ref('excluded.names'),
        words: eb.ref('excluded.words'),
      })),
    )
    .execute()
}

async function listPage(db: Executor, dialect: SqlDialect, { limit, cursor }: PageRequest, query: string): Promise<Page<Kol>> {
  const words = wordsOf(query)
  const after = readCursor(cursor)
  const fit = words.length > 0 ? fitOf(words) : sql<number>`0`

  let select = db.selectFrom('kol').selectAll().select(fit.as('fit')).where('opted_out', '=', IN)
  if (words.length > 0) select = select.where(hasWords(dialect, words)).orderBy('fit')
  // The search ignores combining marks; a handle of marks only would be findable by nothing.
  else if (query !== '') select = select.where('handle_key', '=', /^[_.-]{1,32}$/.test(query) ? query : '')
  if (after && words.length > 0) {
    select = select.where(sql<boolean>`(${fit}, rank, handle_key) > (${after.fit}, ${after.rank}, ${after.handleKey})`)
  } else if (after) {
    select = select.where(sql<boolean>`(rank, handle_key) > (${after.rank}, ${after.handleKey})`)
  }
  const rows = await select
    .orderBy('rank')
    .orderBy('handle_key')
    .limit(limit + 1)
    .execute()

  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { rows: await toKols(db, shown), nextCursor: last ? cursorOf(last) : null }
}

const cursorOf = (row: KolRow & { readonly fit: number }): string =>
  Buffer.from(`${row.fit}.${row.rank}.${row.handle_key}`).toString('base64url')

function readCursor(cursor: string | null): { fit: number; rank: number; handleKey: string } | null {
  if (cursor === null) return null
  const match = /^([012])\.(\d{1,15})\.([\w.-]{1,32})$/.exec(Buffer.from(cursor, 'base64url').toString())
  if (!match) throw new AppError('cursor_invalid', {}, { fields: [{ path: '/cursor', message: 'is not a cursor of this list' }] })
  return { fit: Number(match[1]), rank: Number(match[2]), handleKey: match[3]! }
}

/** The rows as the public sees them: profiles that opted out are not named, not even as correlated with others. */
async function toKols(db: Executor, rows: readonly KolRow[]): Promise<Kol[]> {
  const kols = rows.map(toStoredKol).map(({ optedOut: _optedOut, ...kol }) => kol)
  const named = [...new Set(kols.flatMap(({ correlated }) => correlated.map(keyOf)))]
  if (named.length === 0) return kols
  const out = await db.selectFrom('kol').select('handle_key').where('opted_out', '=', OUT).where('handle_key', 'in', named).execute()
  const hidden = new Set(out.map(({ handle_key }) => handle_key))
  return kols.map((kol) => ({ ...kol, correlated: kol.correlated.filter((handle) => !hidden.has(keyOf(handle))) }))
}

const toRow = (kol: KolImport): Insertable<Database['kol']> => ({
  handle: kol.handle,
  handle_key: keyOf(kol.handle),
  rank: kol.rank,
  display_name: kol.displayName,
  aliases_json: toJson(kol.aliases),
  wallet: kol.wallet,
  evm_wallet: kol.evmWallet,
  followers: kol.followers,
  narratives_json: toJson(kol.narratives),
  roles_json: toJson(kol.roles),
  correlated_json: toJson(kol.correlated),
  verified: Number(kol.verified),
  opted_out: Number(kol.optedOut),
  ...kolWords(kol),
})

const toStoredKol = (row: KolRow): StoredKol => ({
  id: `kol_${row.number}`,
  rank: row.rank,
  handle: row.handle,
  displayName: row.display_name,
  aliases: fromJson<string[]>(row.aliases_json),
  wallet: row.wallet as Wallet,
  evmWallet: row.evm_wallet,
  followers: row.followers,
  narratives: fromJson<string[]>(row.narratives_json),
  roles: fromJson<HireRole[]>(row.roles_json),
  correlated: fromJson<string[]>(row.correlated_json),
  verified: row.verified === 1,
  optedOut: row.opted_out === 1,
})
