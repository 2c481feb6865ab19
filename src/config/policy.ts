import { hashApiKey } from '../domain/api-key.ts'
import { LIMITS } from '../domain/limits.ts'
import { type BudgetName, BUDGET_NAMES } from '../domain/money/spending.ts'
import type { Policy } from '../ports/deps.ts'
import { buildCommit } from './build-commit.ts'
import { chainsOf } from './chains.ts'
import type { Config } from './config.ts'
import { embeddedFile } from './embedded-database.ts'

/** The wallets that the configuration gives a key of. */
function budgetsInUse(config: Config): readonly BudgetName[] {
  const { payments, buyback, jobs } = config
  const others = {
    facilitator: payments.facilitatorKey,
    buyback: buyback.key,
    escrow: jobs.escrowKey,
  }
  const keys = new Map<BudgetName, unknown>([
    ...(Object.entries(others) as [BudgetName, unknown][]),
    ...chainsOf(config).map(({ policy, crankPayerKey }) => [policy.cranks.budgetName, crankPayerKey] as const),
  ])
  return BUDGET_NAMES.filter((budgetName) => (keys.get(budgetName) ?? null) !== null)
}

/** What the use cases may know of the configuration. */
export function policyOf(config: Config): Policy {
  const { server, data, access, solana, cranks, jobs, payments } = config
  const { key: _key, ...buyback } = config.buyback
  const simulated = solana.rpcUrls.length === 0
  return Object.freeze({
    cluster: simulated ? ('simulated' as const) : ('mainnet-beta' as const),
    baseUrl: server.baseUrl,
    serviceTitle: server.serviceTitle,
    buildCommit: buildCommit(),
    approvers: new Set(access.approverWallets),
    chains: Object.fromEntries(chainsOf(config).map(({ chainId, policy }) => [chainId, policy])),
    atomicRequired: solana.atomicRequired,
    simulatedOpen: simulated && access.simulatedOpen !== '0',
    simulatedLocalOnly: access.simulatedOpen === 'local',
    operatorKeyHash: access.operatorApiKey && hashApiKey(access.operatorApiKey),
    browserKeyHash: access.browserApiKey && hashApiKey(access.browserApiKey),
    opsKeyHashes: new Set(access.opsKeyHashes),
    trustedProxies: server.trustedProxies,
    allowPlainHttp: server.allowPlainHttp,
    rateLimits: true,
    jobsEnabled: jobs.enabled,
    crankCron: cranks.cron,
    budgetsInUse: budgetsInUse(config),
    facilitatorDailyWei: payments.dailyWei,
    facilitatorGasMax: payments.gasMax,
    jobsDailyAtomic: jobs.dailyLamports,
    backupCron: embeddedFile(data) === null ? null : data.backupCron,
    payments: payments.payTo === null ? null : { payTo: payments.payTo, prices: payments.prices },
    buyback,
    pictureQuota: { ownBytes: data.pictureQuotaBytes, allBytes: data.pictureTotalBytes },
    dryRunQuota: { own: LIMITS.dryRunsPerOwner, all: LIMITS.dryRunsMax },
  })
}
