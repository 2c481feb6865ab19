import type { EvmClient } from '../chains/evm/evm-client.ts'

/** Base makes a block every two seconds; the range is doubled, to allow for faster blocks. */
const BLOCKS_A_SECOND = 1
const MARGIN_BLOCKS = 100
/** The block range that nodes allow in one log query. */
const CHUNK_BLOCKS = 2_000

/** The blocks of the last so many milliseconds, in ranges that nodes answer for, oldest first. */
export async function* blockRanges(client: EvmClient, backMs: number): AsyncGenerator<{ readonly from: number; readonly to: number }> {
  const newest = Number(await client.getBlockNumber({ cacheTime: 0 }))
  const oldest = Math.max(0, newest - Math.ceil(backMs / 1_000) * BLOCKS_A_SECOND - MARGIN_BLOCKS)
  for (let from = oldest; from <= newest; from += CHUNK_BLOCKS) yield { from, to: Math.min(newest, from + CHUNK_BLOCKS - 1) }
}
