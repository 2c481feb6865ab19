import { createRandomIds } from '../adapters/random-ids.ts'
import { createMachineTime } from '../adapters/machine-time.ts'
import type { Clock, MachineTime } from '../ports/clock.ts'
import { parseArgs } from 'node:util'
import { createOperatorTableAdmin, type OperatorTable } from '../adapters/launchpads/pump/operator-table.ts'
import type { TableChange } from '../adapters/launchpads/pump/launch/lookup-table-admin.ts'
import { createSignerOpener } from '../adapters/signers/open-signer.ts'
import { PUMP_FACTS } from '../adapters/launchpads/pump/facts.ts'
import type { Config } from '../config/config.ts'
import { readConfig } from '../config/read-config.ts'
import { pumpOptionsOf } from '../config/pump-options.ts'
import { lamports, type Wallet } from '../domain/brands.ts'
import { AppError } from '../domain/errors.ts'
import { amountText } from '../domain/money/currency.ts'
import { isAddress } from '../lib/ed25519.ts'
import type { Signer } from '../ports/signer.ts'
import { print } from './print.ts'
import type { Environment } from '../config/environment.ts'

/** The lifetime of a blockhash plus the time until finality. */
const WAIT_MS = 120_000
const POLL_MS = 1_000
/** A full table of 256 addresses costs 0.06 SOL; the actual rent is read from the node. */
const LAMPORTS_MAX = lamports(100_000_000)

/** `lookup-table create|extend|show`: the operator's table, with which launches fit one version 0 transaction. */
export async function lookupTable(args: readonly string[], env: Environment): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { yes: { type: 'boolean', default: false } },
  })
  const [action, named] = positionals
  const config = readConfig(env)
  if (config.solana.rpcUrls.length === 0)
    return refuse('Set SOLANA_RPC_URL and TREASURY_WALLET: there are no lookup tables in simulated mode.')
  const table = (named ?? config.solana.lookupTable) as Wallet | null
  if (action !== 'create' && (table === null || !isAddress(table))) return refuse('Name the table, or set LOOKUP_TABLE.')
  const time = createMachineTime()
  const admin = createOperatorTableAdmin(pumpOptionsOf({ ids: createRandomIds(), time }, config.solana))
  try {
    if (action === 'show') return await show(admin, table!)
    if (action !== 'create' && action !== 'extend') return refuse('Say lookup-table create, lookup-table extend or lookup-table show.')
    const operator = await operatorOf(time, config)
    if (!operator) return refuse('Set LOOKUP_TABLE_KEY (or CRANK_PAYER_KEY) to the secret of the wallet that is to own and pay the table.')
    const change = action === 'create' ? await admin.create(operator) : await admin.extend(table!, operator)
    if (!(await explain(admin, change, operator, action))) return 1
    if (change.transactions.length === 0) return 0
    if (values.yes) return await send(admin, time.clock, change)
    print('Nothing was sent. Run it again with --yes to send.')
    return 0
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
}

async function operatorOf(time: MachineTime, { aws, solana }: Config): Promise<Signer | null> {
  const setting = solana.lookupTableKey ?? solana.crankPayerKey
  return setting && createSignerOpener(time, aws)(PUMP_FACTS.chainId, setting)
}

async function show(admin: OperatorTable, table: Wallet): Promise<number> {
  const { authority, addresses, missing } = await admin.show(table)
  print(`table      ${table}\nauthority  ${authority ?? 'nobody: it can never be extended'}\naddresses  ${addresses.length}`)
  for (const address of addresses) print(`  ${address}`)
  if (missing.length === 0) {
    print('It has everything that launches share.')
    return 0
  }
  print(`It lacks ${missing.length} address(es) that launches share; \`lookup-table extend\` adds them:`)
  for (const address of missing) print(`  ${address}`)
  return 1
}

/** Prints what would be done and its cost; false when the operator cannot pay it. */
async function explain(admin: OperatorTable, change: TableChange, operator: Signer, action: string): Promise<boolean> {
  const { table, added, rentLamports, feeLamports, transactions } = change
  if (transactions.length === 0) {
    print(`The table ${table} lacks nothing.`)
    return true
  }
  const totalLamports = lamports(rentLamports + feeLamports)
  print(`${action} lookup table ${table} with ${added.length} addresses, in ${transactions.length} transaction(s).`)
  print(`  rent, which stays in the table until it is closed  ${amountText(rentLamports, 'SOL')}`)
  print(`  network fees                                       ${amountText(feeLamports, 'SOL')}`)
  print(`  in all, from ${operator.wallet}  ${amountText(totalLamports, 'SOL')}`)
  if (totalLamports > LAMPORTS_MAX) {
    print(
      `That is more than ${amountText(LAMPORTS_MAX, 'SOL')}, which no such table costs: is the node's word to be trusted? Nothing was sent.`,
    )
    return false
  }
  const [balanceLamports, leastLeftLamports] = await Promise.all([admin.balanceLamports(operator.wallet), admin.leastLeftLamports()])
  if (balanceLamports >= totalLamports + leastLeftLamports) return true
  const needed = amountText(lamports(totalLamports + leastLeftLamports), 'SOL')
  print(`The wallet holds ${amountText(balanceLamports, 'SOL')} and needs ${needed}: fund it first. Nothing was sent.`)
  return false
}

/** Sends until all has landed, or is proved dead. After the first send, errors no longer claim that nothing was sent. */
async function send(admin: OperatorTable, clock: Clock, { table, transactions }: TableChange): Promise<number> {
  for (let waitedMs = 0; waitedMs < WAIT_MS; waitedMs += POLL_MS) {
    const states = await admin.advance(transactions).catch(() => null)
    const dead = states?.find(({ status }) => status === 'failed' || status === 'expired')
    if (dead) {
      process.stderr.write(`Not all of it landed (${dead.error ?? 'expired'}). See \`lookup-table show ${table}\`, then extend it.\n`)
      return 1
    }
    if (states?.every(({ status }) => status === 'landed')) {
      print(`Done. Set LOOKUP_TABLE=${table} and restart the service.`)
      return 0
    }
    await clock.sleep(POLL_MS)
  }
  process.stderr.write(`It was sent, and the chain does not say what became of it. Ask \`lookup-table show ${table}\` in a minute.\n`)
  return 1
}

function refuse(problem: string): number {
  process.stderr.write(`${problem}\n`)
  return 2
}
