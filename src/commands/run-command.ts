import { buildCommit } from '../config/build-commit.ts'
import { failureSentence, failureTrace } from './failure-sentence.ts'

/** A command of the executable; answers the exit code. Loaded when it is called, so that none costs the others a start. */
type Command = (args: readonly string[]) => Promise<number>

interface Entry {
  readonly usage: string
  readonly about: string
  /** How many words may follow the command; any number, which it looks at itself, when not given. */
  readonly wordsMax?: number
  /** More for `--help`. */
  readonly more?: () => Promise<string>
  readonly load: () => Promise<Command>
}

const COMMANDS: Record<string, Entry> = {
  serve: { usage: 'serve', about: 'Run the service (the default).', wordsMax: 0, load: async () => (await import('./serve.ts')).serve },
  demo: {
    usage: 'demo [--once]',
    about: 'Run a service on a free port and launch a coin on it as a client would.',
    load: async () => (await import('./demo/demo.ts')).demo,
  },
  keys: {
    usage: 'keys mint LABEL [--launches-per-hour N] [--require-approval] [--ops] | keys list | keys revoke ID',
    about: 'Mint, list and revoke API keys in the database of this configuration.',
    load: async () => (await import('./keys.ts')).keys,
  },
  kols: {
    usage:
      'kols import FILE|--sample [--dry-run] | kols export | kols opt-out HANDLE | kols opt-in HANDLE | kols referral-code HANDLE CODE',
    about: 'Keep the directory that Autohire hires from: CSV with a header row, or a JSON array. A bad line keeps the whole file out.',
    more: async () => (await import('./kol-columns-help.ts')).kolColumnsHelp(),
    load: async () => (await import('./kols.ts')).kols,
  },
  'lookup-table': {
    usage: 'lookup-table show [TABLE] | lookup-table create [--yes] | lookup-table extend [TABLE] [--yes]',
    about: 'The operator’s address lookup table. Says what it costs; sends nothing without --yes.',
    load: async () => (await import('./lookup-table.ts')).lookupTable,
  },
  buyback: {
    usage: 'buyback run [--dry-run]',
    about: 'Buy back now, as the clock does. A dry run says what would be done, and sends and keeps nothing.',
    load: async () => (await import('./buyback.ts')).buyback,
  },
  payments: {
    usage: 'payments list [--state refund_due] | payments refunded ID',
    about:
      'What callers paid, and whom a refund is due. `refunded` notes that you pay one back, and ends its redoing: say so first, then pay.',
    load: async () => (await import('./payments.ts')).payments,
  },
  webhooks: {
    usage: 'webhooks forget [--yes]',
    about: 'After the sealing key was lost: list the webhook endpoints that the present one does not open, and remove them with --yes.',
    load: async () => (await import('./webhooks.ts')).webhooks,
  },
  backup: {
    usage: 'backup [FILE]',
    about: 'Copy the database to a new file (in DATA_DIR/backups unless named), consistently, while the service runs.',
    wordsMax: 1,
    load: async () => (await import('./backup.ts')).backup,
  },
  restore: {
    usage: 'restore FILE',
    about: 'Put a backup in the place of the database, which is kept beside it. The service must be stopped.',
    wordsMax: 1,
    load: async () => (await import('./restore.ts')).restore,
  },
  doctor: {
    usage: 'doctor',
    about: 'Check every setting, the database, the chain and this machine, and say how to mend what is wrong. Changes nothing.',
    wordsMax: 0,
    load: async () => (await import('./doctor/doctor.ts')).doctor,
  },
  settings: {
    usage: 'settings [--env]',
    about: 'Print every setting: its name, default and meaning, and what is set (never a secret). --env prints a file to fill in.',
    load: async () => (await import('./settings.ts')).settings,
  },
  health: {
    usage: 'health',
    about: 'Ask the service of this configuration whether it is alive, for health checks of containers: exit code 0 when it is.',
    wordsMax: 0,
    load: async () => (await import('./health.ts')).health,
  },
  version: { usage: 'version', about: 'Print the version and the commit it was built from.', wordsMax: 0, load: async () => version },
}

const version: Command = async () => {
  print(`agent-launch 1 (${buildCommit()})`)
  return 0
}

/** Writes one line to standard output. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Runs the command that the arguments name and answers its exit code: 0 done, 1 failed, 2 not understood. */
export async function runCommand(args: readonly string[]): Promise<number> {
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
    )(rest)
  } catch (error) {
    if (isUsageError(error)) return misused(error.message)
    process.stderr.write(`${failureSentence(error, process.env)}\n`)
    if (process.env.LOG_LEVEL?.trim() === 'debug') process.stderr.write(`${failureTrace(error, process.env)}\n`)
    return 1
  }
}

/** Other ways to say a command. */
const SHORT: Readonly<Record<string, string>> = { '--help': 'help', '-h': 'help', '--version': 'version', '-v': 'version' }

function misused(problem: string): number {
  process.stderr.write(`${problem}\n`)
  return 2
}

/** An option that parseArgs does not know, or one without its value. */
const isUsageError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

function help(): number {
  print('agent-launch: launches coins for AI agents and splits their creator fees on chain.\n')
  for (const { usage, about } of Object.values(COMMANDS)) print(`  agent-launch ${usage}\n      ${about}`)
  print('\nSettings come from the environment: `agent-launch settings` lists them, `agent-launch doctor` says what is missing or wrong.')
  return 0
}
