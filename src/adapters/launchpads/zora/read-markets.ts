import {
  type Address,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  isAddress,
  isAddressEqual,
  keccak256,
  parseAbiParameters,
  zeroAddress,
} from 'viem'
import { type Mint, tokenMicros, wei } from '../../../domain/brands.ts'
import type { CoinMarket } from '../../../ports/launchpad/markets.ts'
import type { EvmCall } from '../../chains/evm/evm-rpc.ts'
import { quantity } from '../../chains/evm/evm-shape.ts'
import { madeAmong } from './coin-state.ts'
import type { ZoraContext } from './context.ts'
import { POOL_MANAGER, poolAbi, poolManagerAbi } from './contracts.ts'
import { decoded } from '../../chains/evm/decoded.ts'

/**
 * Where the pool manager keeps its pools; a pool’s first word has the square root of the price in its lower 160 bits.
 *
 * @see Uniswap/v4-core, StateLibrary
 */
const POOLS_POSITION = 6n
const PRICE_MASK = (1n << 160n) - 1n
/** Binary digits behind the point of that root. */
const ROOT_BITS = 96n
/** Coins have 18 decimals, amounts of them here six. */
const UNITS_PER_MICRO = 10n ** 12n

const POOL_KEY = parseAbiParameters('(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks)')

/** A coin of the factory with a pool against ETH. */
interface PooledCoin {
  readonly coin: Address
  /** The word of the pool manager’s storage that has the price. */
  readonly storageKey: Hex
  readonly supplyUnits: bigint
}

/**
 * The market of each coin, by the price in its pool of Uniswap v4; the pool of a coin is there from the first block on, and stays. Null
 * for a coin whose pool is against anything but ETH. Three reads for all.
 */
export async function readMarkets({ rpc }: Pick<ZoraContext, 'rpc'>, mints: readonly Mint[]): Promise<(CoinMarket | null)[]> {
  const coins = await madeAmong(
    rpc,
    mints.flatMap((mint) => (isAddress(mint) ? [mint] : [])),
  )
  const answers = await rpc.readMany(coins.flatMap((coin) => [ask(coin, 'getPoolKey'), ask(coin, 'totalSupply')]))
  const pooled = coins.flatMap((coin, index) => pooledCoin(coin, answers[2 * index] ?? null, answers[2 * index + 1] ?? null))
  const words = await rpc.readMany(pooled.map(({ storageKey }) => priceCall(storageKey)))
  const markets = new Map<string, CoinMarket | null>(
    pooled.map((coin, index) => [coin.coin, marketOf(coin, decoded(() => quantity(words[index] ?? '0x0')) & PRICE_MASK)]),
  )
  return mints.map((mint) => markets.get(mint) ?? null)
}

const ask = (coin: Address, functionName: 'getPoolKey' | 'totalSupply'): EvmCall => ({
  to: coin,
  data: encodeFunctionData({ abi: poolAbi, functionName }),
})

const priceCall = (storageKey: Hex): EvmCall => ({
  to: POOL_MANAGER,
  data: encodeFunctionData({ abi: poolManagerAbi, functionName: 'extsload', args: [storageKey] }),
})

function pooledCoin(coin: Address, keyData: Hex | null, supplyData: Hex | null): PooledCoin[] {
  if (!keyData || !supplyData) return []
  const key = decoded(() => decodeFunctionResult({ abi: poolAbi, functionName: 'getPoolKey', data: keyData }))
  // ETH is the lowest address, so it is the first of a pool’s two.
  if (!isAddressEqual(key.currency0, zeroAddress) || !isAddressEqual(key.currency1, coin)) return []
  const poolId = keccak256(encodeAbiParameters(POOL_KEY, [key]))
  return [
    {
      coin,
      storageKey: keccak256(encodeAbiParameters(parseAbiParameters('bytes32, uint256'), [poolId, POOLS_POSITION])),
      supplyUnits: decoded(() => decodeFunctionResult({ abi: poolAbi, functionName: 'totalSupply', data: supplyData })),
    },
  ]
}

/** The root is of units of the coin for a wei. Null for a pool that was never opened. */
function marketOf({ coin, supplyUnits }: PooledCoin, rootX96: bigint): CoinMarket | null {
  const supplyTokenMicros = tokenMicros(supplyUnits / UNITS_PER_MICRO)
  if (rootX96 === 0n || supplyTokenMicros === 0n) return null
  const quoteAtomic = wei((supplyTokenMicros * UNITS_PER_MICRO * (1n << (2n * ROOT_BITS))) / (rootX96 * rootX96))
  return { mint: coin as string as Mint, stage: 'curve', quoteAtomic, tokenMicros: supplyTokenMicros, supplyTokenMicros, progressBps: null }
}
