import { sql } from 'kysely'
import { unixMs } from '../../../domain/brands.ts'
import type { Act, Actor, OperatorAct } from '../../../domain/operator/operator-act.ts'
import type { OperatorLogRepo } from '../../../ports/storage/operator-log.ts'
import type { Executor } from '../engine/executor.ts'
import { fromJson, toJson } from '../rows/json-column.ts'
import { newestFirst } from '../rows/keyset.ts'

/** The operator's log over Kysely. */
export const createOperatorLogRepo = (db: Executor): OperatorLogRepo => ({
  insert: async ({ id, kind, by, subject, detail, atMs }) => {
    const row = { id, kind, way: by.way, address: by.address, subject, detail_json: toJson(detail), at_ms: atMs }
    await db.insertInto('operator_act').values(row).execute()
  },

  list: async (page) =>
    newestFirst(
      db.selectFrom('operator_act').selectAll(),
      page,
      { time: 'at_ms', id: 'id' },
      ({ id, kind, way, address, subject, detail_json, at_ms }): OperatorAct => ({
        // The two columns were written together: the kind names the schema of the detail.
        ...({ kind, subject, detail: fromJson(detail_json) } as Act),
        id,
        by: { way: way as Actor['way'], address },
        atMs: unixMs(at_ms),
      }),
    ),

  prune: async ({ beforeMs, most }, limit) => {
    const newest = db.selectFrom('operator_act').select(['at_ms', 'id']).orderBy('at_ms', 'desc').orderBy('id', 'desc')
    const beyond = (await newest.offset(most).limit(1).executeTakeFirst()) ?? { at_ms: 0, id: '' }
    const some = db
      .selectFrom('operator_act')
      .select('id')
      .where((eb) => eb.or([eb('at_ms', '<', beforeMs), sql<boolean>`(at_ms, id) <= (${beyond.at_ms}, ${beyond.id})`]))
      .limit(limit)
    const { numDeletedRows } = await db.deleteFrom('operator_act').where('id', 'in', some).executeTakeFirst()
    return Number(numDeletedRows)
  },
})
