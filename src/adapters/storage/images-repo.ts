import type { ImageType } from '../../domain/image.ts'
import type { ImageRepo } from '../../ports/storage.ts'
import type { Executor } from './storage.ts'

/** Pictures over Kysely, by their hash. */
export const createImageRepo = (db: Executor): ImageRepo => ({
  insert: async ({ sha256, contentType, bytes }) => {
    await db
      .insertInto('image')
      .values({ sha256, content_type: contentType, bytes })
      .onConflict((conflict) => conflict.column('sha256').doNothing())
      .execute()
  },
  find: async (sha256) => {
    const row = await db.selectFrom('image').selectAll().where('sha256', '=', sha256).executeTakeFirst()
    return row ? { sha256: row.sha256, contentType: row.content_type as ImageType, bytes: row.bytes } : null
  },
})
