import { PublicKey } from '@solana/web3.js'
import type { Mint, Signature } from '../../../domain/brands.ts'
import type { Launchpad } from '../../../ports/launchpad.ts'
import { coinAddresses } from './coin-addresses.ts'
import type { PumpContext } from './pump-context.ts'
import { readDistribution } from './read-distribution.ts'

/** How many transactions are asked for at once. */
const READS_AT_ONCE = 25

/**
 * The distributions among the newest `limit` transactions of the range that name the coin's split. The node is asked for
 * one page of its history: where that ends short of `after`, the caller goes on from `before`.
 */
export async function listDistributions(
  context: PumpContext,
  mint: Mint,
  { before, after, limit }: Parameters<Launchpad['listDistributions']>[1],
): ReturnType<Launchpad['listDistributions']> {
  const page = await context.rpc.signaturesOf(coinAddresses(new PublicKey(mint)).feeShare.toBase58(), before ?? undefined)
  const known = page.findIndex(({ signature }) => signature === after)
  const inRange = known === -1 ? page : page.slice(0, known)
  const looked = inRange.slice(0, limit)
  const landed = looked.filter(({ failed }) => !failed)
  const distributions = []
  for (let first = 0; first < landed.length; first += READS_AT_ONCE) {
    const stretch = landed.slice(first, first + READS_AT_ONCE)
    distributions.push(...(await Promise.all(stretch.map(({ signature }) => readDistribution(context, mint, signature as Signature)))))
  }
  const isEnd = looked.length === 0 || (known !== -1 && looked.length === inRange.length)
  return {
    distributions: distributions.filter((distribution) => distribution !== null),
    newest: (looked[0]?.signature ?? null) as Signature | null,
    before: isEnd ? null : (looked.at(-1)!.signature as Signature),
  }
}
