import type { AddressLookupTableAccount, PublicKey, TransactionInstruction } from '@solana/web3.js'
import { type Lamports, lamports } from '../../../../domain/brands.ts'
import { type ChainView, rentLamports } from './chain-view.ts'
import { extendLookupTable, LOOKUP_TABLE_HEADER_BYTES, newLookupTable, tableCandidates } from './lookup-table.ts'
import { computeBudgetOf, type PumpStep } from './compute-budget.ts'
import { draftTransaction, type TransactionDraft } from '../../../chains/solana/transaction-draft.ts'

/** Instructions that must share a transaction, and their purpose. */
export interface InstructionGroup {
  readonly steps: readonly PumpStep[]
  readonly instructions: readonly TransactionInstruction[]
  /** Compute units to request instead of the sum of the steps. */
  readonly computeUnits?: number
}

/** A measured, unsigned transaction. */
export interface PlannedTransaction {
  readonly steps: readonly PumpStep[]
  readonly draft: TransactionDraft
  readonly bundle?: string
}

interface DraftStepsOptions {
  readonly version: 0 | 1
  readonly payer: PublicKey
  readonly view: ChainView
  readonly tables: readonly AddressLookupTableAccount[]
}

/** The group as one transaction with the compute budget of its steps; null when it does not fit. */
export function draftSteps(
  { steps, instructions, computeUnits }: InstructionGroup,
  { version, payer, view, tables }: DraftStepsOptions,
): PlannedTransaction | null {
  const draft = draftTransaction({
    version,
    payer,
    blockhash: view.blockhash,
    instructions,
    tables,
    ...computeBudgetOf(steps, view.unitPriceMicroLamports, computeUnits),
  })
  return draft && { steps, draft }
}

/**
 * The group as one transaction of the first version that fits: 0 with the operator's table, 1 where the cluster accepts it, else 0 with a
 * new table that is created first, whose rent is not recovered. Null when none fits.
 */
export function packOne(
  group: InstructionGroup,
  { payer, view }: { payer: PublicKey; view: ChainView },
): { readonly transactions: PlannedTransaction[]; readonly tableRentLamports: Lamports } | null {
  const one =
    draftSteps(group, { version: 0, payer, view, tables: view.table ? [view.table] : [] }) ??
    (view.takesV1 ? draftSteps(group, { version: 1, payer, view, tables: [] }) : null)
  if (one) return { transactions: [one], tableRentLamports: lamports(0) }
  const withTable = withOwnTable(group, { payer, view })
  return (
    withTable && { transactions: withTable.transactions, tableRentLamports: rentLamports(view.emptyRentLamports, withTable.tableBytes) }
  )
}

/** The group after the transactions that create a lookup table for it alone, with only as many addresses as it needs to fit. */
export function withOwnTable(
  group: InstructionGroup,
  { payer, view }: { payer: PublicKey; view: ChainView },
): { transactions: PlannedTransaction[]; tableBytes: number } | null {
  const shared = view.table ? [view.table] : []
  const candidates = tableCandidates(group.instructions, payer, shared)
  const attempt = (count: number) => {
    const { table, create } = newLookupTable(payer, view.finalSlot, candidates.slice(0, count))
    const transaction = draftSteps(group, { version: 0, payer, view, tables: [...shared, table] })
    return transaction && { table, create, transaction }
  }
  const count = leastThat(candidates.length, (size) => attempt(size) !== null)
  const fitting = count === null ? null : attempt(count)
  if (!fitting) return null
  const { table, create, transaction } = fitting
  const making = tableTransactions({ table: table.key, addresses: table.state.addresses, create, payer, view })
  const tableBytes = LOOKUP_TABLE_HEADER_BYTES + 32 * table.state.addresses.length
  return making && { transactions: [...making, transaction], tableBytes }
}

/** The transactions that fill a table, after creating it where `create` is given; each carries as many addresses as fit. */
export function tableTransactions(input: {
  table: PublicKey
  addresses: readonly PublicKey[]
  create: TransactionInstruction | null
  payer: PublicKey
  view: ChainView
}): PlannedTransaction[] | null {
  const { table, addresses, create, payer, view } = input
  const done: PlannedTransaction[] = []
  let rest = addresses
  while (rest.length > 0) {
    const head = create && done.length === 0 ? [create] : []
    const draftOf = (count: number) =>
      draftSteps(
        { steps: ['lookup-table'], instructions: [...head, extendLookupTable(table, payer, rest.slice(0, count))] },
        { version: 0, payer, view, tables: [] },
      )
    let count = Math.min(rest.length, EXTEND_MAX)
    while (count > 0 && !draftOf(count)) count -= 1
    if (count === 0) return null
    done.push(draftOf(count)!)
    rest = rest.slice(count)
  }
  return done
}

/** 32 addresses are 1,024 bytes: no transaction carries more beside the rest. */
const EXTEND_MAX = 32

/** The least number from 1 to `most` that passes a monotonic test; null when none does. */
function leastThat(most: number, passes: (value: number) => boolean): number | null {
  if (most === 0 || !passes(most)) return null
  let [low, high] = [1, most]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (passes(middle)) high = middle
    else low = middle + 1
  }
  return low
}
