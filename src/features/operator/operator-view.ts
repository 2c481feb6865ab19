import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { KolImportProblem } from '../../domain/kols/kol-import.ts'
import { Finding, FINDING_LEVELS } from '../../domain/operator/finding.ts'
import { DateTime, Enum, iso, isoOrNull, Nullable, Ok } from '../../domain/json.ts'
import { AmountView, amountView } from '../../domain/money/amount-json.ts'
import { priceText } from '../../domain/money/price-text.ts'
import { BUDGET_NAMES } from '../../domain/money/spending.ts'
import { type Operation, OPERATION_KINDS, OPERATION_STATES, planOf, UNFINISHED_STATES } from '../../domain/operation.ts'
import type { ChainedAct } from '../../domain/operator/chained-act.ts'
import { ACT_KINDS, ACTS, ACTOR_WAYS, type OperatorAct } from '../../domain/operator/operator-act.ts'
import { type Payment, PAYMENT_STATES } from '../../domain/payments/payment.ts'
import { LIMITS } from '../../domain/limits.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import type { UnixMs } from '../../domain/brands.ts'
import type { BudgetReading } from '../budgets/read-budgets.ts'
import type { KolImportReport } from '../kols/import-kols.ts'
import type { WalletBalance } from '../metrics/wallet-balances.ts'
import { failureView, FailureView } from '../operations/failure-view.ts'
import { failureWord, hasVerdict } from '../../domain/payments/payment-failure.ts'

const { level, text, of, fix } = Finding.properties

/** Answer of the findings: what is wrong first. */
export const FindingsResponse = Ok({
  at: DateTime(),
  findings: Type.Array(
    Type.Object({ level, text, of, fix: Nullable(Type.String({ description: fix.description! })) }, { title: 'Finding' }),
  ),
})

/** The findings as JSON. */
export const findingsView = (findings: readonly Finding[], nowMs: UnixMs): Static<typeof FindingsResponse> => ({
  ok: true,
  at: iso(nowMs),
  findings: FINDING_LEVELS.toReversed()
    .flatMap((wanted) => findings.filter(({ level }) => level === wanted))
    .map((finding) => ({ ...finding, fix: finding.fix ?? null })),
})

/** States by which operations are listed; `stuck` are those under way for more than ten minutes. */
export const LISTED_STATES = ['under-way', 'stuck', 'locked', 'unlocked', 'done', 'failed'] as const

/** Schema of an operation of any kind and key. */
export const OperationView = Type.Object({
  operationId: Type.String(),
  kind: Enum(OPERATION_KINDS),
  state: Enum(OPERATION_STATES),
  stuck: Type.Boolean({ description: 'Under way for more than ten minutes.' }),
  keyId: Type.String(),
  platform: Type.String(),
  mint: Type.String(),
  name: Nullable(Type.String({ description: 'Of a launch.' })),
  ticker: Nullable(Type.String()),
  launcher: Type.String({ description: 'The wallet that signs and pays.' }),
  signatures: Type.Array(Type.String()),
  distributed: Nullable(AmountView),
  failure: Nullable(FailureView),
  createdAt: DateTime(),
  finishedAt: Nullable(DateTime()),
})
OperationView.title = 'Operation'

export type OperationView = Static<typeof OperationView>

/** The operation as JSON. */
export const operationView =
  (nowMs: UnixMs) =>
  (operation: Operation): OperationView => {
    const request = operation.kind === 'launch' ? planOf(operation)!.request : null
    return {
      operationId: operation.id,
      kind: operation.kind,
      state: operation.state,
      stuck:
        (UNFINISHED_STATES as readonly string[]).includes(operation.state) && nowMs - operation.createdAtMs >= OWN_LIMITS.launchStuckMs,
      keyId: operation.keyId,
      platform: operation.platform,
      mint: operation.mint,
      name: request?.name ?? null,
      ticker: request?.ticker ?? null,
      launcher: operation.launcher,
      signatures: operation.transactions.map(({ signature }) => signature),
      distributed: operation.kind === 'crank' ? (operation.result?.distributed ?? null) : null,
      failure: failureView(operation),
      createdAt: iso(operation.createdAtMs),
      finishedAt: isoOrNull(operation.finishedAtMs),
    }
  }

/** Schema of the payment of a call. */
export const PaymentView = Type.Object({
  id: Type.String(),
  state: Enum(PAYMENT_STATES),
  price: Type.String({ description: 'In dollars: $0.05' }),
  payer: Type.String(),
  network: Type.String(),
  nonce: Type.String(),
  route: Type.String(),
  transaction: Nullable(Type.String()),
  failure: Nullable(Type.String({ description: 'Why the work, or the settlement, failed.' })),
  proved: Type.Boolean({ description: 'False: nobody could tell whether it was charged. Look its nonce up on the chain first.' }),
  createdAt: DateTime(),
  settledAt: Nullable(DateTime()),
  finishedAt: Nullable(DateTime()),
})
PaymentView.title = 'Payment'

/** The payment as JSON. */
export const paymentView = (payment: Payment): Static<typeof PaymentView> => ({
  id: payment.id,
  state: payment.state,
  price: priceText(payment.amountUsdMicros),
  payer: payment.payer,
  network: payment.network,
  nonce: payment.nonce,
  route: payment.route,
  transaction: payment.transaction,
  failure: payment.failure && failureWord(payment.failure),
  proved: !hasVerdict(payment, 'unproven'),
  createdAt: iso(payment.createdAtMs),
  settledAt: isoOrNull(payment.settledAtMs),
  finishedAt: isoOrNull(payment.finishedAtMs),
})

/** Answer of the operator's money: what each wallet may spend in a day, and what it holds. */
export const BudgetsResponse = Ok({
  budgets: Type.Array(
    Type.Object({
      name: Enum(BUDGET_NAMES),
      daily: AmountView,
      spent: AmountView,
      left: AmountView,
      raisedBy: Type.String({ description: 'The setting that raises it.' }),
    }),
  ),
  wallets: Type.Array(
    Type.Object({
      role: Type.String({ description: 'What it pays.' }),
      platform: Type.String(),
      wallet: Type.String(),
      balance: Nullable(AmountView, { description: 'Null while its chain does not answer.' }),
    }),
  ),
})

/** Budgets and balances as JSON. */
export const budgetsView = (readings: readonly BudgetReading[], balances: readonly WalletBalance[]): Static<typeof BudgetsResponse> => ({
  ok: true,
  budgets: readings.map(({ budget: { budgetName, currency, dailyAtomic, raisedBy }, spentAtomic, leftAtomic }) => ({
    name: budgetName,
    daily: amountView(dailyAtomic, currency),
    spent: amountView(spentAtomic, currency),
    left: amountView(leftAtomic, currency),
    raisedBy,
  })),
  wallets: balances.map(({ role, platform, wallet, currency, balanceAtomic }) => ({
    role,
    platform,
    wallet,
    balance: balanceAtomic === null ? null : amountView(balanceAtomic, currency),
  })),
})

/** Schema of an entry of the audit log. */
export const ActView = Type.Object({
  id: Type.String(),
  kind: Enum(ACT_KINDS),
  by: Enum(ACTOR_WAYS, {
    description: 'key: the operator’s. command: on the machine. wallet: its signature. agent: its key. clock: the service.',
  }),
  address: Nullable(Type.String({ description: 'Network address of the client, if it was one.' })),
  name: Type.Optional(Type.String({ description: 'Of several operators.' })),
  subject: Type.String({ description: 'What it was done to.' }),
  detail: Type.Unsafe<OperatorAct['detail']>(
    Type.Union([...new Set<TSchema>(Object.values(ACTS))], { description: 'What was set, by name; its members go by the kind.' }),
  ),
  at: DateTime(),
  number: Type.Integer(),
  hash: Type.String({ description: 'Of the hash before it, a line feed, and this entry without `hash` as RFC 8785 has it: SHA-256.' }),
})
ActView.title = 'OperatorAct'

/** The entry as JSON. */
export const actView = ({ id, kind, by, subject, detail, atMs, number, hash }: ChainedAct): Static<typeof ActView> => ({
  id,
  kind,
  by: by.way,
  address: by.address,
  ...(by.name === undefined ? {} : { name: by.name }),
  subject,
  detail: { ...detail },
  at: iso(atMs),
  number,
  hash,
})

/** Answer of a directory file that was imported, or tried. */
export const DirectoryResponse = Ok({
  imported: Type.Boolean({ description: 'False for a preview.' }),
  added: Type.Integer(),
  updated: Type.Integer(),
  problemCount: Type.Integer(),
  problems: Type.Array(KolImportProblem, { description: `The first ${LIMITS.pageMax}.` }),
})

/** The report as JSON. */
export const directoryView = ({ added, updated, problems }: KolImportReport, imported: boolean): Static<typeof DirectoryResponse> => ({
  ok: true,
  imported,
  added,
  updated,
  problemCount: problems.length,
  problems: problems.slice(0, LIMITS.pageMax).map((problem) => ({ ...problem })),
})
