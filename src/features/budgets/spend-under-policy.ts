import { type AtomicUnits, atomicUnits, type KeyId, type OperationId, type UnixMs, type Wallet } from '../../domain/brands.ts'
import { addressKey } from '../../domain/crew/payee.ts'
import { holdsRole } from '../../domain/crew/role.ts'
import { dayStartMs } from '../../domain/limits/utc-day.ts'
import { PRICED_CURRENCY } from '../../domain/money/currency.ts'
import { type ApprovalRule, type DryRun, isApproved, notApproved } from '../../domain/plan/dry-run.ts'
import { checkPolicy, type PlannedLaunch, POLICY_CLAUSES, type PolicyClause } from '../../domain/policy/check-policy.ts'
import { policyHash } from '../../domain/policy/spending-policy.ts'
import { serviceHost } from '../../domain/text/service-host.ts'
import type { Deps } from '../../ports/deps.ts'
import type { StoredPolicy } from '../../ports/storage/policy.ts'
import type { Repos } from '../../ports/storage/storage.ts'

/** The plan that a key wants to launch, and the wallet that pays for it. */
export interface PolicyOrder {
  readonly dryRun: Pick<DryRun, 'plan' | 'quote'>
  readonly launcher: Wallet
}

/** The policy that a launch is inside of, or the first clause that it breaks; `clause` is null for a key without a policy. */
export type PolicyAnswer =
  | { readonly policyHash: string; readonly costAtomic: AtomicUnits }
  | { readonly policyHash: null; readonly clause: PolicyClause | null }

/** What policies are looked at with, as the operator has it now. */
export type PolicyRule = ApprovalRule & { readonly baseUrl: string }

/** Which policy of its key a launch would be inside of now. Nothing is counted: another launch may take the rest of the day first. */
export async function readPolicyOf(
  repos: Pick<Repos, 'policies' | 'spending' | 'kols'>,
  rule: PolicyRule,
  { dryRun: { plan, quote }, launcher }: PolicyOrder,
  nowMs: UnixMs,
): Promise<PolicyAnswer> {
  // One that was altered in the database allows nothing.
  const living = (await repos.policies.listLiving(plan.keyId, nowMs)).filter(({ hash, policy }) => policyHash(policy) === hash)
  if (living.length === 0) return { policyHash: null, clause: null }
  const cost = quote.cost && { totalAtomic: quote.cost.totalAtomic, currency: quote.cost.currency ?? PRICED_CURRENCY }
  const inDirectory = await directoryWallets(repos, plan.shareholders)
  const launch: PlannedLaunch = { host: serviceHost(rule), plan, launcher, cost, inDirectory, atMs: nowMs }
  let first: PolicyClause | null = null
  for (const signed of living) {
    const clause = checkPolicy(signed, rule, await spentUnder(repos, signed, nowMs), launch)
    if (clause === null && cost) return { policyHash: signed.hash, costAtomic: cost.totalAtomic }
    first ??= clause
  }
  return { policyHash: null, clause: first }
}

/** Throws unless the plan is approved, or the launch is inside a policy of its key now. */
export async function checkAllowed(
  { storage, policy, clock }: Pick<Deps, 'storage' | 'policy' | 'clock'>,
  dryRun: DryRun,
  launcher: Wallet,
): Promise<void> {
  if (isApproved(dryRun, policy)) return
  const answer = await readPolicyOf(storage, policy, { dryRun, launcher }, clock.nowMs())
  if (answer.policyHash === null) throw notApproved(dryRun, policy, answer.clause && POLICY_CLAUSES[answer.clause])
}

/**
 * Counts the launch under a policy of its key that it is inside of. Call it in the transaction that writes the operation: it holds the
 * lock of the key's policies until that ends, so that launches at once, and the end of a policy, come one after the other. Throws when
 * the launch is outside all of them. Returns the policy's hash.
 *
 * @throws Error when this operation is counted already
 */
export async function spendUnderPolicy(
  tx: Repos,
  rule: PolicyRule,
  order: PolicyOrder & { readonly dryRun: DryRun; readonly operation: OperationId },
  nowMs: UnixMs,
): Promise<string> {
  await lockPolicies(tx, order.dryRun.plan.keyId)
  const { dryRun } = order
  const answer = await readPolicyOf(tx, rule, order, nowMs)
  if (answer.policyHash === null) throw notApproved(dryRun, rule, answer.clause && POLICY_CLAUSES[answer.clause])
  const { policyHash: caller, costAtomic: amountAtomic } = answer
  const entry = { id: order.operation, budgetName: 'policy', spendingClass: 'caller', caller, amountAtomic, atMs: nowMs } as const
  if (!(await tx.spending.insert(entry))) throw new Error(`${order.operation} is counted under a policy already`)
  return caller
}

/** Waits until no launch of the key is being counted under a policy, and lets none be until the transaction ends. */
export const lockPolicies = (tx: Pick<Repos, 'lock'>, keyId: KeyId): Promise<void> => tx.lock(`policies ${keyId}`)

/** What launches of this UTC day cost under the policy. */
export async function spentUnder(
  { spending }: Pick<Repos, 'spending'>,
  { hash }: Pick<StoredPolicy, 'hash'>,
  nowMs: UnixMs,
): Promise<AtomicUnits> {
  const { ofCallerAtomic } = await spending.spent('policy', dayStartMs(nowMs), { spendingClass: 'caller', caller: hash })
  return atomicUnits(ofCallerAtomic)
}

async function directoryWallets({ kols }: Pick<Repos, 'kols'>, shareholders: PlannedLaunch['plan']['shareholders']): Promise<Set<string>> {
  const crew = shareholders.filter(({ role }) => holdsRole(role, 'kol')).map(({ wallet }) => wallet)
  const found = await Promise.all(crew.map(async (wallet) => ((await kols.findByWallet(wallet)) ? [addressKey(wallet)] : [])))
  return new Set(found.flat())
}
