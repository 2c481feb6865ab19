import { type Address, decodeEventLog, encodeFunctionData, type Hex, isAddressEqual, parseAbi, toEventSelector, zeroAddress } from 'viem'
import { type Wallet, type Wei, wei } from '../../../../domain/brands.ts'
import type { BoundedCall } from '../programs/bounded-calls.ts'
import type { EvmRpc } from '../evm-rpc.ts'
import { type EvmLog, quantity } from '../evm-shape.ts'
import { decoded } from '../decoded.ts'
import type { Shares, SplitPayment } from './split-kind.ts'

/** Where a PushSplit credits what a payee did not take. @see https://docs.splits.org/core/warehouse, SplitsWarehouse on Base */
export const WAREHOUSE: Address = '0x8fb66F38cF86A3d5e8768f8F1754A24A6c661Fb8'

/** The address that means ETH where a split is told which token to distribute. */
export const NATIVE_TOKEN: Address = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

const warehouseAbi = parseAbi([
  'function balanceOf(address owner, uint256 id) view returns (uint256)',
  'function withdraw(address owner, address token, uint256 amount, address withdrawer)',
])
const eventAbi = parseAbi([
  'event Transfer(address caller, address indexed sender, address indexed receiver, uint256 indexed id, uint256 amount)',
  'event Withdraw(address indexed owner, address indexed token, address indexed withdrawer, uint256 amount, uint256 reward)',
])
const [CREDITED, PAID_OUT] = [toEventSelector(eventAbi[0]), toEventSelector(eventAbi[1])]

/** A token's id in the warehouse is its address. */
const NATIVE_ID = BigInt(NATIVE_TOKEN)

/** Below this a credit waits: paying it out would cost more than it is. */
const CREDIT_WEI_MIN: Wei = wei(10n ** 12n)
/** Gas of one withdrawal, with what the payee's own code may take. */
const WITHDRAW_GAS = 200_000n

/**
 * Calls that pay out what the warehouse of 0xSplits holds in ETH for these wallets, whichever split credited it; anyone may make them, and
 * each pays its owner alone. One that fails pays nobody. None for less than a millionth of an ETH.
 */
export async function warehousePayoutCalls(rpc: EvmRpc, shares: Shares, payer: Address): Promise<BoundedCall[]> {
  const owners = shares.map(({ wallet }) => wallet as string as Address)
  const balances = await rpc.readMany(
    owners.map((owner) => ({
      to: WAREHOUSE,
      data: encodeFunctionData({ abi: warehouseAbi, functionName: 'balanceOf', args: [owner, NATIVE_ID] }),
    })),
  )
  return owners.flatMap((owner, index) => {
    const heldWei = decoded(() => quantity(balances[index] ?? '0x0'))
    if (heldWei < CREDIT_WEI_MIN) return []
    // 0xSplits advises to leave one unit, which saves gas.
    const data = encodeFunctionData({ abi: warehouseAbi, functionName: 'withdraw', args: [owner, NATIVE_TOKEN, heldWei - 1n, payer] })
    return [{ to: WAREHOUSE, data, gas: WITHDRAW_GAS }]
  })
}

/** What the split credited in a transaction with these logs, since those payees did not take it. */
export const warehouseCreditsIn = (logs: readonly EvmLog[], split: Address): SplitPayment[] =>
  logs.filter(isOfWarehouse(CREDITED)).flatMap((log) => {
    const { caller, sender, receiver, id, amount } = decoded(() =>
      decodeEventLog({ abi: eventAbi, eventName: 'Transfer', ...raw(log) }),
    ).args
    const isCredit = sender === zeroAddress && id === NATIVE_ID && isAddressEqual(caller, split)
    return isCredit ? [{ wallet: receiver as string as Wallet, wei: wei(amount) }] : []
  })

/** What the warehouse paid out in ETH in a transaction with these logs. */
export const warehousePayoutsIn = (logs: readonly EvmLog[]): SplitPayment[] =>
  logs.filter(isOfWarehouse(PAID_OUT)).flatMap((log) => {
    const { owner, token, amount } = decoded(() => decodeEventLog({ abi: eventAbi, eventName: 'Withdraw', ...raw(log) })).args
    return isAddressEqual(token, NATIVE_TOKEN) ? [{ wallet: owner as string as Wallet, wei: wei(amount) }] : []
  })

const isOfWarehouse =
  (topic: Hex) =>
  ({ address, topics }: EvmLog): boolean =>
    isAddressEqual(address, WAREHOUSE) && topics[0] === topic

const raw = ({ topics, data }: EvmLog) => ({ topics: topics as [Hex, ...Hex[]], data, strict: true as const })
