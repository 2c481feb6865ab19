import type { Environment } from '../config/environment.ts'

/** A command of the executable; returns the exit code. Loaded when it runs, so that other commands start faster. */
type Command = (args: readonly string[], env: Environment) => Promise<number>

/** A command, as `--help` shows it. */
export interface Entry {
  readonly usage: string
  readonly about: string
  /** How many arguments are allowed; without it any number, which the command checks itself. */
  readonly wordsMax?: number
  /** Further lines for `--help`. */
  readonly more?: () => Promise<string>
  readonly load: () => Promise<Command>
}

/** The help text that commands of the API share. */
const more = async (): Promise<string> => (await import('./api/service-help.ts')).serviceHelp

/** Commands for the machine of the service. */
const SERVER_COMMANDS: Record<string, Entry> = {
  serve: {
    usage: 'serve [--memory] [--port N] [--print-address]',
    about:
      'Run the service (the default). For tests: `--memory` keeps nothing, `--port 0` takes a free port, and `--print-address` prints where it listens as the one line on standard output, once it answers; the log goes to standard error.',
    load: async () => (await import('./serve.ts')).serve,
  },
  demo: {
    usage: 'demo [--once]',
    about: 'Run a service on a free port and launch a coin on it as a client would.',
    load: async () => (await import('./demo/demo.ts')).demo,
  },
  keys: {
    usage: 'keys mint LABEL [--launches-per-hour N] [--require-approval] [--ops] | keys list | keys revoke ID | keys reseal',
    about: 'Mint, list and revoke API keys in the database of this configuration; seal with SECRET_KEY what SECRET_KEY_PREVIOUS sealed.',
    load: async () => (await import('./keys.ts')).keys,
  },
  kols: {
    usage:
      'kols import FILE|-|--sample [--dry-run] | kols export | kols opt-out HANDLE | kols opt-in HANDLE | kols referral-code HANDLE CODE',
    about: 'Keep the directory that Autohire hires from: CSV with a header row, or a JSON array. A bad line keeps the whole file out.',
    more: async () => (await import('./kols/kol-columns-help.ts')).kolColumnsHelp(),
    load: async () => (await import('./kols/kols.ts')).kols,
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
    usage: 'webhooks forget [--yes] | webhooks listen [--forward URL] [--events NAME,…]',
    about:
      '`forget`, after the sealing key was lost: list the webhook endpoints that the present one does not open, and remove them with --yes. `listen`: show the events of your key as a service sends them, verified, and hand them on to a program of yours.',
    more,
    load: async () => async (args, env) =>
      args[0] === 'listen'
        ? (await import('./api/listen.ts')).listen(args.slice(1), env)
        : (await import('./webhooks.ts')).webhooks(args, env),
  },
  'register-agent': {
    usage: 'register-agent [--yes] [--another]',
    about: 'Put this service into the registry of agents on Base (ERC-8004), or correct its address there. Sends nothing without --yes.',
    wordsMax: 2,
    load: async () => (await import('./register-agent.ts')).registerAgent,
  },
  programs: {
    usage: 'programs [list] | programs accept',
    about:
      'Show what launches go through as it is deployed, and whether it is what was accepted. `accept`, after you looked at a change that PROGRAM_GUARD stopped launches for: launches go on with what is deployed now.',
    load: async () => (await import('./programs/programs.ts')).programs,
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
  rebuild: {
    usage: 'rebuild --treasury WALLET | rebuild --launcher WALLET',
    about:
      'Read every locked coin of a treasury or launcher on Solana from the chain, with its split and all it paid, into a database without coins. Cut short, it goes on when it is run again. Says at the end what the chain does not tell.',
    wordsMax: 2,
    load: async () => (await import('./rebuild.ts')).rebuild,
  },
  doctor: {
    usage: 'doctor [--watch]',
    about:
      'Check every setting, the database, the chain and this machine, and say how to mend what is wrong. Changes nothing. --watch checks again each minute until it is stopped, and prints only what changed.',
    load: async () => (await import('./doctor/doctor.ts')).doctor,
  },
  preflight: {
    usage: 'preflight',
    about: 'Before the first coin of a real chain: say what of docs/go-live.md is missing, in its order. Reads only, and sends nothing.',
    wordsMax: 0,
    load: async () => (await import('./preflight/preflight.ts')).preflight,
  },
  settings: {
    usage: 'settings [--env | --agree]',
    about:
      'Print every setting: its name, default and meaning, and what is set (never a secret). --env prints a file to fill in; --agree makes treasury, approvers and sealing key as they are set here those of all replicas.',
    load: async () => (await import('./settings.ts')).settings,
  },
  health: {
    usage: 'health',
    about: 'Ask the service of this configuration whether it is alive, for health checks of containers: exit code 0 when it is.',
    wordsMax: 0,
    load: async () => (await import('./own/health.ts')).health,
  },
  verify: {
    usage: 'verify FILE [--keys FILE|URL] [--rpc URL] [--json]',
    about:
      'Check the receipt of a coin (GET /api/coins/{mint}/receipt) without the service: hashes, signatures, shares and payments; with --keys whose it is, with --rpc that the chain has its transactions.',
    load: async () => (await import('./api/verify.ts')).verify,
  },
  version: {
    usage: 'version [--json]',
    about: 'Print the version and the commit it was built from.',
    load: async () => (await import('./build/version.ts')).version,
  },
  licenses: {
    usage: 'licenses',
    about: 'Print the licences of everything that is in the executable.',
    wordsMax: 0,
    load: async () => (await import('./build/licenses.ts')).licenses,
  },
  sbom: {
    usage: 'sbom',
    about: 'Print the bill of materials of the executable (CycloneDX, JSON).',
    wordsMax: 0,
    load: async () => (await import('./build/sbom.ts')).sbom,
  },
}

/** Commands that call a service over its API, this one or another. */
const API_COMMANDS: Record<string, Entry> = {
  key: {
    usage: 'key claim [--label TEXT] [--agent-name TEXT] [--model TEXT] [--referral-code CODE]',
    about: 'Get an API key of a service and keep it in a file, which the other commands read.',
    more,
    load: async () => (await import('./api/key.ts')).key,
  },
  'dry-run': {
    usage: 'dry-run FILE [--picture FILE] [--launcher KEYPAIR]',
    about:
      'Show what the launch in FILE (JSON, - for standard input) will do and cost. Spends nothing. What is approved and then launched by --dry-run names its --launcher here.',
    more,
    load: async () => (await import('./api/dry-run.ts')).dryRun,
  },
  approve: {
    usage: 'approve DRY_RUN_ID --with KEYPAIR',
    about: 'Show a plan, and approve it as the wallet of the keypair.',
    more,
    load: async () => (await import('./api/approve.ts')).approve,
  },
  launch: {
    usage: 'launch FILE --launcher KEYPAIR [--picture FILE] [--approve-with KEYPAIR | --dry-run ID] [--unsigned [--mint KEYPAIR]]',
    about:
      'Launch the coin in FILE: dry-run, approval where one is needed, launch. With --unsigned it is signed here, and no secret is sent. After a call that was cut short, --dry-run ID ends that launch and makes no second coin.',
    more,
    load: async () => (await import('./api/launch.ts')).launch,
  },
  status: {
    usage: 'status MINT | status LAUNCH_ID',
    about: 'Show how a coin stands; or wait until a launch of this key has ended.',
    more,
    load: async () => (await import('./api/status.ts')).status,
  },
  crank: {
    usage: 'crank MINT [--launcher KEYPAIR]',
    about: 'Pay out what has accrued to the shareholders of a coin.',
    more,
    load: async () => (await import('./api/crank.ts')).crank,
  },
  mcp: {
    usage: 'mcp [--keypair KEYPAIR]',
    about: 'Speak MCP on standard input and output, for programs on this machine. With a keypair, launches and locks are signed here.',
    more,
    load: async () => (await import('./api/mcp/mcp.ts')).mcp,
  },
  coins: {
    usage: 'coins [--limit N]',
    about: 'List the coins that were launched, newest first.',
    more,
    load: async () => (await import('./api/coins.ts')).coins,
  },
}

/** Commands that the service runs for itself; `--help` does not list them. */
const OWN_COMMANDS: Record<string, Entry> = {
  'coin-card': {
    usage: 'coin-card',
    about: 'Draw the card of a coin: JSON from standard input, a PNG to standard output.',
    wordsMax: 0,
    load: async () => (await import('./own/coin-card.ts')).coinCard,
  },
}

/** Every command by its name: for the machine of the service, of the API, and those that the service runs for itself. */
export const COMMAND_TABLE = { server: SERVER_COMMANDS, api: API_COMMANDS, own: OWN_COMMANDS }
