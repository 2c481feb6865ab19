/** How long the random histories of the books are, and what decides them: `bun run books:prove` says it, the gate plays the short form. */
const said = (name: string, short: number): number => Number(process.env[name] ?? short)

/** The seed and the sizes; `long` while `bun run books:prove` plays them. */
export const BOOKS = {
  long: process.env.BOOKS_SEED !== undefined,
  seed: said('BOOKS_SEED', 20_260),
  jobs: said('BOOKS_JOBS', 300),
  jobsOnChain: said('BOOKS_JOBS', 25),
  buybacks: said('BOOKS_BUYBACKS', 6),
  cranks: said('BOOKS_CRANKS', 6),
  settlements: said('BOOKS_SETTLEMENTS', 12),
} as const

/** Says what a long history came to. */
export function sayBooks(of: string, figures: Readonly<Record<string, unknown>>): void {
  if (BOOKS.long)
    console.log(
      `books of ${of}, seed ${BOOKS.seed}: ${JSON.stringify(figures, (_, value) => (typeof value === 'bigint' ? String(value) : value))}`,
    )
}
