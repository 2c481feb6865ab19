/** How long the random histories of the books are, and what decides them: `bun run books:prove` says it, the gate plays the short form. */
const sizeOf = (name: string, short: number): number => Number(process.env[name] ?? short)

/** The seed and the sizes; `long` while `bun run books:prove` plays them. */
export const BOOKS = {
  long: process.env.BOOKS_SEED !== undefined,
  seed: sizeOf('BOOKS_SEED', 20_260),
  jobs: sizeOf('BOOKS_JOBS', 300),
  jobsOnChain: sizeOf('BOOKS_JOBS', 25),
  buybacks: sizeOf('BOOKS_BUYBACKS', 6),
  cranks: sizeOf('BOOKS_CRANKS', 6),
  days: sizeOf('BOOKS_DAYS', 20),
  /** How many strategies are drawn by chance, and the hours of each on the real programs. */
  strategies: sizeOf('BOOKS_STRATEGIES', 40),
  realHours: Math.min(240, 8 + sizeOf('BOOKS_DAYS', 0)),
  settlements: sizeOf('BOOKS_SETTLEMENTS', 12),
} as const

/** Fewer than come to the thousand refunded jobs that a key may have. */
const JOBS_A_PART = 1_500

/** So many jobs in parts, each with its number and a seed of its own. */
export const jobParts = (jobs: number): (readonly [count: number, seed: number])[] =>
  Array.from({ length: Math.ceil(jobs / JOBS_A_PART) }, (_, part) => [Math.min(JOBS_A_PART, jobs - part * JOBS_A_PART), BOOKS.seed + part])

/** Says what a long history came to. */
export function sayBooks(of: string, figures: Readonly<Record<string, unknown>>): void {
  if (BOOKS.long)
    console.log(
      `books of ${of}, seed ${BOOKS.seed}: ${JSON.stringify(figures, (_, value) => (typeof value === 'bigint' ? String(value) : value))}`,
    )
}
