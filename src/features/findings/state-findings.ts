import { looksLikeEvmAddress } from '../../lib/evm-address.ts'
import { type UnixMs, unixMs } from '../../domain/brands.ts'
import type { Finding } from '../../domain/operator/finding.ts'
import { ledgerDifference } from '../../domain/ledger/ledger-difference.ts'
import { MINUTE_MS } from '../../domain/limits.ts'
import { type Operation, planOf } from '../../domain/operation.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { amountText } from '../../domain/money/currency.ts'
import type { Deps } from '../../ports/deps.ts'
import type { ScheduledRun } from '../../ports/storage/scheduling.ts'
import { programFindings } from '../programs/program-findings.ts'
import { readBudgets } from '../budgets/read-budgets.ts'

/** Longer than a run of any job, and than a delivery's turn. */
const LATE_MS = 2 * MINUTE_MS
const PAGE = { limit: 100, cursor: null }

type StateDeps = Pick<Deps, 'storage' | 'policy' | 'clock'>

/** What the database says of pending work, of what callers share, and of the operator's wallets. Changes nothing. */
export async function stateFindings(deps: StateDeps): Promise<readonly Finding[]> {
  const nowMs = deps.clock.nowMs()
  const runs = await deps.storage.scheduledRuns.list()
  return [
    await quotaFinding(deps),
    await directoryFinding(deps),
    await approvalFinding(deps),
    await launchFinding(deps),
    await webhookFinding(deps),
    ...(await refundFindings(deps)),
    ...(await budgetFindings(deps)),
    ...(await ledgerFindings(deps)),
    ...(await programFindings(deps)),
    ...runs.map((run) => runFinding(run, nowMs)),
  ]
}

/** How much of the quotas that callers share is used. */
async function quotaFinding({ storage, policy }: StateDeps): Promise<Finding> {
  const mib = (bytes: number) => Math.ceil(bytes / 1_048_576)
  const mostBytes = policy.pictureQuota.allBytes
  const { all: allBytes } = await storage.images.unusedOfAll('')
  const text = `the database takes ${mib(await storage.bytes())} MiB; pictures that wait for a launch take ${mib(allBytes)} of ${mib(mostBytes)} MiB`
  if (allBytes * 4 < mostBytes * 3) return { level: 'ok', text }
  return {
    level: 'warn',
    text,
    fix: 'pictures of unused dry-runs go within an hour; raise PICTURE_TOTAL_MIB if callers are refused (pictures_full)',
  }
}

async function directoryFinding({ storage, policy }: StateDeps): Promise<Finding> {
  const { rows } = await storage.kols.list({ limit: 1, cursor: null })
  if (rows.length > 0) return { level: 'ok', text: 'the directory has people to hire' }
  const sample = policy.cluster === 'simulated' ? ', or `agent-launch kols import --sample` for invented ones' : ''
  return { level: 'warn', text: 'the directory is empty: Autohire hires nobody', fix: `\`agent-launch kols import FILE\`${sample}` }
}

const FIX_PLANS = 'add Solana wallets to APPROVER_WALLETS, unless every launch is to be inside a spending policy'

/** An empty allowlist refuses everyone, so that no key that needs an approval could launch. */
async function approvalFinding({ storage, policy }: StateDeps): Promise<Finding> {
  // Wallets of EVM chains sign policies, and no plan.
  const ofPlans = [...policy.approvers].filter((wallet) => !looksLikeEvmAddress(wallet)).length
  const policiesAlone = policy.approvers.size - ofPlans
  const more = policiesAlone === 0 ? '' : `, and ${policiesAlone} of an EVM chain may sign spending policies alone`
  if (ofPlans >= policy.approvalsRequired) return { level: 'ok', text: `${counted(ofPlans, 'wallet', 'wallets')} may approve${more}` }
  if (policiesAlone > 0)
    return {
      level: 'warn',
      text: `${counted(ofPlans, 'wallet', 'wallets')} may approve a plan, which needs ${policy.approvalsRequired}${more}`,
      fix: FIX_PLANS,
    }
  const { rows } = await storage.keys.list(PAGE)
  const waiting = rows.filter(({ active, requireApproval }) => active && requireApproval).length
  const fix = 'set APPROVER_WALLETS to the wallets of those who may approve'
  return waiting > 0
    ? { level: 'fail', text: `${waiting} key(s) need approval and nobody can give it: they cannot launch`, fix }
    : { level: 'warn', text: 'nobody can approve a dry-run', fix: `${fix}, if any key is to need approval` }
}

async function launchFinding({ storage, clock }: StateDeps): Promise<Finding> {
  const nowMs = clock.nowMs()
  const { rows, nextCursor } = await storage.operations.list('launch', PAGE, { unfinishedSinceMs: nowMs })
  const stuck = await storage.operations.list('launch', PAGE, { unfinishedSinceMs: unixMs(nowMs - OWN_LIMITS.launchStuckMs) })
  const count = (found: readonly unknown[], more: string | null) =>
    more === null ? counted(found.length, 'launch', 'launches') : `${found.length} or more launches`
  if (stuck.rows.length === 0) return { level: 'ok', text: `${count(rows, nextCursor)} under way, none for more than 10 minutes` }
  const text = `${count(stuck.rows, stuck.nextCursor)} under way for more than 10 minutes: ${stuck.rows.map(launchName).join(', ')}`
  const fix = 'start the service if it does not run; else see "operation not settled yet" in its log, which names what the chain lacks'
  return { level: 'warn', of: 'launches', text, fix }
}

/** The name of the coin, then the operation. */
function launchName(operation: Operation): string {
  const { name, ticker } = planOf(operation)!.request
  return `${name} ($${ticker}, ${operation.id})`
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** Refunds that the operator owes to payers; nothing when none is due. */
async function refundFindings({ storage }: StateDeps): Promise<Finding[]> {
  const due = (await storage.payments.countByState()).get('refund_due') ?? 0
  if (due === 0) return []
  return [
    {
      level: 'warn',
      of: 'refunds',
      text: `${counted(due, 'refund is', 'refunds are')} due to payers`,
      fix: '`agent-launch payments list --state refund_due` shows them',
    },
  ]
}

async function webhookFinding({ storage, clock }: StateDeps): Promise<Finding> {
  const nowMs = clock.nowMs()
  const { pending, oldestAtMs, overdueSinceMs } = await storage.webhooks.backlog(nowMs)
  const { rows, nextCursor } = await storage.webhooks.list(null, PAGE)
  const off = rows.filter(({ disabled }) => disabled !== null).length
  const age = oldestAtMs === null ? '' : `, the oldest since ${new Date(oldestAtMs).toISOString()}`
  const text = `${counted(pending, 'webhook delivery waits', 'webhook deliveries wait')}${age}; ${nextCursor === null ? '' : 'at least '}${counted(off, 'endpoint is', 'endpoints are')} switched off`
  if (overdueSinceMs === null || nowMs - overdueSinceMs <= LATE_MS) return { level: 'ok', text }
  return {
    level: 'warn',
    text: `${text}; nobody sends them`,
    fix: 'start the service if it does not run; else look for "webhook" in its log',
  }
}

/** What the wallets may still spend today; nothing for wallets that are not configured. */
async function budgetFindings({ storage, policy, clock }: StateDeps): Promise<Finding[]> {
  const readings = await readBudgets(policy, storage, clock)
  return readings.map(({ budget: { budgetName, currency, dailyAtomic, raisedBy }, spentAtomic, leftAtomic }) => {
    const text = `${budgetName} wallet: ${amountText(spentAtomic, currency)} of ${amountText(dailyAtomic, currency)} spent today (UTC)`
    if (leftAtomic * 10n > dailyAtomic) return { level: 'ok', text }
    return { level: 'warn', text, fix: `its work waits until tomorrow (UTC); ${raisedBy} raises the budget` }
  })
}

/** Whether the chain says of each wallet what its ledger comes to; nothing for wallets that were not compared yet. */
async function ledgerFindings({ storage }: StateDeps): Promise<Finding[]> {
  return (await storage.ledger.listWallets()).flatMap((state): Finding[] => {
    const difference = ledgerDifference(state)
    if (difference === null) return []
    const text = `the ledger of ${state.wallet} (${state.chainId})`
    if (difference.amountAtomic === 0n) return [{ level: 'ok', text: `${text} is what the chain says that it holds` }]
    const than = difference.sign === '-' ? 'more than' : 'less than'
    const fix = 'GET /api/ledger/wallets says since when; docs/operate.md, AgentLaunchLedgerDiffers, says what to do'
    return [{ level: 'warn', text: `${text} has ${amountText(difference.amountAtomic, state.currency)} ${than} the chain`, fix }]
  })
}

/** The last run of a scheduled job. */
function runFinding({ name, lastStartedAtMs, lastFinishedAtMs, lastOutcome, nextRunAtMs }: ScheduledRun, nowMs: UnixMs): Finding {
  const time = (timeMs: number | null) => (timeMs === null ? 'never' : new Date(timeMs).toISOString())
  const text = `job ${name}: last run ${time(lastStartedAtMs)}, ended ${time(lastFinishedAtMs)} (${lastOutcome ?? 'no outcome yet'}), next ${time(nextRunAtMs)}`
  if (lastOutcome?.startsWith('failed'))
    return { level: 'warn', text, fix: 'see "job failed" in the service’s log for the error; the job runs again at its next time' }
  if (nextRunAtMs !== null && nowMs - nextRunAtMs > LATE_MS)
    return { level: 'warn', text: `${text}, which has passed`, fix: 'start the service; if it runs, see "job" in its log' }
  return { level: 'ok', text }
}
