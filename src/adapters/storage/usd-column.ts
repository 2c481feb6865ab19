import type { ColumnType } from 'kysely'
import type { UsdMicros } from '../../domain/brands.ts'

/** Millionths of a dollar: a 64-bit integer, read as a number as far as one is exact, and as a bigint beyond. */
export type UsdColumn = ColumnType<number | bigint, UsdMicros, UsdMicros>
