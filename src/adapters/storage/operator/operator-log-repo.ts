import type { Selectable } from 'kysely'
import { unixMs } from '../../../domain/brands.ts'
import { type ChainedAct, pointAfter } from '../../../domain/operator/chained-act.ts'
import type { Act, Actor } from '../../../domain/operator/operator-act.ts'
import type { OperatorLogRepo } from '../../../ports/storage/operator-log.ts'
import type { Executor } from '../engine/executor.ts'
import { inTransaction } from '../engine/in-transaction.ts'
import { fromJson, toJson } from '../rows/json-column.ts'
import { newestFirst } from '../rows/keyset.ts'
import type { Database } from '../schema.ts'

/** The audit log over Kysely. */
export const createOperatorLogRepo = (db: Executor): OperatorLogRepo => ({
  insert: (act) =>
    inTransaction(db, async (tx) => {
      // Whoever has changed the row holds it until the commit, so that no two entries follow the same one.
      const { last_number, last_hash } = await tx
        .updateTable('act_chain')
        .set((eb) => ({ last_number: eb('last_number', '+', 1) }))
        .returning(['last_number', 'last_hash'])
        .executeTakeFirstOrThrow()
      const { number, hash } = pointAfter({ number: last_number - 1, hash: last_hash }, act)
      const { id, kind, by, subject, detail, atMs } = act
      const row = { id, number, hash, kind, way: by.way, address: by.address, name: by.name ?? null, subject, at_ms: atMs }
      await tx
        .insertInto('operator_act')
        .values({ ...row, detail_json: toJson(detail) })
        .execute()
      await tx.updateTable('act_chain').set({ last_hash: hash }).execute()
    }),

  list: (page) => newestFirst(db.selectFrom('operator_act').selectAll(), page, { time: 'at_ms', id: 'id' }, toAct),

  readChain: async (afterNumber, limit) =>
    (await db.selectFrom('operator_act').selectAll().where('number', '>', afterNumber).orderBy('number').limit(limit).execute()).map(toAct),

  chainEnds: async () => {
    const ends = await db.selectFrom('act_chain').selectAll().executeTakeFirstOrThrow()
    return {
      kept: { number: ends.kept_number, hash: ends.kept_hash },
      last: { number: ends.last_number, hash: ends.last_hash },
    }
  },

  prune: async ({ beforeMs, most }, limit) => {
    const oldest = await db.selectFrom('operator_act').select(['number', 'hash', 'at_ms']).orderBy('number').limit(limit).execute()
    const { last_number } = await db.selectFrom('act_chain').select('last_number').executeTakeFirstOrThrow()
    const firstKept = oldest.findIndex(({ number, at_ms }) => at_ms >= beforeMs && number > last_number - most)
    const gone = (firstKept === -1 ? oldest : oldest.slice(0, firstKept)).at(-1)
    if (!gone) return 0
    return inTransaction(db, async (tx) => {
      await tx
        .updateTable('act_chain')
        .set({ kept_number: gone.number, kept_hash: gone.hash })
        .where('kept_number', '<', gone.number)
        .execute()
      const { numDeletedRows } = await tx.deleteFrom('operator_act').where('number', '<=', gone.number).executeTakeFirst()
      return Number(numDeletedRows)
    })
  },
})

const toAct = ({
  id,
  number,
  hash,
  kind,
  way,
  address,
  name,
  subject,
  detail_json,
  at_ms,
}: Selectable<Database['operator_act']>): ChainedAct => ({
  // The two columns were written together: the kind names the schema of the detail.
  ...({ kind, subject, detail: fromJson(detail_json) } as Act),
  id,
  number,
  hash,
  by: { way: way as Actor['way'], address, ...(name === null ? {} : { name }) },
  atMs: unixMs(at_ms),
})
