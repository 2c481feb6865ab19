import type { Address, PublicClient } from 'viem'

/** True while the node has transactions of the wallet that are in no block yet. */
export async function hasPendingTransactions(client: Pick<PublicClient, 'getTransactionCount'>, address: Address): Promise<boolean> {
  const [mined, all] = await Promise.all([
    client.getTransactionCount({ address, blockTag: 'latest' }),
    client.getTransactionCount({ address, blockTag: 'pending' }),
  ])
  return all > mined
}
