import { type Address, decodeFunctionResult, encodeFunctionData, getAddress, isAddress, type Hex, zeroAddress } from 'viem'
import { type Wei, wei, type Mint, type Wallet } from '../../../domain/brands.ts'
import type { ChainCoin, CoinRecord } from '../../../ports/launchpad/coin.ts'
import { type EvmCall, type EvmRpc, MULTICALL } from '../../chains/evm/evm-rpc.ts'
import { multicallAbi, quantity } from '../../chains/evm/evm-shape.ts'
import { coinAbi, factoryAbi, ZORA_FACTORY } from './contracts.ts'
import { decoded } from '../../chains/evm/decoded.ts'
import { paymentSplitter } from '../../chains/evm/split/payment-splitter.ts'
import { pushSplit } from '../../chains/evm/split/push-split.ts'
import type { Shares, SplitKind } from '../../chains/evm/split/split-kind.ts'

/** Every split contract that a coin may use, whichever one new coins get. */
export const SPLIT_KINDS: readonly SplitKind[] = [pushSplit, paymentSplitter]

/** A coin as its contract and the factory describe it. */
export interface ZoraCoinState {
  readonly coin: Address
  readonly owners: readonly Address[]
  readonly payoutRecipient: Address
  readonly name: string
  readonly ticker: string
  /** Its pool is against ETH, so that its fees are ETH. */
  readonly inEth: boolean
  readonly recipientWei: Wei
  /** The split with the recorded shares, when it exists and receives the coin's fees. */
  readonly split: { readonly kind: SplitKind; readonly shares: Shares } | null
}

const ask = <Name extends (typeof coinAbi)[number]['name']>(coin: Address, functionName: Name, args: readonly unknown[] = []): EvmCall => ({
  to: coin,
  data: encodeFunctionData({ abi: coinAbi, functionName, args } as never),
})
const read = <Value>(functionName: string, data: Hex): Value =>
  decoded(() => decodeFunctionResult({ abi: coinAbi, functionName, data } as never) as Value)

/** Asks the factory whether it created the coin: anybody can copy a coin's functions, but not its entry in the factory. */
const versionCall = (coin: Address): EvmCall => ({
  to: ZORA_FACTORY,
  data: encodeFunctionData({ abi: factoryAbi, functionName: 'getVersionForDeployedCoin', args: [coin] }),
})
const isMade = (answer: Hex | null): boolean => answer !== null && decoded(() => quantity(answer)) > 0n

/** Those of the addresses that the factory created as coins. */
export async function madeAmong(rpc: EvmRpc, addresses: readonly Address[]): Promise<Address[]> {
  const answers = await rpc.readMany(addresses.map(versionCall))
  return addresses.filter((_address, index) => isMade(answers[index] ?? null))
}

const balanceCall = (address: Address): EvmCall => ({
  to: MULTICALL,
  data: encodeFunctionData({ abi: multicallAbi, functionName: 'getEthBalance', args: [address] }),
})

/** The coin, from one read; null when the factory created none at this address. */
export async function readCoinState(rpc: EvmRpc, mint: Mint, record?: Pick<CoinRecord, 'shareholders'>): Promise<ZoraCoinState | null> {
  if (!isAddress(mint)) return null
  const coin = getAddress(mint)
  const [made, owners, recipient, name, ticker, currency] = await rpc.readMany([
    versionCall(coin),
    ask(coin, 'owners'),
    ask(coin, 'payoutRecipient'),
    ask(coin, 'name'),
    ask(coin, 'symbol'),
    ask(coin, 'currency'),
  ])
  if (!isMade(made ?? null) || !owners || !recipient || !name || !ticker || !currency) return null
  const payoutRecipient = read<Address>('payoutRecipient', recipient)
  const [split, recipientWei] = await Promise.all([splitOf(rpc, coin, payoutRecipient, record), rpc.balanceWei(payoutRecipient)])
  return {
    coin,
    owners: read('owners', owners),
    payoutRecipient,
    name: read('name', name),
    ticker: read('symbol', ticker),
    inEth: read<Address>('currency', currency) === zeroAddress,
    recipientWei,
    split,
  }
}

async function splitOf(
  rpc: EvmRpc,
  coin: Address,
  recipient: Address,
  record?: Pick<CoinRecord, 'shareholders'>,
): Promise<ZoraCoinState['split']> {
  if (!record || record.shareholders.length === 0) return null
  const shares = record.shareholders.map(({ wallet, bps }) => ({ wallet, bps }))
  const [code, ...addresses] = await Promise.all([rpc.code(recipient), ...SPLIT_KINDS.map((kind) => kind.addressOf(rpc, coin, shares))])
  const kind = SPLIT_KINDS[addresses.indexOf(recipient)]
  return kind && code !== '0x' ? { kind, shares } : null
}

/** Locked: nobody can change the fee recipient any more, and it is a split without an owner. */
export const isLocked = ({ owners, split, inEth }: ZoraCoinState): boolean => owners.length === 0 && split !== null && inEth

/** The split's distributable balance. */
export const accruedWei = ({ split, recipientWei }: ZoraCoinState): Wei => (split ? split.kind.payableWei(recipientWei) : wei(0))

/** Balance in coins that a distribution pays out: those that the split received at launch. */
export async function coinUnitsOf(rpc: EvmRpc, { coin, payoutRecipient }: ZoraCoinState): Promise<bigint> {
  const [held] = await rpc.readMany([ask(coin, 'balanceOf', [payoutRecipient])])
  return held ? read<bigint>('balanceOf', held) : 0n
}

/** The coin in the port's form. Where the fees do not go to the recorded split, they go to a single address. */
export function chainCoinOf(state: ZoraCoinState, record?: CoinRecord): ChainCoin {
  const { coin, owners, payoutRecipient, name, ticker, split } = state
  const launcher = record?.launcher
  const keepsLauncher = launcher !== undefined && (owners.length === 0 || owners.includes(launcher as string as Address))
  const whole = [{ wallet: payoutRecipient as string as Wallet, bps: 10_000 as Shares[number]['bps'] }]
  return {
    mint: coin as string as Mint,
    creator: keepsLauncher ? launcher : ((owners[0] ?? zeroAddress) as string as Wallet),
    name,
    ticker,
    feeShare: { locked: isLocked(state), shareholders: split ? split.shares : whole },
    stage: 'curve',
    accruedAtomic: accruedWei(state),
  }
}

/** One entry per coin: the balance of its fee recipient, less the wei that some splits keep. Two reads for all. */
export async function readAccruedWei(rpc: EvmRpc, mints: readonly Mint[]): Promise<(Wei | null)[]> {
  const coins = mints.map((mint) => (isAddress(mint) ? mint : null))
  const askable = coins.filter((coin) => coin !== null)
  const answers = await rpc.readMany(askable.flatMap((coin) => [versionCall(coin), ask(coin, 'payoutRecipient')]))
  const recipients = askable.map((_coin, index) => {
    const [made, recipient] = [answers[2 * index] ?? null, answers[2 * index + 1] ?? null]
    return isMade(made) && recipient ? read<Address>('payoutRecipient', recipient) : null
  })
  const known = recipients.filter((recipient) => recipient !== null)
  const balances = await rpc.readMany(known.map(balanceCall))
  const weiOf = new Map(known.map((recipient, index) => [recipient, decoded(() => wei(quantity(balances[index] ?? '0x0')))]))
  return coins.map((coin) => {
    const recipient = coin && recipients[askable.indexOf(coin)]
    return recipient ? pushSplit.payableWei(weiOf.get(recipient)!) : null
  })
}
