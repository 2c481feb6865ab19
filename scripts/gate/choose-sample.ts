import { HEAVY_KINDS, type HeavyKindName, isIn } from './heavy-kinds.ts'

/** One of so many files of each kind is in a sample. */
const ONE_OF = 5

/**
 * The heavy tests of one gate, in the order of their names: of each kind one file in five, at least one, as the seed has it; every
 * file of a kind one of whose subjects changed; and every test file that changed itself. Seeds that are unlike each other, such as the
 * hashes of commits, walk through all files.
 */
export function chooseSample({
  files,
  changed,
  seed,
}: {
  readonly files: readonly string[]
  /** Paths that changed since the last gate. */
  readonly changed: readonly string[]
  readonly seed: string
}): string[] {
  const chosen = Object.values(HEAVY_KINDS).flatMap(({ tests, about }) => {
    const own = files.filter((path) => isIn(path, tests))
    if (changed.some((path) => isIn(path, about))) return own
    return own.toSorted((a, b) => Number(rank(seed, a) - rank(seed, b))).slice(0, Math.ceil(own.length / ONE_OF))
  })
  return [...new Set([...chosen, ...files.filter((path) => changed.includes(path))])].toSorted()
}

/** The kinds that are whole in the sample for what changed. */
export const changedKinds = (changed: readonly string[]): HeavyKindName[] =>
  (Object.keys(HEAVY_KINDS) as HeavyKindName[]).filter((kind) => changed.some((path) => isIn(path, HEAVY_KINDS[kind].about)))

const rank = (seed: string, path: string): bigint => Bun.hash.wyhash(`${seed} ${path}`) as bigint
