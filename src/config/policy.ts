import { hashApiKey } from '../domain/api-key.ts'
import type { Wallet } from '../domain/brands.ts'
import { LIMITS } from '../domain/limits.ts'
import { type Purse, PURSES } from '../domain/money/spending.ts'
import type { Policy } from '../ports/deps.ts'
import { buildCommit } from './build-commit.ts'
import type { Config } from './config.ts'
import { embeddedFile } from './embedded-database.ts'

/** Receives the treasury share in simulated mode unless TREASURY_WALLET is set. Nobody holds its secret. */
const SIMULATED_TREASURY = '7reasuryWa11etofTheSimu1atedC1usterXXXXXXXXX' as Wallet

/** The wallets that the configuration gives a key of. */
function spendingPurses({ solana, base, payments, buyback, jobs }: Config): readonly Purse[] {
  const keys = {
    crank: solana.crankPayerKey,
    'evm-crank': base.crankPayerKey,
    facilitator: payments.facilitatorKey,
    buyback: buyback.key,
    escrow: jobs.escrowKey,
  }
  return PURSES.filter((purse) => keys[purse] !== null)
}

/** What the use cases may know of the configuration. */
export function policyOf(config: Config): Policy {
  const { server, data, access, solana, base, cranks, jobs, payments } = config
  const { key: _key, ...buyback } = config.buyback
  const simulated = solana.rpcUrls.length === 0
  return Object.freeze({
    cluster: simulated ? ('simulated' as const) : ('mainnet-beta' as const),
    baseUrl: server.baseUrl,
    serviceTitle: server.serviceTitle,
    buildCommit: buildCommit(),
    approvers: new Set(access.approverWallets),
    treasury: solana.treasury ?? SIMULATED_TREASURY,
    evmTreasury: base.treasury,
    atomicRequired: solana.atomicRequired,
    simulatedOpen: simulated && access.simulatedOpen,
    operatorKeyHash: access.operatorApiKey && hashApiKey(access.operatorApiKey.reveal()),
    browserKeyHash: access.browserApiKey && hashApiKey(access.browserApiKey.reveal()),
    opsKeyHashes: new Set(access.opsKeyHashes),
    trustedProxies: server.trustedProxies,
    allowPlainHttp: server.allowPlainHttp,
    rateLimits: true,
    jobsEnabled: jobs.enabled,
    crankCron: cranks.cron,
    spendingPurses: spendingPurses(config),
    crankDailyLamports: solana.crankDailyLamports,
    crankDailyWei: base.crankDailyWei,
    crankMaxLamports: solana.crankMaxLamports,
    crankMaxWei: base.crankMaxWei,
    facilitatorDailyWei: payments.dailyWei,
    facilitatorGasMax: payments.gasMax,
    jobsDailyLamports: jobs.dailyLamports,
    backupCron: embeddedFile(data) === null ? null : data.backupCron,
    payments: payments.payTo === null ? null : { payTo: payments.payTo, prices: payments.prices },
    buyback,
    pictureQuota: { ownBytes: data.pictureQuotaBytes, allBytes: data.pictureTotalBytes },
    dryRunQuota: { own: LIMITS.dryRunsPerOwner, all: LIMITS.dryRunsMax },
  })
}
