import type { SqlDialect } from '../../engine/sql-dialect.ts'

/**
 * Pictures get an owner, a size, and a time from which they may be removed; rows that use a picture name it in a column. `used` is 1
 * while a launch that did not fail, or its coin, has the picture, which then counts in no quota.
 */
export const pictures = (dialect: SqlDialect): readonly string[] => [
  `ALTER TABLE image ADD COLUMN owner text NOT NULL DEFAULT ''`,
  `ALTER TABLE image ADD COLUMN stranger bigint NOT NULL DEFAULT 0`,
  `ALTER TABLE image ADD COLUMN size_bytes bigint NOT NULL DEFAULT 0`,
  `ALTER TABLE image ADD COLUMN stored_at_ms bigint NOT NULL DEFAULT 0`,
  `ALTER TABLE image ADD COLUMN used bigint NOT NULL DEFAULT 0`,
  `UPDATE image SET size_bytes = length(bytes)`,
  ...NAMES.flatMap(({ table, column, path }) => [
    `ALTER TABLE ${table} ADD COLUMN image_sha256 text`,
    `UPDATE ${table} SET image_sha256 = ${member(dialect, column, path)} WHERE ${column} IS NOT NULL`,
    `CREATE INDEX ${table}_image ON ${table} (image_sha256) WHERE image_sha256 IS NOT NULL`,
  ]),
  `CREATE INDEX coin_image ON coin (image_sha256) WHERE image_sha256 IS NOT NULL`,
  `UPDATE image SET used = 1 WHERE EXISTS (SELECT 1 FROM coin WHERE coin.image_sha256 = image.sha256)
    OR EXISTS (SELECT 1 FROM operation WHERE operation.image_sha256 = image.sha256 AND operation.state <> 'failed')`,
  `CREATE INDEX image_unused ON image (stranger, size_bytes) WHERE used = 0`,
  `CREATE INDEX image_of_owner ON image (owner, size_bytes, stored_at_ms) WHERE used = 0`,
  `CREATE INDEX image_stored ON image (stored_at_ms) WHERE used = 0`,
  // Offers count in the hourly limit of their key where their metadata is uploaded.
  `ALTER TABLE launch_offer ADD COLUMN key_id text NOT NULL DEFAULT ''`,
  `CREATE INDEX launch_offer_of_key ON launch_offer (key_id, expires_at_ms)`,
]

const NAMES = [
  { table: 'dry_run', column: 'plan_json', path: ['image', 'sha256'] },
  { table: 'operation', column: 'plan_json', path: ['image', 'sha256'] },
  { table: 'launch_offer', column: 'offer_json', path: ['operation', 'plan', 'image', 'sha256'] },
]

const member = (dialect: SqlDialect, column: string, path: readonly string[]): string =>
  dialect === 'sqlite' ? `json_extract(${column}, '$.${path.join('.')}')` : `${column}::json #>> '{${path.join(',')}}'`
