import { buildCommit } from '../compose.ts'
import { ConfigError } from '../config.ts'

/** A command of the executable; answers the exit code. Loaded when it is called, so that none costs the others a start. */
type Command = (args: readonly string[]) => Promise<number>

const COMMANDS: Record<string, { readonly usage: string; readonly about: string; readonly load: () => Promise<Command> }> = {
  serve: { usage: 'serve', about: 'Run the service (the default).', load: async () => (await import('./serve.ts')).serve },
  demo: {
    usage: 'demo [--once]',
    about: 'Run a service on a free port and launch a coin on it as a client would.',
    load: async () => (await import('./demo.ts')).demo,
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
  backup: {
    usage: 'backup [FILE]',
    about: 'Copy the database to a new file (in DATA_DIR/backups unless named), consistently, while the service runs.',
    load: async () => (await import('./backup.ts')).backup,
  },
  restore: {
    usage: 'restore FILE',
    about: 'Put a backup in the place of the database, which is kept beside it. The service must be stopped.',
    load: async () => (await import('./restore.ts')).restore,
  },
  doctor: {
    usage: 'doctor',
    about: 'Check every setting and say what is missing.',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  version: { usage: 'version', about: 'Print the version and the commit it was built from.', load: async () => version },
}

const version: Command = async () => {
  print(`agent-launch 1 (${buildCommit()})`)
  return 0
}

/** Writes one line to standard output. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Runs the command that the arguments name and answers its exit code: 0 done, 1 failed, 2 not understood. */
export async function runCommand(args: readonly string[]): Promise<number> {
  const [name = 'serve', ...rest] = args
  const command = COMMANDS[name]
  if (['--help', '-h', 'help'].includes(name)) return help()
  if (!command) {
    process.stderr.write(`There is no command "${name}". See --help.\n`)
    return 2
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    print(`agent-launch ${command.usage}\n\n${command.about}`)
    return 0
  }
  try {
    return await (
      await command.load()
    )(rest)
  } catch (error) {
    if (isUsageError(error)) {
      process.stderr.write(`${error.message}\n`)
      return 2
    }
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
}

/** An option that parseArgs does not know, or one without its value. */
const isUsageError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

function help(): number {
  print('agent-launch: launches coins for AI agents and splits their creator fees on chain.\n')
  for (const { usage, about } of Object.values(COMMANDS)) print(`  agent-launch ${usage}\n      ${about}`)
  print('\nSettings come from the environment; `agent-launch doctor` shows them and what is missing.')
  return 0
}
