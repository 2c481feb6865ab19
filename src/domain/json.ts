import { type SchemaOptions, type TProperties, type TSchema, type TUnsafe, Type } from '@sinclair/typebox'
import type { UnixMs } from './brands.ts'

/** A time as JSON carries it. */
export const iso = (timeMs: UnixMs): string => new Date(timeMs).toISOString()

/** `iso`, with null for null. */
export const isoOrNull = (timeMs: UnixMs | null): string | null => (timeMs === null ? null : iso(timeMs))

/** Schema of a time as `iso` writes it. */
export const DateTime = (options?: SchemaOptions) => Type.String({ ...options, format: 'date-time' })

/** Schema of an answer: `ok: true` and these members. */
export const Ok = <Properties extends TProperties>(properties: Properties) => Type.Object({ ok: Type.Literal(true), ...properties })

/** Schema of a value that may be null. */
export const Nullable = <Schema extends TSchema>(schema: Schema, options?: SchemaOptions) => Type.Union([schema, Type.Null()], options)

/** Schema of a text that is one of these. */
export const Enum = <const Value extends string>(values: readonly Value[], options?: SchemaOptions): TUnsafe<Value> =>
  Type.Unsafe<Value>(
    Type.Union(
      values.map((value) => Type.Literal(value)),
      options,
    ),
  )

/** The members of an object with one schema for each of these names. */
export const keyed = <Name extends string, Schema extends TSchema>(names: readonly Name[], schema: Schema): Record<Name, Schema> =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>

/** The names of an object's own members. */
export const namesOf = <Name extends string>(object: Readonly<Record<Name, unknown>>): readonly Name[] => Object.keys(object) as Name[]
