import { AppError } from '../../domain/errors.ts'
import type { Mint } from '../../domain/brands.ts'
import type { Coin, Remit } from '../../domain/coin.ts'
import { iso } from '../../domain/json.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { LIMITS } from '../../domain/limits.ts'
import { dryRunOf, type Operation, planOf } from '../../domain/operation.ts'
import { hashedPlan, type Plan, planHash } from '../../domain/plan/plan.ts'
import { policyText } from '../../domain/policy/spending-policy.ts'
import type { ReceiptHead } from '../../domain/receipt/receipt-head.ts'
import { chained, type ReceiptBody, receiptText } from '../../domain/receipt/receipt-text.ts'
import { sha256Hex } from '../../lib/bytes.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import type { Deps } from '../../ports/deps.ts'

type ReceiptDeps = Pick<Deps, 'storage' | 'policy' | 'launchpads' | 'a2a'>

/**
 * All that the service has of a coin, for whoever checks it without the service: entries chained by their hashes, and the head signed.
 */
export async function readReceipt(deps: ReceiptDeps, mint: Mint, keysUrl: string): Promise<string> {
  const { storage, a2a } = deps
  const coin = await storage.coins.find(mint)
  if (!coin) throw new AppError('coin_not_found')
  const operation = await storage.operations.find(coin.operationId)
  const { remits, complete } = await newestRemits(deps, mint)
  const bodies: ReceiptBody[] = [
    coinBody(deps, coin),
    ...(await planBodies(deps, operation)),
    ...(await policyBodies(deps, operation)),
    ...transactionBodies(coin),
    splitBody(coin),
    ...remits.map(remitBody),
  ]
  const entries = chained(bodies, sha256Hex)
  const head: ReceiptHead = {
    mint,
    count: entries.length,
    hash: entries.at(-1)!.hash,
    remits: { listed: remits.length, complete },
  }
  const signature = await a2a.signText(canonicalJson(head), keysUrl)
  return receiptText(entries, { head, keys: a2a.keys(), signature })
}

/** Oldest first, so that what is paid later changes no earlier entry. */
async function newestRemits({ storage }: ReceiptDeps, mint: Mint): Promise<{ remits: readonly Remit[]; complete: boolean }> {
  const remits: Remit[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof storage.remits.list>> = await storage.remits.list({ limit: LIMITS.pageMax, cursor }, { mint })
    remits.push(...page.rows)
    cursor = page.nextCursor
  } while (cursor !== null && remits.length < OWN_LIMITS.receiptRemitsMax)
  return { remits: remits.toReversed(), complete: cursor === null }
}

function coinBody({ policy, launchpads }: ReceiptDeps, coin: Coin): ReceiptBody {
  const { mint, platform, launcher, launchedAtMs } = coin
  const chainId = launchpads.ids.includes(platform) ? launchpads.facts(platform).chainId : ''
  return {
    kind: 'coin',
    body: { service: policy.baseUrl, mint, platform, chainId, launcher, launchedAt: iso(launchedAtMs) },
  }
}

/** The plan with its approvals, of the operation that made or locked the coin. */
async function planBodies({ storage }: ReceiptDeps, operation: Operation | null): Promise<ReceiptBody[]> {
  const plan = operation && planOf(operation)
  if (!plan) return []
  const dryRunId = operation && dryRunOf(operation)
  const dryRun = dryRunId === null ? null : await storage.dryRuns.find(dryRunId)
  const hashed = publicPlan(plan)
  const approvals = (dryRun?.approvals ?? []).map(({ by, atMs, proof }): ReceiptBody => ({
    kind: 'approval',
    body: { wallet: by, at: iso(atMs), message: proof?.message ?? null, signature: proof?.signature ?? null },
  }))
  return [{ kind: 'plan', body: { dryRunId, planHash: planHash(plan), hashed } }, ...approvals]
}

/** The policy that the operation was counted under, with the signatures that it has. */
async function policyBodies({ storage }: ReceiptDeps, operation: Operation | null): Promise<ReceiptBody[]> {
  const hash = operation?.kind === 'launch' ? operation.policyHash : undefined
  const stored = hash === undefined ? null : await storage.policies.find(hash)
  if (!stored) return []
  const signatures = stored.approvals.flatMap(({ by, atMs, proof }) => (proof ? [{ wallet: by, at: iso(atMs), ...proof }] : []))
  return [{ kind: 'policy', body: { hash: stored.hash, text: policyText(stored.policy), signatures } }]
}

/** Null for a plan whose hash is over the id of its key. */
const publicPlan = (plan: Plan) => (plan.keySalt === undefined ? null : hashedPlan(plan))

function transactionBodies({ signature, createHeight, feeShareSignature, lockHeight }: Coin): ReceiptBody[] {
  const isOne = feeShareSignature === signature
  const created: ReceiptBody = {
    kind: 'transaction',
    body: { steps: isOne ? ['create', 'lock'] : ['create'], signature, height: createHeight },
  }
  if (feeShareSignature === null || isOne) return [created]
  return [created, { kind: 'transaction', body: { steps: ['lock'], signature: feeShareSignature, height: lockHeight ?? 0 } }]
}

const splitBody = ({ feeShareLocked, holderKol, shareholders }: Coin): ReceiptBody => ({
  kind: 'split',
  body: { locked: feeShareLocked, asPlanned: !holderKol, shareholders: shareholders.map(({ wallet, bps }) => ({ wallet, bps })) },
})

const remitBody = ({ wallet, amountAtomic, currency, signature, height, atMs }: Remit): ReceiptBody => ({
  kind: 'remit',
  body: { wallet, amount: amountAtomic.toString(), currency, signature, height, at: iso(atMs) },
})
