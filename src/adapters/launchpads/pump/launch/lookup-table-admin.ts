import { PublicKey } from '@solana/web3.js'
import { bps, type Lamports, lamports, type Wallet } from '../../../../domain/brands.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { SignedTransaction } from '../../../../domain/operation.ts'
import type { Signer } from '../../../../ports/signer.ts'
import { type ChainView, rentLamports, viewChain } from '../transactions/chain-view.ts'
import { coinAddresses } from '../coin-addresses.ts'
import { feeLamports } from './launch-cost.ts'
import { launchParts } from './launch-parts.ts'
import { LOOKUP_TABLE_HEADER_BYTES, newLookupTable } from '../transactions/lookup-table.ts'
import { type PlannedTransaction, tableTransactions } from '../transactions/pack-transactions.ts'
import type { PumpContext } from '../context.ts'
import { signAll } from '../transactions/signing.ts'
import { sweepCurve, sweepPool } from '../transactions/sweeps.ts'

/** The creation or extension of a table. Send the transactions with `advance`, in order, until all have landed. */
export interface TableChange {
  readonly table: Wallet
  readonly added: readonly string[]
  /** The rent of the added bytes, without fees. */
  readonly rentLamports: Lamports
  /** The network fees of the transactions. */
  readonly feeLamports: Lamports
  readonly transactions: readonly SignedTransaction[]
}

/** The operator's table on chain. */
export interface TableReport {
  readonly table: Wallet
  readonly authority: string | null
  readonly addresses: readonly string[]
  /** Addresses that launches use and the table lacks: `extend` adds them. */
  readonly missing: readonly string[]
}

/** Creates a table with the addresses that all launches share; `operator` pays and stays its authority. */
export async function createOperatorTable(context: PumpContext, operator: Signer): Promise<TableChange> {
  const view = await viewChain(context.rpc, null, [])
  const authority = new PublicKey(operator.wallet)
  const addresses = await sharedAddresses(context, view)
  const { table, create } = newLookupTable(authority, view.finalSlot, addresses)
  return change(
    table.key,
    addresses,
    tableTransactions({ table: table.key, addresses, create, payer: authority, view }),
    view,
    operator,
    LOOKUP_TABLE_HEADER_BYTES,
  )
}

/**
 * Adds missing addresses to the table; no transactions when none is missing.
 *
 * @throws AppError lookup_table_invalid when there is no usable table at the address, or the operator is not its authority
 */
export async function extendOperatorTable(context: PumpContext, table: Wallet, operator: Signer): Promise<TableChange> {
  const view = await viewChain(context.rpc, table, [])
  const { authority, missing } = await reportOf(context, table, view)
  if (authority !== operator.wallet)
    throw new AppError('lookup_table_invalid', { table, reason: `its authority is ${authority ?? 'nobody'}` })
  const addresses = missing.map((address) => new PublicKey(address))
  const key = new PublicKey(table)
  const planned = tableTransactions({ table: key, addresses, create: null, payer: new PublicKey(operator.wallet), view })
  return change(key, addresses, planned, view, operator, 0)
}

/** @throws AppError lookup_table_invalid when there is no usable table at the address */
export async function showOperatorTable(context: PumpContext, table: Wallet): Promise<TableReport> {
  return reportOf(context, table, await viewChain(context.rpc, table, []))
}

async function reportOf(context: PumpContext, table: Wallet, view: ChainView): Promise<TableReport> {
  if (!view.table) throw new AppError('lookup_table_invalid', { table, reason: 'there is none, or it is being closed' })
  const { addresses, authority } = view.table.state
  const present = new Set(addresses.map(String))
  const missing = (await sharedAddresses(context, view)).map(String).filter((address) => !present.has(address))
  return { table, authority: authority?.toBase58() ?? null, addresses: [...present], missing }
}

async function change(
  table: PublicKey,
  addresses: readonly PublicKey[],
  planned: readonly PlannedTransaction[] | null,
  view: ChainView,
  operator: Signer,
  headerBytes: number,
): Promise<TableChange> {
  if (!planned) throw new Error('an extension of a table fits a transaction')
  // The fixed overhead of an account is paid once, when it is created.
  const lamportsPerByte = view.emptyRentLamports / 128n
  const addedLamports =
    headerBytes > 0
      ? rentLamports(view.emptyRentLamports, headerBytes + 32 * addresses.length)
      : lamportsPerByte * BigInt(32 * addresses.length)
  return {
    table: table.toBase58() as Wallet,
    added: addresses.map(String),
    rentLamports: lamports(addedLamports),
    feeLamports: feeLamports(planned),
    transactions: await signAll(planned, view.blockhash.lastValidBlockHeight, operator),
  }
}

/** The addresses shared by two otherwise different launches and cranks, and every fee recipient that pump may require. */
async function sharedAddresses(context: PumpContext, view: ChainView): Promise<PublicKey[]> {
  const [one, other] = await Promise.all([sampleAddresses(context, view), sampleAddresses(context, view)])
  const shared = one.filter((address) => other.includes(address))
  const { feeRecipients, buybackRecipients } = view.launchTerms()
  const recipients = [...feeRecipients, ...buybackRecipients].map(String)
  return [...new Set([...shared, ...recipients])].map((address) => new PublicKey(address))
}

async function sampleAddresses({ newKeyPair }: PumpContext, view: ChainView): Promise<string[]> {
  const [mint, launcher, crew] = [newKeyPair(), newKeyPair(), newKeyPair()].map(({ publicKey }) => new PublicKey(publicKey)) as [
    PublicKey,
    PublicKey,
    PublicKey,
  ]
  const plan = {
    name: 'sample',
    ticker: 'SAMPLE',
    metadataUri: 'https://example.com',
    initialBuyAtomic: lamports(1_000_000_000),
    shareholders: [{ wallet: crew.toBase58() as Wallet, bps: bps(10_000) }],
    atomicRequired: false,
  }
  const { create, lock, buy } = await launchParts(plan, mint, launcher, view)
  const sweeps = [sweepCurve(coinAddresses(mint), launcher, launcher), sweepPool(coinAddresses(mint), launcher, launcher)]
  return [...create, ...lock, ...buy, ...sweeps].flatMap(({ keys }) => keys.map(({ pubkey }) => pubkey.toBase58()))
}
