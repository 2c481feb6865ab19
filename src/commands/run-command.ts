import { failureSentence, failureTrace } from './failure-sentence.ts'
import { print } from './print.ts'
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

/** How secrets look, wherever they stand in an argument. */
const SECRETS: readonly RegExp[] = [
  /svc_ak_\w{8}/,
  /whsec_[\w+/=]{8}/,
  // 64 bytes of a Solana key as base58 (a signature looks the same), or as a JSON array.
  /(?<![\w/.-])[1-9A-HJ-NP-Za-km-z]{85,90}(?![\w/.-])/,
  /\[\s*\d{1,3}(\s*,\s*\d{1,3}){31,}/,
  /\b0x[0-9a-fA-F]{64}\b/,
  // A recovery phrase.
  /^([a-z]{3,8} ){11,23}[a-z]{3,8}$/,
]

/** What to say when an argument looks like a secret, without it; null when none does. */
function secretArgument(args: readonly string[]): string | null {
  if (!args.some((arg) => SECRETS.some((secret) => secret.test(arg)))) return null
  return 'An argument looks like a secret, and nothing was done. Arguments are seen by every program of this machine and kept by shells: put the secret into a file that only you can read and name the file, or pipe it in and say "-". Make a new secret, since this one has been seen.'
}
