import { meansLocation } from '../adapters/signers/signer-location.ts'
import { type Config, ConfigError } from './config.ts'
import { configuredSecrets } from './configured-secrets.ts'
import { CROSS_CHECKS } from './checks/cross-checks.ts'
import { Unfit, type Variable } from './variable.ts'
import { isInFile, readSecretFile } from './parsers/secret-file.ts'
import { ALL_VARIABLES, type Group, GROUPS, VARIABLES } from './variables.ts'
import type { Environment } from './environment.ts'

/**
 * Reads the configuration from these variables; each is trimmed, and an empty one counts as not set.
 * @throws ConfigError that names every bad variable at once
 */
export function readConfig(env: Environment, { terminal = false } = {}): Config {
  const problems: string[] = []
  /** An error that follows from another variable's error is not reported. */
  const ofDefaults: string[] = []
  const bad: string[] = []
  const setText = (name: string) => env[name]?.trim() || null
  const textOf = (name: string): string => setText(name) ?? byName.get(name)!.defaultText(textOf, terminal) ?? ''

  const read = (variable: Variable, isOff: boolean): unknown => {
    const set = isOff ? null : setText(variable.name)
    const text = set ?? variable.defaultText(textOf, terminal)
    if (text === null) return null
    try {
      return variable.parse(isInFile(variable, text) ? readSecretFile(env, variable.name, text) : text, variable.name)
    } catch (error) {
      if (!(error instanceof Unfit)) throw error
      ;(set === null ? ofDefaults : problems).push(...error.problems)
      bad.push(variable.name)
      return null
    }
  }
  const groups = Object.entries<Readonly<Record<string, Variable>>>(VARIABLES).map(([name, group]) => {
    const { on } = GROUPS[name as Group]
    const isOff = on !== undefined && setText(on) === null
    const values = Object.entries(group).map(([member, variable]) => [member, read(variable, isOff)])
    return [name, Object.freeze(Object.fromEntries(values))]
  })
  const config = Object.freeze({ ...Object.fromEntries(groups), secrets: configuredSecrets(env), keysInEnvironment: keysIn(env) }) as Config

  // A check runs only when all its variables are valid; invalid ones are reported already.
  const checks = CROSS_CHECKS.filter(({ level, of }) => level === 'refuse' && !of.some((name) => bad.includes(name)))
  problems.push(...checks.flatMap(({ wrong }) => wrong(config).map(({ text }) => text)))
  const reported = problems.length > 0 ? problems : ofDefaults
  if (reported.length > 0) throw new ConfigError(reported)
  return config
}

/** The wallets' keys that these variables hold themselves. */
const keysIn = (env: Environment): readonly string[] =>
  ALL_VARIABLES.filter((row) => row.secret === 'key' && isKeyItself(row, env[row.name]?.trim() ?? '')).map(({ name }) => name)

const isKeyItself = (row: Variable, text: string): boolean => text !== '' && !isInFile(row, text) && !meansLocation(text)

const byName: ReadonlyMap<string, Variable> = new Map(ALL_VARIABLES.map((variable) => [variable.name, variable]))
