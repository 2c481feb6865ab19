import { readConfig } from '../../config/read-config.ts'
import type { Environment } from '../../config/environment.ts'
import { AppError } from '../../domain/errors.ts'
import { type ProgramRecord, programState, whatChanged } from '../../domain/operator/deployed-program.ts'
import { BY_COMMAND } from '../../domain/operator/operator-act.ts'
import { lookAtPrograms } from '../../features/programs/look-at-programs.ts'
import type { Deps } from '../../ports/deps.ts'
import { print } from '../print.ts'
import { withDeps } from '../with-deps.ts'

/** `programs [list]`, `programs accept`: looks at what launches go through; the second has launches go on with it. */
export async function programs(args: readonly string[], env: Environment): Promise<number> {
  const [action = 'list', ...more] = args
  if ((action !== 'list' && action !== 'accept') || more.length > 0) {
    process.stderr.write('Say programs list or programs accept.\n')
    return 2
  }
  return withDeps({ env, config: readConfig(env) }, `programs ${action}`, (deps) => lookAtAll(deps, action))
}

async function lookAtAll(deps: Deps, action: 'list' | 'accept'): Promise<number> {
  let code = 0
  for (const platform of deps.launchpads.ids) {
    try {
      const { records, accepted } = await lookAtPrograms(deps, platform, { by: action === 'accept' ? BY_COMMAND : null, rehearse: true })
      for (const record of records) print(line(record))
      for (const { name } of accepted) print(`Launches on ${platform} go on with ${name}.`)
      if (records.length === 0) print(`${platform}: nothing that launches go through can be replaced.`)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      print(`${platform}: ${error.message}`)
      code = 1
    }
  }
  return code
}

function line(record: ProgramRecord): string {
  const { platform, name, address, seen } = record
  const facts = [platform, programState(record).padEnd(8), name, address, seen.build, seen.control].filter(Boolean).join('  ')
  const reason = whatChanged(record)
  return reason === null ? facts : `${facts}\n  ${reason}`
}
