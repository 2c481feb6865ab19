import { expect, test } from 'bun:test'
import { Glob } from 'bun'

/*
 * An amount can be of any currency, and a block of any chain: their words are said where there is no other. What the contract,
 * the settings and the metrics name stays as it is named there.
 */
const WORDS = /lamport|\bsol\b|slot/i

/** Solana itself, the simulated chain, and what is kept, set or bought in SOL alone. */
const OF_SOLANA = [
  /^src\/adapters\/(chains\/solana|launchpads\/(pump|simulated)|escrow|prices)\//,
  /^src\/adapters\/launchpads\/chain-settings\.ts$/,
  /^src\/adapters\/storage\/migrations\/before\//,
  /^src\/(features\/simulated\/|ports\/simulation\.ts|ports\/prices\.ts|config\/)/,
  /^src\/commands\/(demo\/|lookup-table\.ts|buyback\.ts|doctor\/(doctor|chain-findings|buyback-findings|job-findings)\.ts)/,
  /^src\/domain\/(brands|money\/(sol|currency|amount-json))\.ts$/,
]

/** Where answers, events, errors, warnings and metrics are written in the names that the contract has for them. */
const OF_THE_WIRE = [
  /^src\/features\/[\w-]+\/[\w-]+-view\.ts$/,
  /^src\/domain\/(results\/|error-catalogue\.ts|metrics\.ts)/,
  /^src\/features\/fee-share\/(record-distribution|settle-crank|settle-wire-fees)\.ts$/,
  /^src\/features\/(launch\/launch-result|buyback\/settle-buyback|board\/read-fee-series|jobs\/spend-on-payout|metrics\/metrics-reader)\.ts$/,
  /^src\/features\/(discovery\/first-steps|plan\/inspect-recipients|plan\/compare-dry-runs)\.ts$/,
  /^static\/(board\/(draw-columns|fee-chart)|coin\/coin-details|approve\/plan-details|lib\/format)\.ts$/,
]

/** A first buy, which a plan names so, and words that only look alike. */
const NAMES = /initialBuy(Lamports|Sol)|solToLamports|money\/sol\.ts|(read|fresh)-?SolPrice|read-sol-price|\bsloth\b|solana sol eth/g

const found = (path: string, source: string): string[] =>
  [...OF_SOLANA, ...OF_THE_WIRE].some((files) => files.test(path))
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
  ['src/adapters/launchpads/zora/launchpad.ts', 'const lamports = 1n'],
])('a planted word is seen: %s %s', (path, source) => {
  expect(found(path, source)).toHaveLength(1)
})

test.each([...OF_SOLANA, ...OF_THE_WIRE].map((files) => [String(files), files] as const))(
  '%s still has such a word',
  async (_name, files) => {
    const paths = [...new Glob('{src,static}/**/*.ts').scanSync()].filter((path) => files.test(path))
    const texts = await Promise.all(paths.map((path) => Bun.file(path).text()))
    expect(texts.some((text) => WORDS.test(text))).toBe(true)
  },
)
