import { parseArgs } from 'node:util'
import { environmentFile, type Variable, VARIABLES } from '../config/variables.ts'
import { print } from './run-command.ts'

/** `settings [--env]`: every variable with what is set; a secret is said to be set, and never shown. */
export async function settings(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { env: { type: 'boolean', default: false } } })
  if (values.env) process.stdout.write(environmentFile())
  else
    for (const { name, standard, meaning, secret } of VARIABLES)
      print(lines(name, standard, meaning, shown(name, process.env[name], secret)))
  return 0
}

const lines = (name: string, standard: string, meaning: string, value: string | null): string =>
  `${name}${value === null ? '' : ` = ${value}`}\n    ${meaning.replaceAll('`', '')}\n    default: ${standard}`

function shown(name: string, value: string | undefined, secret: Variable['secret']): string | null {
  const text = value?.trim() ?? ''
  if (text === '') return null
  return secret || name === 'OPS_KEY_HASHES' ? '[set, not shown]' : text
}
