import { type ExpressionBuilder, type Insertable, sql } from 'kysely'
import { unixMs } from '../../../domain/brands.ts'
import type { ImageType } from '../../../domain/plan/image.ts'
import { OWN_LIMITS } from '../../../domain/limits/own-limits.ts'
import type { ImageRepo } from '../../../ports/storage/images.ts'
import type { Database } from '../schema.ts'
import { builtOnce } from '../engine/built-once.ts'
import type { Executor } from '../engine/executor.ts'
import type { SqlDialect } from '../engine/sql-dialect.ts'
import { ownerIn, strangerIn } from '../rows/key-owner.ts'

const counted = sql<number>`CASE WHEN size_bytes < ${sql.lit(OWN_LIMITS.pictureBytesLeast)} THEN ${sql.lit(OWN_LIMITS.pictureBytesLeast)} ELSE size_bytes END`

const findUsed = builtOnce((db, sha256: string) =>
  db.selectFrom('image').select('sha256').where('sha256', '=', sha256).where('used', '=', sql.lit(1)),
)

const findUsedForShare = builtOnce((db, sha256: string) =>
  db.selectFrom('image').select('sha256').where('sha256', '=', sha256).where('used', '=', sql.lit(1)).forShare(),
)

type NewRow = Omit<Insertable<Database['image']>, 'owner' | 'stranger' | 'stored_at_ms'>

const upsert = builtOnce((db, row: NewRow, keyId: string, atMs: number) => {
  const kept = { owner: ownerIn(keyId), stranger: strangerIn(keyId), stored_at_ms: atMs }
  return (
    db
      .insertInto('image')
      .values({ ...row, ...kept })
      // The row is updated even when the picture exists: a concurrent removal waits for it, and then finds it recent.
      .onConflict((conflict) => conflict.column('sha256').doUpdateSet(kept))
  )
})

const sumOfOwner = builtOnce(
  (_db, keyId: string, exceptSha256: string) => sql<{ bytes: number | bigint | string | null; oldest: number | bigint | null }>`
    SELECT sum(${counted}) AS bytes, min(stored_at_ms) AS oldest FROM image
    WHERE used = 0 AND sha256 <> ${exceptSha256} AND owner = ${ownerIn(keyId)}`,
)

interface Sum {
  readonly stranger: unknown
  readonly bytes: unknown
}

const sumOfAll = builtOnce(() => sql<Sum>`select "stranger", sum(${counted}) as bytes from "image" where used = 0 group by "stranger"`)

const bytesOfOne = builtOnce(
  (_db, sha256: string) => sql<Sum>`SELECT stranger, ${counted} AS bytes FROM image WHERE used = 0 AND sha256 = ${sha256}`,
)

/** Pictures over Kysely, by their hash. */
export const createImageRepo = (db: Executor, dialect: SqlDialect): ImageRepo => {
  return {
    insert: async ({ sha256, contentType, bytes }, { keyId, atMs }) => {
      // Locked for reading alone, so that those who have the same picture do not wait for each other: a release waits for them.
      const used = await (dialect === 'postgres' ? findUsedForShare : findUsed)(db, sha256)
      if (used.rows.length > 0) return
      await upsert(db, { sha256, content_type: contentType, bytes, size_bytes: bytes.length, used: 0 }, keyId, atMs)
    },

    use: async (sha256) => {
      await db.updateTable('image').set({ used: 1 }).where('sha256', '=', sha256).where('used', '=', sql.lit(0)).execute()
    },

    release: async (sha256) => {
      await db
        .updateTable('image')
        .set({ used: 0 })
        .where('sha256', '=', sha256)
        .where(({ not, or, exists, selectFrom }) => not(taken({ or, exists, selectFrom })))
        .execute()
    },

    find: async (sha256) => {
      const row = await db.selectFrom('image').select(['sha256', 'content_type', 'bytes']).where('sha256', '=', sha256).executeTakeFirst()
      return row ? { sha256: row.sha256, contentType: row.content_type as ImageType, bytes: row.bytes } : null
    },

    unusedOf: async (keyId, exceptSha256) => {
      const { rows } = await sumOfOwner(db, keyId, exceptSha256)
      const { bytes, oldest } = rows[0]!
      return { ownBytes: Number(bytes ?? 0), oldestAtMs: oldest === null ? null : unixMs(Number(oldest)) }
    },

    unusedOfAll: async (exceptSha256) => {
      const { rows: all } = await sumOfAll(db)
      // Taken off afterwards: with it in the condition the sum would read every row, and not the index alone.
      const { rows: except } = await bytesOfOne(db, exceptSha256)
      const sumOf = (rows: readonly Sum[], who: number) => Number(rows.find(({ stranger }) => Number(stranger) === who)?.bytes ?? 0)
      const bytesOf = (who: number) => sumOf(all, who) - sumOf(except, who)
      return { untrusted: bytesOf(1), all: bytesOf(0) + bytesOf(1) }
    },

    prune: async ({ storedBeforeMs, neededAfterMs, limit }) => {
      const unneeded = db
        .selectFrom('image')
        .select('image.sha256')
        .where((eb) => eb('image.used', '=', eb.lit(0)))
        .where('image.stored_at_ms', '<', storedBeforeMs)
        .where(({ not, or, exists, selectFrom }) =>
          not(
            or([
              exists(
                selectFrom('dry_run')
                  .select('dry_run.id')
                  .whereRef('dry_run.image_sha256', '=', 'image.sha256')
                  .where('dry_run.expires_at_ms', '>', neededAfterMs),
              ),
              exists(
                selectFrom('launch_offer')
                  .select('launch_offer.id')
                  .whereRef('launch_offer.image_sha256', '=', 'image.sha256')
                  .where('launch_offer.expires_at_ms', '>', neededAfterMs),
              ),
              taken({ or, exists, selectFrom }),
            ]),
          ),
        )
        .orderBy('image.stored_at_ms')
        .limit(limit)
      const { numDeletedRows } = await db
        .deleteFrom('image')
        .where('sha256', 'in', unneeded)
        // Repeated on the row itself: PostgreSQL re-evaluates it after a concurrent update.
        .where('used', '=', sql.lit(0))
        .where('stored_at_ms', '<', storedBeforeMs)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

type Builder = Pick<ExpressionBuilder<Database, 'image'>, 'or' | 'exists' | 'selectFrom'>

/** A condition for pictures of a coin, or of a launch that did not fail. */
const taken = ({ or, exists, selectFrom }: Builder) =>
  or([
    exists(selectFrom('coin').select('coin.mint').whereRef('coin.image_sha256', '=', 'image.sha256')),
    exists(
      selectFrom('operation')
        .select('operation.id')
        .whereRef('operation.image_sha256', '=', 'image.sha256')
        .where('operation.state', '<>', 'failed'),
    ),
  ])
