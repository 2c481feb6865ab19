import {
  type Address,
  type Hex,
  decodeEventLog,
  decodeFunctionResult,
  encodeFunctionData,
  isAddressEqual,
  pad,
  parseAbi,
  toEventSelector,
  zeroAddress,
} from 'viem'
import { wei } from '../../../../domain/brands.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { BoundedCall } from '../programs/bounded-calls.ts'
import type { EvmCall } from '../evm-rpc.ts'
import type { EvmLog } from '../evm-shape.ts'
import { NATIVE_TOKEN } from './warehouse.ts'
import { decoded } from '../decoded.ts'
import type { Shares, SplitKind, SplitPayment } from './split-kind.ts'

/** @see https://docs.splits.org/core/split-v2, PushSplitFactoryV2.2 on Base */
export const PUSH_SPLIT_FACTORY: Address = '0x8E8eB0cC6AE34A38B67D5Cf91ACa38f60bc3Ecf4'

const factoryAbi = parseAbi([
  'struct Split { address[] recipients; uint256[] allocations; uint256 totalAllocation; uint16 distributionIncentive; }',
  'function createSplitDeterministic(Split splitParams, address owner, address creator, bytes32 salt) returns (address split)',
  'function predictDeterministicAddress(Split splitParams, address owner, bytes32 salt) view returns (address)',
])

const splitAbi = parseAbi([
  'struct Split { address[] recipients; uint256[] allocations; uint256 totalAllocation; uint16 distributionIncentive; }',
  'function distribute(Split split, address token, address distributor)',
  'event SplitDistributed(address indexed token, address indexed distributor, uint256 amount)',
])

/** A split owned by the zero address cannot be changed. */
const OWNER = zeroAddress
/** The total allocation, as in 0xSplits' own client. */
const ALLOCATIONS_PER_BPS = 100n
const TOTAL_ALLOCATION = 1_000_000n

const DISTRIBUTE_GAS = 80_000n
/** Gas for each recipient of ETH, assuming a new account. */
const RECIPIENT_GAS = 50_000n
/** Gas for each recipient contract: the 100,000 that the split gives it, and storing its share in the warehouse when it refuses. */
const CONTRACT_GAS = 170_000n
/** Gas for each recipient of coins, which runs no code of the recipient. */
const COIN_RECIPIENT_GAS = 50_000n

const structOf = (shares: Shares) => ({
  recipients: shares.map(({ wallet }) => wallet as string as Address),
  allocations: shares.map(({ bps }) => BigInt(bps) * ALLOCATIONS_PER_BPS),
  totalAllocation: TOTAL_ALLOCATION,
  distributionIncentive: 0,
})

/** A salt derived from the coin, so that two coins with one crew have different splits. */
const saltOf = (coin: Address) => pad(coin)

/** The fourth argument of createSplitDeterministic, and the second of distribute. */
const [SALT_AT, TOKEN_AT] = [4 + 3 * 32, 4 + 32]

const createCall = (coin: Address, shares: Shares): EvmCall => ({
  to: PUSH_SPLIT_FACTORY,
  data: encodeFunctionData({
    abi: factoryAbi,
    functionName: 'createSplitDeterministic',
    args: [structOf(shares), OWNER, zeroAddress, saltOf(coin)],
  }),
})

const distributeCall = (split: Address, shares: Shares, token: Address): EvmCall => ({
  to: split,
  data: encodeFunctionData({ abi: splitAbi, functionName: 'distribute', args: [structOf(shares), token, zeroAddress] }),
})

/** Pays out what the split holds of a token whose transfers run no code of the recipient, to all; anyone may call it. */
export const tokenDistribution = (split: Address, shares: Shares, token: Address): BoundedCall => ({
  ...distributeCall(split, shares, token),
  gas: DISTRIBUTE_GAS + BigInt(shares.length) * COIN_RECIPIENT_GAS,
})

const DISTRIBUTED = toEventSelector('SplitDistributed(address,address,uint256)')

/** The payments that the log of a distribution reports, empty where it was of another token. */
export function distributedIn({ topics, data }: EvmLog, shares: Shares, token: Address): SplitPayment[] {
  const { args } = decoded(() =>
    decodeEventLog({ abi: splitAbi, eventName: 'SplitDistributed', data, topics: topics as [Hex, ...Hex[]], strict: true }),
  )
  if (!isAddressEqual(args.token, token)) return []
  return shares.map(({ wallet, bps }) => ({ wallet, wei: wei((args.amount * BigInt(bps) * ALLOCATIONS_PER_BPS) / TOTAL_ALLOCATION) }))
}

/**
 * PushSplit v2.2 of 0xSplits: one transaction pays all, and splits.org displays it. One wei stays in it.
 * @see https://docs.splits.org/core/split-v2
 */
export const pushSplit: SplitKind = {
  id: 'push-split',
  async addressOf(rpc, coin, shares) {
    const ask = { abi: factoryAbi, functionName: 'predictDeterministicAddress' } as const
    const data = encodeFunctionData({ ...ask, args: [structOf(shares), OWNER, saltOf(coin)] })
    const [answer] = await rpc.readMany([{ to: PUSH_SPLIT_FACTORY, data }])
    if (!answer) throw new AppError('upstream_unavailable', { upstream: '0xSplits on Base' })
    return decoded(() => decodeFunctionResult({ ...ask, data: answer }))
  },
  createCall,
  createStep: (coin, shares) => ({ ...createCall(zeroAddress, shares), words: [{ at: SALT_AT, word: coin }] }),
  payableWei: (balanceWei) => wei(balanceWei > 0n ? balanceWei - 1n : 0n),
  handOutSteps: (split, shares, coin) => [
    { to: split, data: distributeCall(zeroAddress, shares, zeroAddress).data, words: [{ at: TOKEN_AT, word: coin }] },
  ],
  distributeCalls(split, shares, coin, contracts) {
    const call = (token: Address, gas: bigint) => ({ ...distributeCall(split, shares, token), gas: DISTRIBUTE_GAS + gas })
    const gas = shares.reduce((sumGas, { wallet }) => sumGas + (contracts.has(wallet) ? CONTRACT_GAS : RECIPIENT_GAS), 0n)
    return [call(NATIVE_TOKEN, gas), ...(coin.too ? [call(coin.address, BigInt(shares.length) * COIN_RECIPIENT_GAS)] : [])]
  },
  credits: true,
  paymentTopic: DISTRIBUTED,
  paymentsIn: (log, shares) => distributedIn(log, shares, NATIVE_TOKEN),
}
