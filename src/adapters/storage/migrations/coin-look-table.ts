import { type QueryExecutorProvider, sql } from 'kysely'
import type { KeyId, Mint } from '../../../domain/brands.ts'
import { coinLooks } from '../rows/coin-looks.ts'

const ROWS_AT_ONCE = 500

/** What names and tickers look like, of the coins there are. */
export const coinLookTable = {
  async up(db: QueryExecutorProvider): Promise<void> {
    await sql`CREATE TABLE coin_look (
      part text NOT NULL, look text NOT NULL, mint text NOT NULL, key_id text NOT NULL, PRIMARY KEY (part, look, key_id, mint))`.execute(db)
    let after = ''
    for (;;) {
      const { rows } = await sql<{ mint: Mint; key_id: KeyId; name: string; ticker: string }>`
        SELECT mint, key_id, name, ticker FROM coin WHERE mint > ${after} ORDER BY mint LIMIT ${ROWS_AT_ONCE}`.execute(db)
      for (const { key_id: keyId, ...coin } of rows)
        for (const { part, look, mint, key_id } of coinLooks({ ...coin, keyId }))
          await sql`INSERT INTO coin_look VALUES (${part}, ${look}, ${mint}, ${key_id})`.execute(db)
      if (rows.length < ROWS_AT_ONCE) return
      after = rows.at(-1)!.mint
    }
  },
}
