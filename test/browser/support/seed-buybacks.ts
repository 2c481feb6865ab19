import { bps, lamports, type OperationId, type Signature, tokenMicros, unixMs, type Wallet } from '../../../src/domain/brands.ts'
import type { Coin } from '../../../src/domain/coin.ts'
import { toBase58 } from '../../../src/lib/bytes.ts'
import type { TestApp } from '../../support/test-app.ts'

const HOUR_MS = 3_600_000

/** Runs of the treasury that bought these coins in turn, an hour apart; of the second coin nothing was burned, of the third a part. */
export async function seedBuybacks(app: TestApp, coins: readonly Coin[], count: number, wallet: Wallet): Promise<void> {
  const { buybacks } = app.deps.storage
  for (let index = 0; index < count; index += 1) {
    const position = index % coins.length
    const { mint, ticker } = coins[position]!
    const bought = tokenMicros(1_234_567_890_123n + BigInt(index) * 97_531_246_801n)
    const burned = position === 1 || (position === 2 && index % 2 === 0) ? tokenMicros(0) : bought
    const dueAtMs = unixMs(app.clock.nowMs() - index * HOUR_MS)
    const operationId = `op_bought${index}` as OperationId
    await buybacks.insert({
      id: `bb_bought${index}`,
      buyer: 'treasury',
      dueAtMs,
      mint,
      ticker,
      wallet,
      state: 'under_way',
      failure: null,
      quote: {
        venue: 'curve',
        atomicMax: lamports(50_000_000),
        overheadAtomic: lamports(5_000),
        tokenMicros: bought,
        impactBps: bps(7),
        burn: burned > 0n,
      },
      operationId,
      receipt: null,
      finishedAtMs: null,
    })
    const receipt = {
      signature: toBase58(new Uint8Array(64).fill(1 + (index % 200))) as Signature,
      height: index,
      atMs: dueAtMs,
      spentAtomic: lamports(35_000_000 - index * 12_345),
      tokenMicros: bought,
      burnedTokenMicros: burned,
    }
    await buybacks.finish(operationId, { state: 'executed', failure: null, receipt }, dueAtMs)
  }
}
