/** Folders of `test/` that check leaves to check:full, each with the files and folders that it is about. */
export const HEAVY_KINDS: Readonly<Record<string, readonly string[]>> = {
  browser: ['static', 'src/http/pages', 'src/features/pages', 'src/adapters/coin-cards'],
  campaign: ['src/adapters/storage', 'src/features/operations'],
  chain: ['src/adapters/launchpads/pump', 'src/adapters/chains/solana', 'src/adapters/escrow'],
  crash: ['src/features/operations', 'src/adapters/storage', 'src/adapters/launchpads/simulated'],
  deploy: ['deploy', 'src/domain/metrics.ts'],
  evm: ['src/adapters/launchpads/zora', 'src/adapters/launchpads/clanker', 'src/adapters/chains/evm', 'src/adapters/acp'],
  flood: ['src/http', 'src/lib/json-scan.ts'],
  house: ['src', 'static'],
  ops: ['src/commands', 'src/config', 'src/adapters/storage', 'src/features/oauth', 'src/mcp'],
  package: ['clients/typescript', 'build.ts', 'scripts'],
  payments: ['src/features/payments', 'src/adapters/payments'],
}

/** Every test file of these folders, in the order of their names. */
export const testFilesOf = (kinds: readonly string[]): string[] =>
  [...new Bun.Glob('test/*/**/*.test.ts').scanSync()].filter((path) => kinds.includes(path.split('/')[1]!)).toSorted()
