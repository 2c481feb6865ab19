import { failureSentence, failureTrace } from './failure-sentence.ts'
import { print } from './print.ts'
import { secretArgument } from './secret-argument.ts'
import { COMMAND_TABLE, type Entry } from './command-table.ts'
import type { Environment } from '../config/environment.ts'

const COMMANDS: Record<string, Entry> = { ...COMMAND_TABLE.server, ...COMMAND_TABLE.api, ...COMMAND_TABLE.own }

/**
 * Runs the command that the arguments name, with the settings of `env`, and returns its exit code: 0 done, 1 failed, 2 usage error.
 * Commands of the API have further codes (api/service-help.ts).
 */
export async function runCommand(args: readonly string[], env: Environment): Promise<number> {
  const secret = secretArgument(args)
  if (secret !== null) return misused(secret)
  const [first = 'serve', ...rest] = args
  const name = SHORT[first] ?? first
  const command = COMMANDS[name]
  if (name === 'help') return help()
  if (!command) return misused(`There is no command "${name}". See --help.`)
  if (rest.includes('--help') || rest.includes('-h')) {
    print(`agent-launch ${command.usage}\n\n${command.about}${command.more ? `\n\n${await command.more()}` : ''}`)
    return 0
  }
  if (command.wordsMax !== undefined && rest.length > command.wordsMax) {
    return misused(`agent-launch ${name} takes no "${rest[command.wordsMax]}": settings come from the environment. See ${name} --help.`)
  }
  try {
    return await (
      await command.load()
    )(rest, env)
  } catch (error) {
    if (isUsageError(error)) return misused(error.message)
    process.stderr.write(`${failureSentence(error, env)}\n`)
    if (env.LOG_LEVEL?.trim() === 'debug') process.stderr.write(`${failureTrace(error, env)}\n`)
    return 1
  }
}

/** Aliases of commands. */
const SHORT: Readonly<Record<string, string>> = { '--help': 'help', '-h': 'help', '--version': 'version', '-v': 'version' }

function misused(problem: string): number {
  process.stderr.write(`${problem}\n`)
  return 2
}

/** An unknown option, or one without its value. */
const isUsageError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

function help(): number {
  print('agent-launch: launches coins for AI agents and splits their creator fees on chain.\n')
  const list = (commands: typeof COMMANDS) =>
    Object.values(commands).forEach(({ usage, about }) => print(`  agent-launch ${usage}\n      ${about}`))
  list(COMMAND_TABLE.server)
  print('\nOf the API, on this machine or at --url (docs/command-line.md):\n')
  list(COMMAND_TABLE.api)
  print('\nSettings come from the environment: `agent-launch settings` lists them, `agent-launch doctor` says what is missing or wrong.')
  return 0
}
