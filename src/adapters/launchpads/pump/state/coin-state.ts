import { isSharingConfigEditable, PUMP_AMM_PROGRAM_ID, PUMP_FEE_PROGRAM_ID, PUMP_PROGRAM_ID, PUMP_SDK } from '@pump-fun/pump-sdk'
import { PublicKey } from '@solana/web3.js'
import { bps, type Lamports, lamports, type Mint, type Wallet } from '../../../../domain/brands.ts'
import type { ChainCoin, FeeShareState } from '../../../../ports/launchpad/coin.ts'
import type { ChainAccount } from '../../../chains/solana/solana-rpc.ts'
import { type CoinAddresses, coinAddresses } from '../coin-addresses.ts'
import { accountInfo } from './launch-terms.ts'

/** A coin's accounts from one read. */
export interface PumpCoinState {
  readonly addresses: CoinAddresses
  readonly curveCreator: PublicKey
  /** Null until the coin has graduated. */
  readonly poolCreator: PublicKey | null
  readonly stage: ChainCoin['stage']
  /** Set where the coin was made with holder rewards or cashback. */
  readonly feeReceivers: ChainCoin['feeReceivers'] | null
  readonly split: Split | null
  /** The accounts have the layout of programs that keep creator fees until they are swept. */
  readonly sweepsCurve: boolean
  readonly sweepsPool: boolean
  /** The split's account for wrapped SOL from pool trades exists. */
  readonly hasPoolVault: boolean
  readonly waiting: WaitingFees
}

/** Waiting creator fees by location; the vault's include its rent. */
export interface WaitingFees {
  readonly curveLamports: Lamports
  readonly poolLamports: Lamports
  readonly poolVaultLamports: Lamports
  readonly vaultLamports: Lamports
}

/** The sharing config of a coin. */
export interface Split {
  readonly admin: PublicKey
  /** Its shareholders can no longer be changed. */
  readonly final: boolean
  readonly active: boolean
  readonly shareholders: readonly { readonly address: PublicKey; readonly shareBps: number }[]
}

/** The account addresses that `readCoinState` takes, in its order. */
export const coinStateKeys = ({ curve, feeShare, pool, vault, poolVaultTokens }: CoinAddresses): string[] =>
  [curve, feeShare, pool, vault, poolVaultTokens].map(String)

/** u64 after the last field that pump-sdk 2.0.0 knows. @see pump-public-docs docs/instructions/SWEEP_FEES.md "Account layout" */
export const CURVE_CREATOR_FEE_OFFSET = 125
/** u64 after `is_holder_reward` of the pool and the protocol's fees: in the opposite order of the curve. */
const POOL_CREATOR_FEES_OFFSET = 279
/** `Pool.coin_creator`: after discriminator, bump, index, six keys and the supply. */
const POOL_CREATOR_OFFSET = 8 + 1 + 2 + 6 * 32 + 8
/** Where a token account, of either token program, holds its u64 amount, in bytes from its start. */
export const TOKEN_AMOUNT_OFFSET = 64

/** The coin from its five accounts; null when there is no such coin here, or when its quote currency is not SOL. */
export function readCoinState(mint: PublicKey, accounts: readonly (ChainAccount | null)[]): PumpCoinState | null {
  const [curve, feeShare, pool, vault, poolVaultTokens] = accounts
  if (!curve || curve.owner !== PUMP_PROGRAM_ID.toBase58()) return null
  const decoded = PUMP_SDK.decodeBondingCurve(accountInfo(curve))
  if (!decoded.quoteMint.equals(PublicKey.default)) return null
  const poolData = pool && pool.owner === PUMP_AMM_PROGRAM_ID.toBase58() ? pool.data : null
  return {
    addresses: coinAddresses(mint),
    curveCreator: decoded.creator,
    poolCreator: poolData && new PublicKey(poolData.subarray(POOL_CREATOR_OFFSET, POOL_CREATOR_OFFSET + 32)),
    feeReceivers: decoded.isHolderReward ? 'its holders' : decoded.isCashbackCoin ? 'its traders' : null,
    stage: !decoded.complete ? 'curve' : poolData ? 'graduated' : 'graduating',
    split: feeShare && feeShare.owner === PUMP_FEE_PROGRAM_ID.toBase58() ? readSplit(feeShare, mint) : null,
    sweepsCurve: curve.data.length >= CURVE_CREATOR_FEE_OFFSET + 8,
    sweepsPool: poolData !== null && poolData.length >= POOL_CREATOR_FEES_OFFSET + 8,
    hasPoolVault: (poolVaultTokens ?? null) !== null,
    waiting: {
      curveLamports: lamports(u64At(curve.data, CURVE_CREATOR_FEE_OFFSET)),
      poolLamports: lamports(poolData ? u64At(poolData, POOL_CREATOR_FEES_OFFSET) : 0n),
      poolVaultLamports: lamports(poolVaultTokens ? u64At(poolVaultTokens.data, TOKEN_AMOUNT_OFFSET) : 0n),
      vaultLamports: vault?.lamports ?? lamports(0),
    },
  }
}

/** Older accounts are shorter; missing fields count as 0. */
export const u64At = (data: Buffer, offset: number): bigint => (data.length >= offset + 8 ? data.readBigUInt64LE(offset) : 0n)

/** The sharing config in an account of the fee program; null for that of another coin. */
export function readSplit(account: ChainAccount, mint: PublicKey): Split | null {
  const config = PUMP_SDK.decodeSharingConfig(accountInfo(account))
  if (!config.mint.equals(mint)) return null
  const { status } = config as unknown as { status: Record<string, unknown> }
  return {
    admin: config.admin,
    final: config.version === 2 && config.adminRevoked && !isSharingConfigEditable({ sharingConfig: config }),
    active: 'active' in status,
    shareholders: config.shareholders,
  }
}

/** True when version, status, revoked admin and the coin's creator all confirm that the split is locked. */
export function isLocked({ split, addresses, curveCreator, poolCreator }: PumpCoinState): boolean {
  const owned = curveCreator.equals(addresses.feeShare) && (poolCreator === null || poolCreator.equals(addresses.feeShare))
  return split !== null && split.final && split.active && owned
}

/** What an account holds above its rent; 0 when that is all or more than it holds. */
export const aboveRentLamports = (heldLamports: Lamports, rentLamports: Lamports): Lamports =>
  lamports(heldLamports > rentLamports ? heldLamports - rentLamports : 0n)

/** All waiting fees, those of the vault without its rent. */
export function waitingLamports(waiting: WaitingFees, emptyRentLamports: Lamports): Lamports {
  const { curveLamports, poolLamports, poolVaultLamports, vaultLamports } = waiting
  return lamports(curveLamports + poolLamports + poolVaultLamports + aboveRentLamports(vaultLamports, emptyRentLamports))
}

/** The coin in the port's form. Its fees are counted in every account that belongs to it alone, the vault without its rent. */
export function chainCoinOf(state: PumpCoinState, emptyRentLamports: Lamports): ChainCoin {
  const { addresses, split, stage, waiting } = state
  return {
    mint: addresses.mint.toBase58() as Mint,
    creator: (split?.admin ?? state.poolCreator ?? state.curveCreator).toBase58() as Wallet,
    ...(state.feeReceivers ? { feeReceivers: state.feeReceivers } : {}),
    feeShare: split && feeShareOf(state, split),
    stage,
    accruedAtomic: waitingLamports(waiting, emptyRentLamports),
  }
}

const feeShareOf = (state: PumpCoinState, split: Split): FeeShareState => ({
  locked: isLocked(state),
  shareholders: split.shareholders.map(({ address, shareBps }) => ({ wallet: address.toBase58() as Wallet, bps: bps(shareBps) })),
})
