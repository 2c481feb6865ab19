import { type Wei, wei } from '../../domain/brands.ts'

/** What each tick of a pool multiplies the price by. @see Uniswap v3 and v4 */
const TICK = 1.0001
const WEI_A_COIN = 1e18

/** What so many whole coins are worth at this tick of a coin in ETH, to fifteen digits. */
export const openingWei = (tick: number, supplyCoins: number): Wei => wei(BigInt(Math.round(supplyCoins * TICK ** tick * WEI_A_COIN)))
