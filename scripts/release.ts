import { $, CryptoHasher } from 'bun'
import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { buildExecutable, type Contents, contentsOf, type Target, TARGETS } from './build-executable.ts'
import { platformOfExecutable } from './platform-of-executable.ts'
import { SERVICE_VERSION } from '../src/domain/text/service-version.ts'

/**
 * `bun run release [--untagged]` makes dist/release/ of a commit: an executable for each platform, deploy/ and docs/, the bill
 * of materials, and SHA256SUMS.
 * The commit's tag is the version; `--untagged` tries it with any commit, and nothing of that is to be handed out.
 */
const { untagged } = parseArgs({ options: { untagged: { type: 'boolean', default: false } } }).values
const FOLDER = 'dist/release'
const HERE = `${process.platform}-${process.arch}`

/** What keeps this tree from being released; null when nothing does. */
async function refusal(): Promise<string | null> {
  if ((await $`git status --porcelain`.text()).trim() !== '') return 'something is not committed: what is released is a commit'
  const tags = (await $`git tag --points-at HEAD`.text()).trim().split('\n')
  if (!tags.includes(`v${SERVICE_VERSION}`))
    return `package.json says ${SERVICE_VERSION}, and this commit has no tag v${SERVICE_VERSION} (\`git tag v${SERVICE_VERSION}\`)`
  const [heading] = (await Bun.file('CHANGELOG.md').text()).match(/^## .*$/m) ?? []
  if (!/^\d{4}-\d\d-\d\d$/.test(heading?.replace(`## ${SERVICE_VERSION}, `, '') ?? ''))
    return `CHANGELOG.md does not begin with "## ${SERVICE_VERSION}, " and the day of the release`
  return null
}

/** The name of a finished executable. @throws Error when it is not what it should be */
async function made(contents: Contents, target: Target, commit: string): Promise<string> {
  const file = `${FOLDER}/agent-launch-${SERVICE_VERSION}-${target}${target.startsWith('windows') ? '.exe' : ''}`
  await buildExecutable(contents, { target, outfile: file })
  const bytes = Buffer.from(await Bun.file(file).arrayBuffer())
  const platform = platformOfExecutable(bytes)
  if (platform !== target) throw new Error(`${file} is an executable of ${platform ?? 'no known platform'}`)
  if (!bytes.includes(commit)) throw new Error(`${file} does not have the commit in it`)
  const ran = target === HERE ? ((await $`${file} version --json`.json()) as { readonly commit: string; readonly platform: string }) : null
  if (ran !== null && (ran.commit !== commit || ran.platform !== target)) throw new Error(`${file} says ${JSON.stringify(ran)}`)
  console.log(
    `${file}: ${Math.round(bytes.length / 1e6)} MB, header and commit are right${ran ? ', runs' : ', not run: of another platform'}`,
  )
  return file
}

const problem = untagged ? null : await refusal()
if (problem !== null) {
  console.error(`Nothing is released: ${problem}.`)
  process.exit(1)
}
await rm(FOLDER, { recursive: true, force: true })
const commit = (await $`git rev-parse HEAD`.text()).trim()
try {
  const contents = await contentsOf(commit)
  const files = [`${FOLDER}/agent-launch-${SERVICE_VERSION}.cdx.json`]
  await Bun.write(files[0]!, `${contents.bill}\n`)
  const deploy = `${FOLDER}/agent-launch-${SERVICE_VERSION}-deploy.tar`
  await $`git archive --format=tar -o ${deploy} HEAD deploy docs`
  files.push(deploy)
  for (const target of TARGETS) files.push(await made(contents, target, commit))
  const sums = await Promise.all(
    files.map(async (file) => `${new CryptoHasher('sha256').update(await Bun.file(file).arrayBuffer()).digest('hex')}  ${basename(file)}`),
  )
  await Bun.write(`${FOLDER}/SHA256SUMS`, `${sums.join('\n')}\n`)
} catch (error) {
  console.error(`Nothing is released: ${error instanceof Error ? error.message : String(error)}`)
  await rm(FOLDER, { recursive: true, force: true })
  process.exit(1)
}
