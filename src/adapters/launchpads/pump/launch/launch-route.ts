import { PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js'
import { type Lamports, lamports } from '../../../../domain/brands.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { LockPath } from '../../../../domain/lock-path.ts'
import { tipAccountOf } from '../../../chains/solana/jito.ts'
import type { ChainView } from '../transactions/chain-view.ts'
import type { LaunchParts } from './launch-parts.ts'
import { draftSteps, type InstructionGroup, type PlannedTransaction, withOwnTable } from '../transactions/pack-transactions.ts'

/** A launch's path and its transactions in the order of sending. */
export interface LaunchRoute {
  readonly lockPath: LockPath
  readonly transactions: readonly PlannedTransaction[]
  /** Bytes of a lookup table created for this launch only; 0 without one. */
  readonly tableBytes: number
  readonly tipLamports: Lamports
}

/** The input of the route search. */
export interface RouteRequest {
  readonly mint: PublicKey
  readonly payer: PublicKey
  readonly parts: LaunchParts
  readonly view: ChainView
  /** The tip of a bundle; null without a block engine. */
  readonly tipLamports: Lamports | null
  readonly atomicRequired: boolean
  /** Allowed paths; their order is fixed. */
  readonly allowed: readonly LockPath[]
}

const BUNDLE_TRANSACTIONS_MAX = 5
const NO_TIP_LAMPORTS = lamports(0)

/**
 * The first path, in order of preference, whose transactions, serialized and measured, fit the network's limits.
 *
 * @throws AppError atomic_not_possible when only the sequential one fits and it is not allowed | launch_refused when none does
 * @see rules 10.15
 */
export function chooseRoute(request: RouteRequest): LaunchRoute {
  const { parts, atomicRequired, allowed } = request
  if (parts.lock.length === 0) return openRoute(request)
  const ladder: [LockPath, () => LaunchRoute | null][] = [
    ['atomic-v1', () => single(request, 1, 'atomic-v1')],
    ['atomic-v0', () => single(request, 0, 'atomic-v0') ?? withLaunchTable(request, 'atomic-v0')],
    ['jito-bundle', () => bundled(request)],
  ]
  for (const [path, attempt] of ladder) {
    const route = allowed.includes(path) ? attempt() : null
    if (route) return route
  }
  if (atomicRequired || !allowed.includes('sequential')) throw new AppError('atomic_not_possible')
  const transactions = packed(request, [])
  if (!transactions) throw new AppError('launch_refused', { reason: 'TransactionTooLarge' })
  return { lockPath: 'sequential', transactions, tableBytes: 0, tipLamports: NO_TIP_LAMPORTS }
}

/** Without a lock nobody can trade in between: one transaction where it fits, else the buy follows the create. */
function openRoute(request: RouteRequest): LaunchRoute {
  const path = 'holder-kol-open'
  const whole = (request.allowed.includes('atomic-v1') ? single(request, 1, path) : null) ?? single(request, 0, path)
  if (whole) return whole
  const transactions = packed(request, [])
  if (!transactions) throw new AppError('launch_refused', { reason: 'TransactionTooLarge' })
  return { lockPath: path, transactions, tableBytes: 0, tipLamports: NO_TIP_LAMPORTS }
}

const groupsOf = ({ parts }: RouteRequest): InstructionGroup[] =>
  (['create', 'lock', 'buy'] as const)
    .map((step): InstructionGroup => ({ steps: [step], instructions: parts[step] }))
    .filter(({ instructions }) => instructions.length > 0)

const merged = (groups: readonly InstructionGroup[]): InstructionGroup => ({
  steps: groups.flatMap(({ steps }) => steps),
  instructions: groups.flatMap(({ instructions }) => instructions),
})

function single(request: RouteRequest, version: 0 | 1, lockPath: LockPath): LaunchRoute | null {
  const { view, payer } = request
  if (version === 1 && !view.takesV1) return null
  const transaction = draftSteps(merged(groupsOf(request)), { version, payer, view, tables: view.table ? [view.table] : [] })
  return transaction && { lockPath, transactions: [transaction], tableBytes: 0, tipLamports: NO_TIP_LAMPORTS }
}

function withLaunchTable(request: RouteRequest, lockPath: LockPath): LaunchRoute | null {
  const packing = withOwnTable(merged(groupsOf(request)), request)
  return packing && { lockPath, ...packing, tipLamports: NO_TIP_LAMPORTS }
}

/** Create, lock and buy in one bundle, whose last transaction pays the tip. */
function bundled(request: RouteRequest): LaunchRoute | null {
  const { mint, payer, tipLamports } = request
  if (tipLamports === null) return null
  const tip: TransactionInstruction = SystemProgram.transfer({
    fromPubkey: payer,
    toPubkey: new PublicKey(tipAccountOf(mint.toBytes()[0]!)),
    lamports: tipLamports,
  })
  const transactions = packed(request, [{ steps: ['transfer'], instructions: [tip] }])
  if (!transactions || transactions.length > BUNDLE_TRANSACTIONS_MAX) return null
  const bundle = mint.toBase58()
  return { lockPath: 'jito-bundle', transactions: transactions.map((entry) => ({ ...entry, bundle })), tableBytes: 0, tipLamports }
}

/**
 * The launch in as few transactions as its instruction groups fit in, in their order, the create alone and `last` at the end; with the
 * sweep before the lock where it fits. Null when a group does not fit a transaction.
 */
function packed(request: RouteRequest, last: readonly InstructionGroup[]): PlannedTransaction[] | null {
  const groups = [...groupsOf(request), ...last]
  const { sweep } = request.parts
  const swept = groups.map((group) =>
    group.steps.includes('lock') ? { ...group, instructions: [...sweep, ...group.instructions] } : group,
  )
  return packGroups(request, swept) ?? packGroups(request, groups)
}

function packGroups({ payer, view }: RouteRequest, [create, ...groups]: readonly InstructionGroup[]): PlannedTransaction[] | null {
  const draft = (group: InstructionGroup) => draftSteps(group, { version: 0, payer, view, tables: view.table ? [view.table] : [] })
  const first = draft(create!)
  if (!first) return null
  const done: PlannedTransaction[] = [first]
  let open: { group: InstructionGroup; transaction: PlannedTransaction } | null = null
  for (const group of groups) {
    const together: InstructionGroup = open ? merged([open.group, group]) : group
    const transaction = draft(together)
    if (transaction) {
      open = { group: together, transaction }
      continue
    }
    const alone = draft(group)
    if (!alone) return null
    if (open) done.push(open.transaction)
    open = { group, transaction: alone }
  }
  return open ? [...done, open.transaction] : done
}
