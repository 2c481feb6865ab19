import {
  bondingCurvePda,
  computeFeesBps,
  creatorVaultPda,
  GLOBAL_PDA,
  PUMP_FEE_CONFIG_PDA,
  PUMP_PROGRAM_ID,
  PUMP_SDK,
  userVolumeAccumulatorPda,
} from '@pump-fun/pump-sdk'
import { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { bps, lamports, tokenMicros } from '../../../../domain/brands.ts'
import { unfarmableAtomic } from '../../../../domain/buyback.ts'
import { curveBuyKeys } from '../launch/curve-buy-keys.ts'
import { ACCOUNT_BYTES } from '../launch/launch-cost.ts'
import { accountInfo } from '../state/launch-terms.ts'
import { bigintOf, bpsOf, constantProduct, type Market, type MarketInput, tradeData } from './market.ts'

/** `buy` in pump's IDL: tokens out, maximum cost, and whether volume is tracked. */
const BUY = Buffer.from([102, 6, 61, 18, 1, 218, 235, 234])
const TRACK_VOLUME = 1

/** Accounts that `curveMarket` reads beside the curve; the vault is that of the curve's creator. */
export const curveMarketKeys = (user: PublicKey, creator: PublicKey): PublicKey[] => [
  GLOBAL_PDA,
  PUMP_FEE_CONFIG_PDA,
  userVolumeAccumulatorPda(user),
  creatorVaultPda(creator),
]

/** The coin's bonding curve as a market. The creator fee goes to the creator's vault in the trade. */
export function curveMarket({ mint, tokenProgram, user, account }: MarketInput): Market {
  const curve = PUMP_SDK.decodeBondingCurve(accountInfo(account(bondingCurvePda(mint))!))
  const global = PUMP_SDK.decodeGlobal(accountInfo(account(GLOBAL_PDA)!))
  const schedule = account(PUMP_FEE_CONFIG_PDA)
  const { virtualQuoteReserves, virtualTokenReserves, tokenTotalSupply: mintSupply, quoteMint, creatorFeeBps, creator } = curve
  const fees = computeFeesBps({
    global,
    mintSupply,
    virtualQuoteReserves,
    virtualTokenReserves,
    quoteMint,
    creatorFeeBps,
    feeConfig: schedule && PUMP_SDK.decodeFeeConfig(accountInfo(schedule)),
  })
  const terms = {
    solReserveLamports: lamports(bigintOf(virtualQuoteReserves)),
    reserveTokenMicros: tokenMicros(bigintOf(virtualTokenReserves)),
    feeBps: bps(bpsOf(fees.protocolFeeBps) + bpsOf(fees.creatorFeeBps)),
  }
  const unsoldTokenMicros = tokenMicros(bigintOf(curve.realTokenReserves))
  const keys = curveBuyKeys({
    mint,
    tokenProgram,
    user,
    creator,
    feeRecipient: curve.isMayhemMode ? global.reservedFeeRecipient : global.feeRecipient,
    buybackRecipient: global.buybackFeeRecipients.find((key) => !key.equals(PublicKey.default))!,
  })
  return {
    venue: 'curve',
    reserveTokenMicros: terms.reserveTokenMicros,
    buyLamportsMax: unfarmableAtomic(terms.solReserveLamports, terms.feeBps),
    opensBytes: [
      ...(account(userVolumeAccumulatorPda(user)) ? [] : [ACCOUNT_BYTES.volumeAccount]),
      ...(account(creatorVaultPda(creator)) ? [] : [ACCOUNT_BYTES.vault]),
    ],
    tokensFor(spentLamports) {
      const tokenMicros = constantProduct(terms, spentLamports)
      return tokenMicros < unsoldTokenMicros ? tokenMicros : unsoldTokenMicros
    },
    buy: (tokenMicros, lamportsMax) => [
      new TransactionInstruction({ programId: PUMP_PROGRAM_ID, keys, data: tradeData(BUY, tokenMicros, lamportsMax, [TRACK_VOLUME]) }),
    ],
  }
}
