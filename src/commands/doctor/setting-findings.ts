import type { Config } from '../../config/config.ts'
import { CROSS_CHECKS } from '../../config/checks/cross-checks.ts'
import { tlsFilesOf } from '../../config/tls-files.ts'
import type { Finding } from '../../domain/operator/finding.ts'
import { misspelledVariables } from './misspelled-variables.ts'
import { tlsFindings } from './tls-findings.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Environment } from '../../config/environment.ts'

/**
 * Checks of the settings alone, without network, database or folder: `doctor` prints all of them, and `serve` starts only when none
 * fails.
 */
export function settingFindings(deps: Pick<Deps, 'clock'>, config: Config, env: Environment): Finding[] {
  const files = tlsFilesOf(config.server)
  return [...misspelledFindings(env), ...checkFindings(config), ...(files ? tlsFindings(deps, config.server, files) : [])]
}

/** Checks over several variables. Those that refuse every command ran when the configuration was read. */
const checkFindings = (config: Config): Finding[] =>
  CROSS_CHECKS.flatMap(({ level, wrong, right }): Finding[] => {
    if (level === 'refuse') return []
    const found = wrong(config)
    const well = found.length === 0 ? (right?.(config) ?? null) : null
    return well === null ? found.map((one) => ({ level, ...one })) : [{ level: 'ok', text: well }]
  })

const misspelledFindings = (env: Environment): Finding[] =>
  misspelledVariables(env).map(({ name, meant }) => ({
    level: 'fail',
    text: `${name} is set, and nothing reads it`,
    fix: meant === null ? 'see `agent-launch settings` for the names there are, or unset it' : `rename it to ${meant}, or unset it`,
  }))
