import { expect, test } from 'bun:test'
import { Glob } from 'bun'

/*
 * An amount can be of any currency, and a block of any chain: their words are said where there is no other. What the contract,
 * the settings and the metrics name stays as it is named there.
 */
const WORDS = /[lL]amport|LAMPORT|\b([sS]ol|SOL)\b|[sS]lot|SLOT|[a-z]Sol(?![a-z])/

/** Solana itself and the simulated chain, whose folders are about nothing else. */
const WHOLE_FOLDERS = [
  /^src\/adapters\/(chains\/solana|launchpads\/(pump|simulated)|payments\/solana|escrow|prices)\//,
  /^src\/features\/simulated\//,
]

/** Files of what is kept, set or bought in SOL alone. */
const OF_SOLANA = [
  /^src\/adapters\/launchpads\/chain-settings\.ts$/,
  /^src\/commands\/(buyback|lookup-table)\.ts$/,
  /^src\/commands\/demo\/(print-what-next|walk-through)\.ts$/,
  /^src\/commands\/doctor\/(buyback-findings|chain-findings|doctor|job-findings)\.ts$/,
  /^src\/config\/checks\/cross-checks\.ts$/,
  /^src\/config\/parsers\/money\.ts$/,
  /^src\/config\/(pump-options|variables)\.ts$/,
  /^src\/domain\/brands\.ts$/,
  /^src\/domain\/keys\/key-bounds(-json)?\.ts$/,
  /^src\/domain\/operator\/alarms\/alarms\.ts$/,
  /^src\/domain\/policy\/check-policy\.ts$/,
  /^src\/domain\/plan\/launch-request\.ts$/,
  /^src\/domain\/money\/(amount-json|currency|sol)\.ts$/,
  /^src\/features\/launch\/launch-limits\.ts$/,
  /^src\/ports\/simulation\.ts$/,
]

/** Where answers, events, errors, warnings and metrics are written in the names that the contract has for them. */
const OF_THE_WIRE = [
  /^src\/domain\/errors\/(buyback-errors|coin-errors|job-errors|launch-errors)\.ts$/,
  /^src\/domain\/metrics\.ts$/,
  /^src\/domain\/receipt\/check-transactions\.ts$/,
  /^src\/domain\/results\/(buyback-result|crank-result|job-json|launch-result|lock-result)\.ts$/,
  /^src\/features\/buyback\/(buyback-view|settle-buyback)\.ts$/,
  /^src\/features\/coins\/(coin-view|coin-list-view|fees-view)\.ts$/,
  /^src\/features\/topics\/first-steps\.ts$/,
  /^src\/features\/dry-run\/dry-run-plan-view\.ts$/,
  /^src\/features\/(crank\/(crank-view|record-distribution|settle-crank)|status\/status-view|wire-fees\/settle-wire-fees)\.ts$/,
  /^src\/features\/jobs\/(coin-job-view|jobs-view|spend-on-payout)\.ts$/,
  /^src\/features\/kit\/kit-view\.ts$/,
  /^src\/features\/launch\/make-launch-result\.ts$/,
  /^src\/features\/wallets\/leader-view\.ts$/,
  /^src\/features\/plan\/(compare-dry-runs|plan-view)\.ts$/,
  /^src\/features\/proof\/proof-view\.ts$/,
  /^src\/mcp\/tool-rows\.ts$/,
  /^src\/features\/referrals\/referral-stats-view\.ts$/,
  /^src\/features\/remits\/remit-view\.ts$/,
  /^src\/features\/topics\/(base-topic|fees-topic|jobs-topic|launch-topic)\.ts$/,
  /^static\/approve\/plan-money\.ts$/,
  /^static\/board\/(coin-row|fee-section)\.ts$/,
  /^static\/coin\/(coin-details|timeline|trade-box)\.ts$/,
  /^static\/jobs\/jobs\.ts$/,
  /^static\/lib\/format\.ts$/,
]

/** A first buy, which a plan names so, values of the catalogue of errors, a setting, a coin’s ticker, and words that look alike. */
const NAMES =
  /initialBuy(Lamports|Sol)|solToLamports|money\/sol\.ts|\bsloth\b|solana sol eth|(balance|reserve|needed|free|missing)Sol\b|fixedSolUsdMicros|'Solana', ticker: 'SOL'/g

const found = (path: string, source: string): string[] =>
  [...WHOLE_FOLDERS, ...OF_SOLANA, ...OF_THE_WIRE].some((files) => files.test(path))
    ? []
    : source
        .replaceAll(NAMES, '')
        .split('\n')
        .filter((line) => WORDS.test(line))
        .map((line) => `${path}: ${line.trim()}`)

test('no name says lamports, SOL or slot where it can be wei, ETH or a block', async () => {
  const paths = [...new Glob('{src,static}/**/*.ts').scanSync()]
  const lines = await Promise.all(paths.map(async (path) => found(path, await Bun.file(path).text())))
  expect(lines.flat()).toEqual([])
  expect(paths.length).toBeGreaterThan(300)
})

test.each([
  ['src/domain/coin.ts', 'readonly paidLamports: AtomicUnits'],
  ['src/ports/launchpad/coin.ts', 'readonly createSlot?: number'],
  ['src/features/kit/read-kit.ts', "if (currency === 'SOL') return"],
  ['src/features/jobs/create-job.ts', 'const paidSol = 1'],
  ['src/adapters/launchpads/zora/launchpad.ts', 'const lamports = 1n'],
])('a planted word is seen: %s %s', (path, source) => {
  expect(found(path, source)).toHaveLength(1)
})

test('every exempted file has such a word, and every exempted folder', async () => {
  const paths = [...new Glob('{src,static}/**/*.ts').scanSync()]
  const withWord = await Promise.all(paths.map(async (path) => WORDS.test(await Bun.file(path).text())))
  const exempted = paths.map((path, at) => ({ path, has: withWord[at]! }))
  const perFile = [...OF_SOLANA, ...OF_THE_WIRE]
  expect(exempted.filter(({ path, has }) => !has && perFile.some((files) => files.test(path))).map(({ path }) => path)).toEqual([])
  for (const files of [...WHOLE_FOLDERS, ...perFile]) expect(exempted.some(({ path, has }) => has && files.test(path))).toBe(true)
})
