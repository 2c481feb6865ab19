import type { CompiledQuery, QueryResult } from 'kysely'
import type { Executor } from './executor.ts'

/** What a statement is built with: each column or parameter of a call, lists and rows of them. */
type Values = readonly unknown[]

/** Something that compiles to a statement: a query of Kysely, or a text of `sql`. */
interface Buildable<Row> {
  compile(db: Executor): CompiledQuery<Row>
}

/** Most lengths of lists for which a statement is kept; it is built anew for others. */
const SHAPES_MAX = 100

/**
 * A statement that its first call builds, and later ones run with values of their own: to build one takes longer than to run it. Lists
 * are built once for each length. `build` must look at no value: it is given places that become parameters.
 */
export function builtOnce<Given extends Values, Row>(build: (db: Executor, ...values: Given) => Buildable<Row>) {
  // By the database's adapter, which its transactions share: two databases may write SQL in different ways.
  const built = new WeakMap<object, Map<string, CompiledQuery<Row>>>()
  return (db: Executor, ...values: Given): Promise<QueryResult<Row>> => {
    const parameters: unknown[] = []
    const shape = takeApart(values, parameters)
    const { adapter } = db.getExecutor()
    const shapes = built.get(adapter) ?? new Map<string, CompiledQuery<Row>>()
    const known = shapes.get(shape)
    const query = known ?? build(db, ...(placesOf(values, { next: 0 }) as Given)).compile(db)
    if (!known && shapes.size < SHAPES_MAX) built.set(adapter, shapes.set(shape, query))
    return db.executeQuery({
      ...query,
      parameters: query.parameters.map((each) => (each instanceof LaterValue ? parameters[each.at] : each)),
    })
  }
}

/** Stands for a value while a statement is built. */
class LaterValue {
  readonly at: number
  constructor(at: number) {
    this.at = at
  }
}

const isRow = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Adds the single values to `parameters`, in their order, and returns what is left of the value without them. */
function takeApart(value: unknown, parameters: unknown[]): string {
  if (Array.isArray(value)) return `[${value.map((each) => takeApart(each, parameters)).join()}]`
  if (isRow(value))
    return `{${Object.entries(value)
      .map(([name, each]) => `${name}${takeApart(each, parameters)}`)
      .join()}}`
  parameters.push(value)
  return ''
}

/** The value with a place for each that takeApart takes out of it. */
function placesOf(value: unknown, count: { next: number }): unknown {
  if (Array.isArray(value)) return value.map((each) => placesOf(each, count))
  if (isRow(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, placesOf(each, count)]))
  return new LaterValue(count.next++)
}
