import { $ } from 'bun'
import { parseArgs } from 'node:util'
import { buildExecutable, contentsOf, TARGETS } from './scripts/build-executable.ts'

/** `bun build.ts [--target linux-arm64]` makes dist/agent-launch, one executable, of this machine or of another platform. */
const { target: named } = parseArgs({ options: { target: { type: 'string' } } }).values
const target = TARGETS.find((one) => one === named) ?? null
if (named !== undefined && target === null) {
  console.error(`There is no target ${named}. There are ${TARGETS.join(', ')}.`)
  process.exit(2)
}
const commit = (process.env.BUILD_COMMIT ?? (await $`git rev-parse HEAD`.nothrow().quiet().text())).trim() || 'unknown'
const contents = await contentsOf(commit)
const outfile = target?.startsWith('windows') ? 'dist/agent-launch.exe' : 'dist/agent-launch'
try {
  await buildExecutable(contents, { target, outfile })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
await Bun.write('dist/agent-launch.cdx.json', `${contents.bill}\n`)
console.log(`${outfile}: ${Math.round(Bun.file(outfile).size / 1e6)} MB, commit ${commit.slice(0, 12)}`)
