import { createHash } from 'node:crypto'
import type { LiteSVM } from 'litesvm'
import bs58 from 'bs58'

/** Blocks after which a blockhash is too old to land with. */
export const BLOCKHASH_LIFETIME_BLOCKS = 150n

/** Mainnet skips slots, so its block height runs behind its slot; clients must not mix the two up. */
const SKIPPED_SLOTS = 21_000_000n

const SLOTS_PER_EPOCH = 432_000n
const SLOT_HASHES_KEPT = 200

/** Slots, block heights, blockhashes and block times of the test chain; one block a slot, 400 ms apart. */
export interface BlockHistory {
  slot(): bigint
  blockHeight(): bigint
  latestBlockhash(): { blockhash: string; lastValidBlockHeight: bigint }
  blockhashIsValid(blockhash: string): boolean
  blockTimeSec(slot: bigint): number
  /** Moves the clock sysvar and the slot hashes on; lands nothing. */
  advanceTo(slot: bigint): void
}

export function createBlockHistory(svm: LiteSVM, start: { slot: bigint; unixTimestampSec: number }): BlockHistory {
  let current = start.slot
  const issuedAt = new Map<string, bigint>()

  // Every slot's hash is a function of the slot, so hashes of skipped-over slots need not be computed one by one.
  const hashOf = (slot: bigint): string => bs58.encode(createHash('sha256').update(`block ${slot}`).digest())
  const blockTimeSec = (slot: bigint): number => start.unixTimestampSec + Math.floor(Number(slot - start.slot) * 0.4)

  function advanceTo(slot: bigint): void {
    const first = slot - current > BLOCKHASH_LIFETIME_BLOCKS ? slot - BLOCKHASH_LIFETIME_BLOCKS : current + 1n
    for (let at = first; at <= slot; at += 1n) issuedAt.set(hashOf(at), at)
    for (const [hash, at] of issuedAt) if (at + BLOCKHASH_LIFETIME_BLOCKS < slot) issuedAt.delete(hash)
    current = slot
    const clock = svm.getClock()
    clock.slot = slot
    clock.epoch = slot / SLOTS_PER_EPOCH
    clock.leaderScheduleEpoch = clock.epoch + 1n
    clock.unixTimestamp = BigInt(blockTimeSec(slot))
    svm.setClock(clock)
    // The slot hashes of a block are those of the blocks before it, newest first.
    svm.setSlotHashes(
      Array.from({ length: SLOT_HASHES_KEPT }, (_, back) => slot - 1n - BigInt(back)).map((at) => ({ slot: at, hash: hashOf(at) })),
    )
  }

  issuedAt.set(hashOf(current), current)
  advanceTo(current)

  const blockHeight = (): bigint => current - SKIPPED_SLOTS
  return {
    slot: () => current,
    blockHeight,
    latestBlockhash: () => ({ blockhash: hashOf(current), lastValidBlockHeight: blockHeight() + BLOCKHASH_LIFETIME_BLOCKS }),
    blockhashIsValid: (blockhash) => {
      const at = issuedAt.get(blockhash)
      return at !== undefined && at + BLOCKHASH_LIFETIME_BLOCKS >= current
    },
    blockTimeSec,
    advanceTo,
  }
}
