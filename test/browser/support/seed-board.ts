import { demoPicture } from '../../../src/commands/demo/demo-picture.ts'
import { bps, type KeyId, lamports, type Mint, type Signature, unixMs, type Wallet } from '../../../src/domain/brands.ts'
import type { Coin, Remit } from '../../../src/domain/coin.ts'
import type { Shareholder } from '../../../src/domain/crew/fee-map.ts'
import { sha256Hex, toBase58 } from '../../../src/lib/bytes.ts'
import { createSeededRandom } from '../../support/seeded-random.ts'
import { coinRow, remitRow } from '../../support/storage-rows.ts'
import type { TestApp } from '../../support/test-app.ts'

const NAMES = [
  'Night Market Frog',
  'Harbor Gull',
  'Paper Lantern',
  'Tin Robot',
  'Slow Tram',
  'Quiet Volcano',
  'Moss Garden',
  'Third Espresso',
]
const HANDLES = ['@moonboy', '@chartwitch', '@raidqueen', '@oldfrog', '@devdan']
const HOUR_MS = 3_600_000

const random = createSeededRandom(7)
const bytes = (length: number) => Uint8Array.from({ length }, () => random.below(256))
const wallet = () => toBase58(bytes(32)) as Wallet

export const splitOf = (): Shareholder[] => [
  ...HANDLES.map((handle, index) => ({
    wallet: wallet(),
    role: 'kol' as const,
    handle,
    bps: bps([1_800, 1_500, 1_200, 900, 600][index]!),
  })),
  { wallet: wallet(), role: 'agent' as const, handle: 'Demo agent', bps: bps(1_500) },
  { wallet: wallet(), role: 'treasury' as const, handle: 'treasury', bps: bps(2_500) },
]

/** Coins in the storage, newest last launched an hour before now, each an hour after the one before; returns them newest first. */
export async function seedCoins(app: TestApp, count: number, changes: (index: number) => Partial<Coin> = () => ({})): Promise<Coin[]> {
  const nowMs = app.clock.nowMs()
  const picture = demoPicture()
  const sha256 = sha256Hex(picture)
  await app.deps.storage.images.insert(
    { sha256, contentType: 'image/png', bytes: picture },
    { keyId: 'operator' as KeyId, atMs: app.clock.nowMs() },
  )
  const coins = Array.from({ length: count }, (_, index) => {
    const name = NAMES[index % NAMES.length]!
    return coinRow(toBase58(bytes(32)), {
      name: index < NAMES.length ? name : `${name} ${index}`,
      ticker: name.replaceAll(/[^A-Z]/g, '') + (index < NAMES.length ? '' : String(index)),
      description: `${name}, launched by an agent.`,
      shareholders: splitOf(),
      launcher: wallet(),
      signature: toBase58(bytes(64)) as Signature,
      feeShareSignature: toBase58(bytes(64)) as Signature,
      imageSha256: index % 5 === 3 ? null : sha256,
      feeShareLocked: index % 7 !== 2,
      launchedAtMs: unixMs(nowMs - (index + 1) * HOUR_MS),
      graduatedAtMs: index % 6 === 4 ? unixMs(nowMs - HOUR_MS / 2) : null,
      ...changes(index),
    })
  })
  await app.deps.storage.transaction(async (tx) => {
    for (const coin of coins) await tx.coins.insert(coin)
  })
  return coins
}

/** `rounds` distributions over the last three days, each to every wallet of one coin. */
export async function seedRemits(app: TestApp, coins: readonly Coin[], rounds: number): Promise<void> {
  const nowMs = app.clock.nowMs()
  const remits: Remit[] = []
  for (let round = 0; round < rounds; round += 1) {
    const coin = coins[random.below(Math.min(coins.length, 12))]!
    const total = 5_000_000 + random.below(60_000_000)
    const signature = toBase58(bytes(64)) as Signature
    const atMs = unixMs(nowMs - Math.floor((round * 72 * HOUR_MS) / rounds) - random.below(HOUR_MS))
    coin.shareholders.forEach((share, index) => {
      remits.push(
        remitRow(`r${round}-${index}`, {
          ...share,
          mint: coin.mint as Mint,
          ticker: coin.ticker,
          amountAtomic: lamports(Math.floor((total * share.bps) / 10_000)),
          signature,
          height: 1_000 + round,
          atMs,
        }),
      )
    })
  }
  await app.deps.storage.remits.insert(remits)
}
