import { PUMP_SDK } from '@pump-fun/pump-sdk'
import { PublicKey } from '@solana/web3.js'
import { type Lamports, lamports, type Mint } from '../../../../domain/brands.ts'
import type { AccruedFees } from '../../../../ports/launchpad/fee-share.ts'
import type { ChainAccount } from '../../../chains/solana/solana-rpc.ts'
import { type CoinAddresses, coinAddresses } from '../coin-addresses.ts'
import { aboveRentLamports, coinStateKeys, CURVE_CREATOR_FEE_OFFSET, readCoinState, u64At, waitingLamports } from '../state/coin-state.ts'
import { accountInfo } from '../state/launch-terms.ts'
import type { PumpContext } from '../context.ts'

/**
 * Waiting fees and stage of each coin; null for a mint that is no coin. Curve and vault are read for every coin, the pool's accounts only
 * when its curve is complete.
 */
export async function readAccrued({ rpc }: PumpContext, mints: readonly Mint[]): Promise<(AccruedFees | null)[]> {
  const coins = mints.map((mint) => coinAddresses(new PublicKey(mint)))
  const [accounts, emptyRentLamports] = await Promise.all([
    rpc.accounts(coins.flatMap(({ curve, vault }) => [curve.toBase58(), vault.toBase58()])),
    rpc.emptyAccountRentLamports(),
  ])
  const curveOf = (index: number) => accounts[2 * index] ?? null
  const complete = coins.filter((_, index) => isComplete(curveOf(index)))
  const poolAccounts = await rpc.accounts(complete.flatMap(coinStateKeys))
  return coins.map((coin, index) => {
    const curve = curveOf(index)
    if (!curve) return null
    const at = complete.indexOf(coin)
    if (at >= 0) return graduatedFees(coin, poolAccounts.slice(at * 5, at * 5 + 5), emptyRentLamports)
    const vaultLamports = aboveRentLamports(accounts[2 * index + 1]?.lamports ?? lamports(0), emptyRentLamports)
    return { mint: mints[index]!, stage: 'curve', accruedAtomic: lamports(u64At(curve.data, CURVE_CREATOR_FEE_OFFSET) + vaultLamports) }
  })
}

const isComplete = (curve: ChainAccount | null): boolean => curve !== null && PUMP_SDK.decodeBondingCurve(accountInfo(curve)).complete

function graduatedFees(
  { mint }: CoinAddresses,
  accounts: readonly (ChainAccount | null)[],
  emptyRentLamports: Lamports,
): AccruedFees | null {
  const state = readCoinState(mint, accounts)
  if (!state) return null
  return { mint: mint.toBase58() as Mint, stage: state.stage, accruedAtomic: waitingLamports(state.waiting, emptyRentLamports) }
}
