import { Database, type Statement } from 'bun:sqlite'

/** What was executed: by the text of a statement, the same with the values of its first time. */
export type ExecutedStatements = Map<string, string>

/** Every statement that SQLite executes until `stop`, and how often it executed one. */
export function watchStatements(): { readonly executed: ExecutedStatements; times(): number; stop(): void } {
  const executed: ExecutedStatements = new Map()
  let times = 0
  const prepare = Database.prototype.query
  const watched = new WeakSet<Statement>()
  Database.prototype.query = function (this: Database, sql: string) {
    const statement = prepare.call(this, sql) as Statement
    if (watched.has(statement)) return statement
    watched.add(statement)
    for (const method of ['all', 'run'] as const) {
      const execute = statement[method] as (...values: unknown[]) => unknown
      statement[method] = ((...values: unknown[]) => {
        const result = execute.apply(statement, values)
        times += 1
        if (!executed.has(sql)) executed.set(sql, statement.toString())
        return result
      }) as never
    }
    return statement
  } as typeof prepare
  return {
    executed,
    times: () => times,
    stop: () => {
      Database.prototype.query = prepare
    },
  }
}
