import {
  canonicalPumpPoolPda,
  GLOBAL_PDA,
  PUMP_AMM_EVENT_AUTHORITY_PDA,
  PUMP_AMM_PROGRAM_ID,
  PUMP_FEE_PROGRAM_ID,
  PUMP_SDK,
  userVolumeAccumulatorPda,
} from '@pump-fun/pump-sdk'
import {
  createAssociatedTokenAccountIdempotentInstruction,
  createCloseAccountInstruction,
  createSyncNativeInstruction,
  getAssociatedTokenAddressSync,
  NATIVE_MINT,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { type Bps, bps, type Lamports, lamports } from '../../../../domain/brands.ts'
import type { ChainAccount } from '../../../chains/solana/solana-rpc.ts'
import { unfarmableAtomic } from '../../../../domain/buyback.ts'
import { wrappedSolAccount } from '../coin-addresses.ts'
import { u64At } from '../state/coin-state.ts'
import { poolReserves } from '../state/pool-reserves.ts'
import { ACCOUNT_BYTES } from '../launch/launch-cost.ts'
import { accountInfo } from '../state/launch-terms.ts'
import { constantProduct, type Market, type MarketInput, tierFeeBps, tradeData } from './market.ts'
import { POOL_PROGRAM_CONFIG, readable, signing, writable } from '../transactions/sweeps.ts'

/** PumpSwap's `buy_v2`: tokens out, maximum cost. @see pump-public-docs docs/instructions/PUMP_SWAP_TRADE_V2.md */
const BUY_V2 = Buffer.from([184, 23, 238, 97, 103, 197, 211, 61])

/** PumpSwap's fee schedule, which the fee program owns. */
const [POOL_FEE_CONFIG] = PublicKey.findProgramAddressSync([Buffer.from('fee_config'), PUMP_AMM_PROGRAM_ID.toBuffer()], PUMP_FEE_PROGRAM_ID)

/** The coin's own creator fee rate, the last field of its pool. */
const CREATOR_FEE_BPS_OFFSET = 261
const MINT_SUPPLY_OFFSET = 36
/** An account of the SPL Token program (not Token-2022). */
export const WRAPPED_SOL_BYTES = 165

/** Accounts that `poolMarket` reads beside pool and mint. */
export const poolMarketKeys = (mint: PublicKey, tokenProgram: PublicKey, user: PublicKey, buybackRecipient: PublicKey): PublicKey[] => {
  const pool = canonicalPumpPoolPda(mint)
  return [
    GLOBAL_PDA,
    POOL_FEE_CONFIG,
    userVolumeAccumulatorPda(user, PUMP_AMM_PROGRAM_ID),
    getAssociatedTokenAddressSync(mint, pool, true, tokenProgram),
    wrappedSolAccount(pool),
    wrappedSolAccount(buybackRecipient),
  ]
}

/** The coin's pool on PumpSwap as a market. Wrapped SOL that the buy leaves is unwrapped in the same transaction. */
export function poolMarket({ mint, tokenProgram, user, account }: MarketInput, buybackRecipient: PublicKey): Market {
  const pool = canonicalPumpPoolPda(mint)
  const { data } = account(pool)!
  const [baseVault, quoteVault] = [getAssociatedTokenAddressSync(mint, pool, true, tokenProgram), wrappedSolAccount(pool)]
  const { reserveTokenMicros, solReserveLamports } = poolReserves(account(pool)!, account(baseVault)!, account(quoteVault)!)
  const supplyTokenMicros = u64At(account(mint)!.data, MINT_SUPPLY_OFFSET)
  const marketCapLamports = lamports((solReserveLamports * supplyTokenMicros) / reserveTokenMicros)
  const feeBps = feeBpsOf(account(POOL_FEE_CONFIG), marketCapLamports, bps(Number(u64At(data, CREATOR_FEE_BPS_OFFSET))))
  const [funds, wallet, fees] = [
    wrappedSolAccount(user),
    getAssociatedTokenAddressSync(mint, user, true, tokenProgram),
    wrappedSolAccount(buybackRecipient),
  ]
  const volume = userVolumeAccumulatorPda(user, PUMP_AMM_PROGRAM_ID)
  const keys = [
    writable(pool),
    signing(user),
    readable(POOL_PROGRAM_CONFIG),
    readable(mint),
    readable(NATIVE_MINT),
    writable(wallet),
    writable(funds),
    writable(baseVault),
    writable(quoteVault),
    readable(tokenProgram),
    readable(TOKEN_PROGRAM_ID),
    readable(SystemProgram.programId),
    writable(volume),
    readable(POOL_FEE_CONFIG),
    writable(fees),
    readable(PUMP_AMM_EVENT_AUTHORITY_PDA),
    readable(PUMP_AMM_PROGRAM_ID),
  ]
  const opensFees = account(fees) === null
  return {
    venue: 'pool',
    reserveTokenMicros,
    buyLamportsMax: unfarmableAtomic(solReserveLamports, feeBps),
    opensBytes: [...(account(volume) ? [] : [ACCOUNT_BYTES.volumeAccount]), ...(opensFees ? [WRAPPED_SOL_BYTES] : [])],
    tokensFor: (spentLamports) => constantProduct({ solReserveLamports, reserveTokenMicros, feeBps }, spentLamports),
    buy: (tokenMicros, lamportsMax) => [
      ...(opensFees ? [createAssociatedTokenAccountIdempotentInstruction(user, fees, buybackRecipient, NATIVE_MINT)] : []),
      createAssociatedTokenAccountIdempotentInstruction(user, funds, user, NATIVE_MINT),
      SystemProgram.transfer({ fromPubkey: user, toPubkey: funds, lamports: lamportsMax }),
      createSyncNativeInstruction(funds),
      new TransactionInstruction({ programId: PUMP_AMM_PROGRAM_ID, keys, data: tradeData(BUY_V2, tokenMicros, lamportsMax) }),
      createCloseAccountInstruction(funds, user, user),
    ],
  }
}

/** A coin may have a creator fee rate of its own: the higher rate is assumed, so that the money suffices either way. */
function feeBpsOf(schedule: ChainAccount | null, marketCapLamports: Lamports, ownCreatorBps: Bps): Bps {
  const { lpBps, protocolBps, creatorBps } = tierFeeBps(PUMP_SDK.decodeFeeConfig(accountInfo(schedule!)), marketCapLamports)
  return bps(lpBps + protocolBps + Math.max(ownCreatorBps, creatorBps))
}
