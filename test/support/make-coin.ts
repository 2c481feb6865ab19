import { bps, type KeyId, lamports, type Mint, type OperationId, type Signature, unixMs, type Wallet } from '../../src/domain/brands.ts'
import type { Coin, Remit } from '../../src/domain/coin.ts'

/** A locked coin as a launch would have left it. */
export const makeCoin = (mint: string, changes: Partial<Coin> = {}): Coin => ({
  mint: mint as Mint,
  platform: 'simulated',
  keyId: 'ak_1' as KeyId,
  operationId: 'op_1' as OperationId,
  name: 'Night Market Frog',
  ticker: 'NMFROG',
  description: 'A frog.',
  imageSha256: null,
  metadataId: null,
  mode: 'agent',
  crew: [],
  shareholders: [],
  launcher: 'launcher' as Wallet,
  agent: null,
  twitter: null,
  website: null,
  treasuryBps: bps(2_500),
  signature: `signature of ${mint}` as Signature,
  feeShareSignature: null,
  feeShareLocked: true,
  feesLockedAtLaunch: true,
  lockPath: 'atomic-v1',
  createSlot: 1,
  lockSlot: 1,
  holderKol: false,
  launchedAtMs: unixMs(1_000),
  graduatedAtMs: null,
  featuredAtMs: null,
  featuredUrl: null,
  paidLamports: lamports(0),
  ...changes,
})

/** A payment of one distribution to one wallet. */
export const makeRemit = (id: string, changes: Partial<Remit> = {}): Remit => ({
  id,
  mint: 'mint' as Mint,
  ticker: 'NMFROG',
  wallet: `wallet of ${id}` as Wallet,
  handle: '@one',
  role: 'kol',
  lamports: lamports(10),
  signature: 'signature' as Signature,
  slot: 1,
  atMs: unixMs(1_000),
  ...changes,
})
