import type { ApiKey } from '../../src/domain/api-key.ts'
import {
  bps,
  type DryRunId,
  type JobId,
  type KeyId,
  lamports,
  type Mint,
  type OperationId,
  type Signature,
  unixMs,
  usdMicros,
  type Wallet,
} from '../../src/domain/brands.ts'
import { NO_BOUNDS } from '../../src/domain/keys/key-bounds.ts'
import type { Coin, CoinLock, Remit } from '../../src/domain/coin.ts'
import type { DryRun } from '../../src/domain/plan/dry-run.ts'
import type { CrankOperation, LaunchOperation, LockOperation } from '../../src/domain/operation.ts'
import { type CoinJob, deadlineOf } from '../../src/domain/kit/coin-job.ts'
import type { Payment } from '../../src/domain/payments/payment.ts'
import type { Charged } from '../../src/ports/payments.ts'
import { charged } from './charged.ts'
import { type Plan, planHash } from '../../src/domain/plan/plan.ts'

/** A time all rows of the contract count from. */
export const T0 = unixMs(1_795_000_000_000)
export const at = (ms: number) => unixMs(T0 + ms)

export const keyRow = (id: string, changes: Partial<ApiKey> = {}): ApiKey => ({
  id: id as KeyId,
  label: `label ${id}`,
  agentName: null,
  model: null,
  fingerprint: 'abcdef12',
  launchesPerHour: 5,
  requireApproval: false,
  ops: false,
  referral: null,
  active: true,
  previous: null,
  bounds: NO_BOUNDS,
  createdAtMs: T0,
  lastUsedAtMs: null,
  ...changes,
})

export const planRow = (name = 'Frog'): Plan => ({
  request: {
    intent: 'launch',
    mint: null,
    platform: 'simulated',
    name,
    ticker: 'FROG',
    description: 'A frog “of” ünïcode 🐸',
    mode: 'agent',
    twitter: null,
    website: null,
    // More than a double holds: the storage must keep it exactly.
    initialBuyLamports: lamports(9_007_199_254_740_993n),
    crew: null,
    autoHireSeats: null,
    holderKol: true,
    agent: null,
    atomicRequired: false,
    launcherPubkey: null,
  },
  finalDescription: 'A frog.',
  image: null,
  feeMap: { treasuryBps: bps(2_500), agentBps: bps(1_500), crewPoolBps: bps(6_000), referrerBps: bps(0) },
  crew: [],
  shareholders: [{ wallet: 'w1' as Wallet, role: 'agent', handle: 'agent', bps: bps(1_500) }],
  referral: null,
  keyId: 'ak_1' as KeyId,
  hirePlan: null,
})

export const dryRunRow = (id: string, changes: Partial<DryRun> = {}): DryRun => {
  const plan = planRow()
  return {
    id: id as DryRunId,
    keyId: 'ak_1' as KeyId,
    plan,
    planHash: planHash(plan),
    quote: {
      cost: { items: [{ what: 'rent', amountAtomic: lamports(5) }], totalAtomic: lamports(5) },
      warnings: ['careful'],
      lockPath: 'atomic-v1',
    },
    createdAtMs: T0,
    expiresAtMs: at(1_000),
    approvals: [],
    approvalsRequired: 1,
    approvedAtMs: null,
    approvedBy: null,
    rejection: null,
    reservedBy: null,
    consumedAtMs: null,
    ...changes,
  }
}

export const launchRow = (id: string, changes: Partial<LaunchOperation> = {}): Charged<LaunchOperation> =>
  charged({
    ...operationFacts(id),
    kind: 'launch',
    dryRunId: null,
    idempotencyId: null,
    plan: planRow(),
    metadataId: `metadata-${id}`,
    lockPath: 'atomic-v1',
    ...changes,
  })

export const lockRow = (id: string, changes: Partial<LockOperation> = {}): Charged<LockOperation> =>
  charged({ ...operationFacts(id), kind: 'wire-fees', dryRunId: null, idempotencyId: null, plan: planRow(), ...changes })

export const crankRow = (id: string, changes: Partial<CrankOperation> = {}): Charged<CrankOperation> =>
  charged({ ...operationFacts(id), kind: 'crank', idempotencyId: null, ...changes })

const operationFacts = (id: string) => ({
  id: id as OperationId,
  platform: 'simulated',
  mint: `mint-${id}` as Mint,
  keyId: 'ak_1' as KeyId,
  launcher: 'w1' as Wallet,
  transactions: [{ steps: ['create', 'lock'] as const, signature: 's' as Signature, bytesBase64: 'AAAA', lastValidBlockHeight: 7 }],
  state: 'prepared' as const,
  failure: null,
  result: null,
  createdAtMs: T0,
  finishedAtMs: null,
})

/** A lock of a coin of `coinRow` by the transaction of this signature. */
export const coinLock = (signature: string, changes: Partial<CoinLock> = {}): CoinLock => {
  const { mode, crew, shareholders, treasuryBps, lockHeight, holderKol } = coinRow('locked')
  return { mode, crew, shareholders, treasuryBps, lockHeight, holderKol, ...changes, feeShareSignature: signature as Signature }
}

export const coinRow = (mint: string, changes: Partial<Coin> = {}): Coin => ({
  mint: mint as Mint,
  platform: 'simulated',
  keyId: 'ak_1' as KeyId,
  operationId: 'op_1' as OperationId,
  name: 'Frog',
  ticker: 'FROG',
  description: 'A frog.',
  imageSha256: null,
  metadataId: null,
  mode: 'agent',
  crew: [],
  shareholders: planRow().shareholders,
  launcher: 'w1' as Wallet,
  agent: { name: 'a' },
  twitter: null,
  website: null,
  treasuryBps: bps(2_500),
  signature: 's' as Signature,
  feeShareSignature: null,
  feeShareLocked: true,
  feesRedirected: null,
  feesLockedAtLaunch: true,
  lockPath: 'atomic-v1',
  createHeight: 5,
  lockHeight: 5,
  holderKol: false,
  launchedAtMs: T0,
  graduatedAtMs: null,
  featuredAtMs: null,
  featuredUrl: null,
  currency: 'SOL',
  paidAtomic: lamports(0),
  ...changes,
})

export const remitRow = (id: string, changes: Partial<Remit> = {}): Remit => ({
  id,
  mint: 'm1' as Mint,
  ticker: 'FROG',
  wallet: `w-${id}` as Wallet,
  handle: 'h',
  role: 'kol',
  currency: 'SOL',
  amountAtomic: lamports(1),
  signature: 's1' as Signature,
  height: 9,
  atMs: T0,
  ...changes,
})

/** A payment as it is claimed. */
export const paymentRow = (id: string, changes: Partial<Payment> = {}): Payment => ({
  id,
  network: 'eip155:8453',
  asset: '0xasset',
  payer: `0x${id}`,
  nonce: `0xnonce-${id}`,
  payTo: '0xto',
  amountUsdMicros: usdMicros(9_007_199_254_740_993n),
  validBeforeMs: unixMs(9_000),
  fingerprint: 'f',
  route: 'POST /x',
  idempotencyKey: null,
  client: '192.0.2.1',
  signatureSha256: null,
  state: 'claimed',
  runId: `run_${id}`,
  transaction: null,
  failure: null,
  answer: null,
  createdAtMs: unixMs(100),
  settledAtMs: null,
  finishedAtMs: null,
  ...changes,
})

/** A job that waits for a worker. */
export const jobRow = (id: string, changes: Partial<CoinJob> = {}): Charged<CoinJob> =>
  charged({
    id: id as JobId,
    mint: 'mint' as Mint,
    ticker: 'FROG',
    keyId: 'ak_1' as CoinJob['keyId'],
    template: 'x-upkeep',
    chainId: 'sim',
    budgetUsdMicros: usdMicros(12_340_000),
    currencyUsdMicros: usdMicros(150_000_000),
    amountAtomic: lamports(100),
    postsPerWeek: 3,
    wholeItem: true,
    parts: 1,
    part: 1,
    state: 'open',
    deadlineMs: deadlineOf('open', T0),
    worker: null,
    urls: [],
    note: null,
    looks: 0,
    cancelReason: null,
    createdAtMs: T0,
    changedAtMs: T0,
    ...changes,
  })
