/** A kind of tests that check leaves to check:full. */
export interface HeavyKind {
  /** Folders and files of `test/`. */
  readonly tests: readonly string[]
  /** Files and folders that it is about: where one of them changed, the gate runs the whole kind. */
  readonly about: readonly string[]
}

/** By name; docs/develop.md says what each proves and needs. */
export const HEAVY_KINDS = {
  browser: { tests: ['test/browser'], about: ['static', 'src/http/pages', 'src/features/pages', 'src/adapters/coin-cards'] },
  campaign: { tests: ['test/campaign'], about: ['src/adapters/storage', 'src/features/operations'] },
  chain: {
    tests: ['test/chain', 'test/contract/pump.test.ts'],
    about: ['src/adapters/launchpads/pump', 'src/adapters/chains/solana', 'src/adapters/escrow'],
  },
  commands: {
    tests: ['test/commands', 'test/document/topics.test.ts', 'test/fuzz'],
    about: ['src/commands', 'src/config', 'src/features/topics', 'src/mcp'],
  },
  crash: { tests: ['test/crash'], about: ['src/features/operations', 'src/adapters/storage', 'src/adapters/launchpads/simulated'] },
  deploy: { tests: ['test/deploy'], about: ['deploy', 'src/domain/metrics.ts'] },
  evm: {
    tests: ['test/evm', 'test/contract/zora.test.ts', 'test/contract/clanker.test.ts'],
    about: ['src/adapters/launchpads/zora', 'src/adapters/launchpads/clanker', 'src/adapters/chains/evm', 'src/adapters/acp'],
  },
  flood: { tests: ['test/flood'], about: ['src/http/request', 'src/lib/json'] },
  house: { tests: ['test/house'], about: ['src', 'static'] },
  ops: { tests: ['test/ops'], about: ['src/adapters/storage', 'src/features/oauth', 'src/mcp'] },
  package: { tests: ['test/package'], about: ['clients/typescript', 'build.ts', 'scripts'] },
  payments: { tests: ['test/payments'], about: ['src/features/payments', 'src/adapters/payments'] },
} as const satisfies Readonly<Record<string, HeavyKind>>

/** One of them. */
export type HeavyKindName = keyof typeof HEAVY_KINDS

export const HEAVY_KIND_NAMES = Object.keys(HEAVY_KINDS) as readonly HeavyKindName[]

/** True for a path that is one of these, or in one of them. */
export const isIn = (path: string, places: readonly string[]): boolean =>
  places.some((place) => path === place || path.startsWith(`${place}/`))

/** The test files of these kinds, in the order of their names. */
export function heavyFiles(kinds: readonly HeavyKindName[] = HEAVY_KIND_NAMES): string[] {
  const places = kinds.flatMap((kind) => HEAVY_KINDS[kind].tests)
  return [...new Bun.Glob('test/*/**/*.test.ts').scanSync()].filter((path) => isIn(path, places)).toSorted()
}
