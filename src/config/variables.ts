/** One environment variable: for the table of docs/settings.md, `doctor`, and the reader below. */
export interface Variable {
  readonly name: string
  /** As the table shows it. */
  readonly standard: string
  readonly meaning: string
  /** What of it must never be shown: all of a `text` and of the `key` of a wallet; what opens the place of an `address`. */
  readonly secret?: 'text' | 'key' | 'address'
}

/** Every variable the service reads, in the order of that table. */
export const VARIABLES: readonly Variable[] = [
  { name: 'HOST', standard: '127.0.0.1', meaning: 'address to listen on' },
  { name: 'PORT', standard: '3000', meaning: 'port to listen on; 0 takes a free one' },
  {
    name: 'TLS_CERT_FILE',
    standard: 'none = plain HTTP',
    meaning: 'file with the certificate chain (PEM): this process speaks https; read anew when it changes',
  },
  { name: 'TLS_KEY_FILE', standard: 'none', meaning: 'file with the private key of TLS_CERT_FILE (PEM)' },
  {
    name: 'ALLOW_PLAIN_HTTP',
    standard: '0',
    meaning: '1 takes API keys, launcher secrets and payments over plain HTTP from anywhere: for networks that nobody else can read',
  },
  { name: 'BASE_URL', standard: 'from HOST and PORT', meaning: 'public address of the service, without a slash at the end' },
  { name: 'DATA_DIR', standard: './data', meaning: 'SQLite file, simulated chain, secret key, backups' },
  {
    name: 'DATABASE_URL',
    secret: 'address',
    standard: 'sqlite:{DATA_DIR}/service.db',
    meaning: '`sqlite:FILE`, `sqlite::memory:`, or `postgres://…` for several replicas',
  },
  {
    name: 'SERVICE_TITLE',
    standard: 'Agent Launch Service',
    meaning: 'name in the attribution sentence and on the pages; at most 20 characters',
  },
  {
    name: 'SECRET_KEY',
    secret: 'text',
    standard: 'made on first start',
    meaning: 'seals webhook secrets; kept in DATA_DIR/secret.key (0600) when not set',
  },
  {
    name: 'OPERATOR_API_KEY',
    secret: 'text',
    standard: 'none',
    meaning: 'the operator agent key: mints keys, sees everything; at least 16 characters',
  },
  {
    name: 'BROWSER_API_KEY',
    secret: 'text',
    standard: 'none',
    meaning: 'a common key for a browser; refused once OPERATOR_API_KEY is set',
  },
  {
    name: 'OPS_KEY_HASHES',
    standard: 'empty',
    meaning: 'SHA-256 (hex) of keys that may also note featured posts, comma-separated',
  },
  {
    name: 'SIMULATED_OPEN',
    standard: '1 while HOST and BASE_URL are loopback',
    meaning: 'simulated mode: 1 lets every caller move the clock and register webhooks on this machine, 0 nobody',
  },
  { name: 'APPROVER_WALLETS', standard: 'empty', meaning: 'wallets that may approve a dry-run, comma-separated; empty refuses everyone' },
  { name: 'TREASURY_WALLET', standard: 'a fixed wallet in simulated mode', meaning: 'receives the treasury share; required with a chain' },
  {
    name: 'SOLANA_RPC_URL',
    secret: 'address',
    standard: 'none = simulated mode',
    meaning: 'comma-separated RPC addresses: failover in order',
  },
  {
    name: 'BASE_RPC_URL',
    secret: 'address',
    standard: 'none = no launches on Base; for payments Base’s public node',
    meaning: 'comma-separated RPC addresses of Base, failover in order: for launches there, and the first of them for X402_FACILITATOR_KEY',
  },
  {
    name: 'PLATFORM_REFERRER_WALLET',
    standard: 'none',
    meaning: 'EVM address that gets 0.20% of every trade, outside the split; required for launches on Base',
  },
  { name: 'EVM_TREASURY_WALLET', standard: 'none', meaning: 'receives the treasury share on Base; required for launches there' },
  {
    name: 'EVM_SPLIT',
    standard: 'push-split',
    meaning: '`push-split` (0xSplits) or `payment-splitter` (OpenZeppelin): what new splits on Base are made of',
  },
  {
    name: 'EVM_CRANK_PAYER_KEY',
    secret: 'key',
    standard: 'none',
    meaning: 'private key that pays distributions on Base when no launcher key is sent',
  },
  { name: 'EVM_CRANK_DAILY_GWEI', standard: '5000000', meaning: 'most that EVM_CRANK_PAYER_KEY spends on gas a day' },
  { name: 'EVM_CRANK_MAX_GWEI', standard: '1000000', meaning: 'most that one distribution on Base may cost it' },
  { name: 'LOOKUP_TABLE', standard: 'none', meaning: 'the operator’s static address lookup table' },
  {
    name: 'LOOKUP_TABLE_KEY',
    secret: 'key',
    standard: 'CRANK_PAYER_KEY',
    meaning: 'secret that owns and pays the table; only the `lookup-table` command reads it',
  },
  { name: 'JITO_URLS', secret: 'address', standard: 'none', meaning: 'comma-separated block engine addresses for bundles' },
  { name: 'JITO_TIP_LAMPORTS', standard: '1000000', meaning: 'tip of a bundle' },
  { name: 'ATOMIC_REQUIRED', standard: '0', meaning: '1 refuses every launch that could not lock in the transaction that creates' },
  { name: 'CRANK_PAYER_KEY', secret: 'key', standard: 'none', meaning: 'secret that pays distributions when no launcher key is sent' },
  { name: 'CRANK_CRON', standard: '*/10 * * * *', meaning: 'when fees of all coins are distributed' },
  {
    name: 'BACKUP_CRON',
    standard: '23 3 * * *',
    meaning: 'when the embedded database is copied to DATA_DIR/backups (UTC); `off` for never',
  },
  { name: 'BACKUP_KEEP', standard: '14', meaning: 'how many of these copies are kept' },
  {
    name: 'PICTURE_QUOTA_MIB',
    standard: '64',
    meaning: 'room for the pictures of one key (of all keys that one address claimed together) that no launch has taken',
  },
  { name: 'PICTURE_TOTAL_MIB', standard: '1024', meaning: 'the same for all; three quarters of it for callers with claimed keys or none' },
  {
    name: 'DISK_FREE_MIN_MIB',
    standard: '64',
    meaning: 'with less free on the disk of DATA_DIR nothing new is begun (503 `storage_full`); 0 does not look',
  },
  {
    name: 'JOBS_ENABLED',
    standard: '0',
    meaning: '1 switches creative jobs on; they are paid on the rails `sim` and `solana:devnet` alone',
  },
  { name: 'CRANK_DAILY_LAMPORTS', standard: '50000000', meaning: 'most that CRANK_PAYER_KEY spends a day: fees, and rents of vaults' },
  { name: 'CRANK_MAX_LAMPORTS', standard: '5000000', meaning: 'most that one distribution may cost it, priority fee and rents included' },
  { name: 'BUYBACK_MINT', standard: 'none', meaning: 'coin that the treasury buys back; without it there are no runs' },
  { name: 'BUYBACK_KEY', secret: 'key', standard: 'none', meaning: 'secret of the wallet that buys' },
  { name: 'BUYBACK_CRON', standard: '0 * * * *', meaning: 'when a buyback is due' },
  { name: 'BUYBACK_MAX_SOL', standard: '0.05', meaning: 'most that leaves the wallet in a run, network fee and rent included' },
  { name: 'BUYBACK_DAILY_SOL', standard: '24 times BUYBACK_MAX_SOL', meaning: 'most that leaves the wallet in a UTC day' },
  { name: 'BUYBACK_RESERVE_SOL', standard: '0.01', meaning: 'what stays in the wallet' },
  { name: 'BUYBACK_SLIPPAGE_BPS', standard: '100', meaning: 'how much less than quoted is accepted, in basis points' },
  {
    name: 'BUYBACK_PRICE_RISE_BPS',
    standard: '1000',
    meaning: 'how far above the middle of the last runs’ prices one still buys, in basis points; 0 buys at any price',
  },
  { name: 'BUYBACK_BURN', standard: '0', meaning: '1 burns what is bought, in the same transaction' },
  { name: 'BUYBACK_EXECUTE', standard: '0', meaning: '0 records what a run would do and sends nothing; 1 buys' },
  {
    name: 'JOBS_ESCROW_KEY',
    secret: 'key',
    standard: 'none',
    meaning: 'secret of the wallet that pays workers on devnet; never one that holds anything else',
  },
  {
    name: 'JOBS_DEVNET_RPC_URL',
    secret: 'address',
    standard: 'none',
    meaning: 'RPC address of Solana’s devnet; a node of another cluster is refused',
  },
  {
    name: 'JOBS_DAILY_SOL',
    standard: '100',
    meaning: 'most that JOBS_ESCROW_KEY pays workers in a UTC day; the jobs of one coin’s owner half of it',
  },
  { name: 'METADATA_STORE', standard: 'self', meaning: '`self` serves metadata at {BASE_URL}/m/{id}; `pinata` pins it' },
  { name: 'PINATA_JWT', secret: 'text', standard: 'none', meaning: 'needed with METADATA_STORE=pinata' },
  {
    name: 'PRICE_SOURCE',
    standard: 'fixed in simulated mode, else whose key is set',
    meaning:
      'SOL in dollars: `fixed` (simulated mode only), `pyth`, `jupiter` or `none`; without a price nothing that is priced in dollars unlocks',
  },
  { name: 'PRICE_SOL_USD', standard: '150', meaning: 'dollars a SOL with PRICE_SOURCE=fixed' },
  { name: 'HERMES_URL', secret: 'address', standard: 'https://hermes.pyth.network', meaning: 'Pyth’s Hermes, or that of a provider' },
  { name: 'PYTH_API_KEY', secret: 'text', standard: 'none', meaning: 'key for Hermes; the public one wants it' },
  { name: 'JUPITER_API_KEY', secret: 'text', standard: 'none', meaning: 'key for Jupiter: prices, and routes for buybacks' },
  {
    name: 'X402_PAY_TO',
    standard: 'none = no payments',
    meaning: 'EVM address that payments of single calls go to; of this service alone',
  },
  {
    name: 'X402_PRICES',
    standard: '$0.01, $0.05, $1.00, $0.05',
    meaning:
      'prices of autohire, dry-run, launch and upkeep, each as in `{"launch":"$1.00"}`; stock clients refuse more than $1.00, legacy ones more than $0.10',
  },
  { name: 'X402_FACILITATOR_URL', secret: 'address', standard: 'none', meaning: 'facilitator that checks and settles payments on Base' },
  {
    name: 'X402_FACILITATOR_KEY',
    secret: 'key',
    standard: 'none',
    meaning: 'instead of it: key of a wallet with a little ETH on Base, which settles from this process; one process a key',
  },
  { name: 'X402_DAILY_GWEI', standard: '5000000', meaning: 'most that X402_FACILITATOR_KEY spends on gas in a UTC day' },
  { name: 'X402_GAS_LIMIT', standard: '150000', meaning: 'most gas that it gives one settlement; a payment that needs more is refused' },
  { name: 'TRUSTED_PROXIES', standard: 'none', meaning: 'CIDRs whose X-Forwarded-For and X-Forwarded-Proto are believed, comma-separated' },
  { name: 'LOG_LEVEL', standard: 'info', meaning: '`debug`, `info`, `warn`, `error` or `silent`' },
  { name: 'LOG_FORMAT', standard: 'json, pretty on a terminal', meaning: '`json` or `pretty`' },
]

/** The table of every variable, in Markdown with even columns; docs/settings.md holds just this. */
export function variablesTable(): string {
  const rows = [['variable', 'default', 'meaning'], ...VARIABLES.map(({ name, standard, meaning }) => [`\`${name}\``, standard, meaning])]
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const line = (cells: readonly string[], fill = ' ') =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!, fill)).join(' | ')} |`
  const [head, ...body] = rows
  return [line(head!), line(['', '', ''], '-'), ...body.map((row) => line(row))].join('\n')
}

/** A file of every variable for systemd's EnvironmentFile and Docker's env_file: comments and empty lines, to be filled in. */
export function environmentFile(): string {
  const head = [
    '# Settings of agent-launch: take away the # of a line and fill it in. Written by `agent-launch settings --env`.',
    '# This file holds secrets: chown root:root, chmod 0600, and never into version control.',
  ]
  const entries = VARIABLES.map(({ name, standard, meaning, secret }) => {
    const note = `# ${meaning.replaceAll('`', '')}${secret ? ' (secret)' : ''}`
    return `${note}\n# default: ${standard.replaceAll('`', '')}\n#${name}=`
  })
  return `${[head.join('\n'), ...entries].join('\n\n')}\n`
}
