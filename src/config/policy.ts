import { hashApiKey } from '../domain/api-key.ts'
import { LIMITS } from '../domain/limits.ts'
import { OWN_LIMITS } from '../domain/limits/own-limits.ts'
import { type BudgetName, BUDGET_NAMES } from '../domain/money/spending.ts'
import type { Policy } from '../ports/policy.ts'
import { buildCommit } from './build-commit.ts'
import { chainsOf } from './chains.ts'
import type { Config } from './config.ts'
import { paymentTermsOf } from './payment-settings.ts'
import { embeddedFile } from './embedded-database.ts'
import { isSimulated } from './is-simulated.ts'
import { BASE_CHAIN_ID } from '../domain/chain.ts'
import { IDENTITY_REGISTRY } from './identity-registry.ts'
import { isPublicUrl } from '../lib/public-url.ts'

/** The wallets for which a key is configured. */
function budgetsInUse(config: Config): readonly BudgetName[] {
  const { payments, buyback, jobs, acp } = config
  const others = {
    facilitator: payments.facilitatorKey,
    buyback: buyback.key,
    escrow: jobs.escrowKey,
    acp: acp.walletKey,
  }
  const keys = new Map<BudgetName, unknown>([
    ...(Object.entries(others) as [BudgetName, unknown][]),
    ...chainsOf(config).map(({ policy, crankPayerKey }) => [policy.cranks.budgetName, crankPayerKey] as const),
  ])
  return BUDGET_NAMES.filter((budgetName) => (keys.get(budgetName) ?? null) !== null)
}

/** The part of the configuration that use cases may read. */
export function policyOf(config: Config): Policy {
  const { server, data, access, solana, cranks, jobs, payments, agents, acp } = config
  const { key: _key, earningsKey: _earningsKey, ...buyback } = config.buyback
  const simulated = isSimulated(config)
  return Object.freeze({
    cluster: simulated ? ('simulated' as const) : ('mainnet-beta' as const),
    baseUrl: server.baseUrl,
    publicAddress: isPublicUrl(server.baseUrl),
    serviceTitle: server.serviceTitle,
    statusPage: server.statusPage,
    operatorName: server.operatorName,
    operatorContact: server.operatorContact,
    buildCommit: buildCommit(),
    approvers: new Set(access.approverWallets),
    approvalsRequired: access.approvalsRequired,
    requireConsent: access.requireConsent,
    dryRunLifetimeMs: access.dryRunLifetimeMs,
    chains: Object.fromEntries(chainsOf(config).map(({ chainId, policy }) => [chainId, policy])),
    atomicRequired: solana.atomicRequired,
    programGuard: access.programGuard,
    simulatedOpen: simulated && access.simulatedOpen !== '0',
    simulatedLocalOnly: access.simulatedOpen === 'local',
    operatorKeyHash: access.operatorApiKey && hashApiKey(access.operatorApiKey),
    browserKeyHash: access.browserApiKey && hashApiKey(access.browserApiKey),
    operatorKeys: access.operatorKeys,
    opsKeyHashes: new Set(access.opsKeyHashes),
    trustedProxies: server.trustedProxies,
    allowPlainHttp: server.allowPlainHttp,
    rateLimits: true,
    jobsEnabled: jobs.enabled,
    crankCron: cranks.cron,
    budgetsInUse: budgetsInUse(config),
    facilitatorDailyWei: payments.dailyWei,
    facilitatorGasMax: payments.gasMax,
    jobsDailyAtomic: jobs.dailyAtomic,
    backupCron: embeddedFile(data) === null ? null : data.backupCron,
    payments: paymentTermsOf(config),
    acpDailyWei: acp.dailyWei,
    agentRegistration:
      agents.agentId === null ? null : { agentId: agents.agentId, agentRegistry: `eip155:${BASE_CHAIN_ID}:${IDENTITY_REGISTRY}` },
    buyback,
    pictureQuota: { ownBytes: data.pictureQuotaBytes, allBytes: data.pictureTotalBytes },
    dryRunQuota: { own: LIMITS.dryRunsPerOwner, all: OWN_LIMITS.dryRunsMax },
  })
}
