import { type Address, decodeEventLog, getAddress, type Hex, isAddressEqual, parseAbi, toEventSelector } from 'viem'
import type { Mint, Signature } from '../../../domain/brands.ts'
import type { EvmReceipt } from '../../chains/evm/evm-shape.ts'
import type { EvmIntent } from '../../chains/evm/evm-draft.ts'
import { madeAmong } from './coin-state.ts'
import { ZORA_FACTORY } from './contracts.ts'
import type { ZoraContext } from './context.ts'

const EVENTS = parseAbi([
  'struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
  'event CoinCreatedV4(address indexed caller, address indexed payoutRecipient, address indexed platformReferrer, address currency, string uri, string name, string symbol, address coin, PoolKey poolKey, bytes32 poolKeyHash, string version)',
])
const CREATED = toEventSelector(EVENTS[0])

/**
 * The coin that a landed create transaction made, from the factory's event; should an upgrade change that event, the only contract among
 * its logs that the factory knows as its coin. Null while no node has the receipt, and where it made none.
 */
export async function readCreatedCoin({ rpc }: ZoraContext, by: Signature): Promise<Mint | null> {
  const receipt = await rpc.receipt(by as string as Hex)
  if (!receipt?.succeeded) return null
  const reported = coinReportedBy(receipt)
  if (reported) return reported as string as Mint
  const named = new Set(receipt.logs.flatMap(({ address, topics }) => [address, ...topics.slice(1).flatMap(addressIn)]).map(checksum))
  const [made, ...others] = await madeAmong(rpc, [...named])
  return made && others.length === 0 ? (made as string as Mint) : null
}

/** False for a lock of another coin than the create transaction made: it would have no effect. */
export function mayFollow(done: EvmReceipt, { to }: EvmIntent): boolean {
  const coin = coinReportedBy(done)
  return coin === null || isAddressEqual(coin, to)
}

function coinReportedBy({ logs }: EvmReceipt): Address | null {
  const log = logs.find(({ address, topics }) => isAddressEqual(address, ZORA_FACTORY) && topics[0] === CREATED)
  if (!log) return null
  try {
    const { args } = decodeEventLog({ abi: EVENTS, data: log.data, topics: log.topics as [Hex, ...Hex[]] })
    return getAddress(args.coin)
  } catch {
    return null
  }
}

const checksum = (address: Address): Address => getAddress(address)
const addressIn = (topic: Hex): Address[] => (/^0x0{24}[0-9a-f]{40}$/i.test(topic) ? [`0x${topic.slice(26)}`] : [])
