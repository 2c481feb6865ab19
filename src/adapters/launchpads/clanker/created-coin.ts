import { getAbiItem, getAddress, type Hex, isAddressEqual, toEventSelector } from 'viem'
import type { Mint, Signature } from '../../../domain/brands.ts'
import type { ClankerContext } from './context.ts'
import { factoryAbi } from './abis.ts'

const CREATED = toEventSelector(getAbiItem({ abi: factoryAbi, name: 'TokenCreated' }))
const ADDRESS_TOPIC = /^0x0{24}[0-9a-f]{40}$/i

/** The coin that the factory made in this transaction, by its event; null while no node has the receipt, and where it made none. */
export async function readCreatedCoin({ rpc, contracts }: ClankerContext, by: Signature): Promise<Mint | null> {
  const receipt = await rpc.receipt(by as string as Hex)
  if (!receipt?.succeeded) return null
  const log = receipt.logs.find(({ address, topics }) => isAddressEqual(address, contracts.factory) && topics[0] === CREATED)
  const coin = log?.topics[1]
  return coin && ADDRESS_TOPIC.test(coin) ? (getAddress(`0x${coin.slice(26)}`) as string as Mint) : null
}
