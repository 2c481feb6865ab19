import { parseArgs } from 'node:util'
import { buildCommit } from '../../config/build-commit.ts'
import { SERVICE_VERSION } from '../../domain/text/service-version.ts'
import { print } from '../print.ts'

/** Prints the version and the commit of the build; with `--json` as an object, with runtime and platform. */
export async function version(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean', default: false } } })
  const platform = `${process.platform}-${process.arch}`
  if (values.json) print(JSON.stringify({ version: SERVICE_VERSION, commit: buildCommit(), bun: Bun.version, platform }))
  else print(`agent-launch ${SERVICE_VERSION} (${buildCommit()})`)
  return 0
}
