import { bps, lamports, type Mint, type Signature, unixMs, type Wallet } from '../../../src/domain/brands.ts'
import type { Coin } from '../../../src/domain/coin.ts'
import { joinRoles, type ShareRole } from '../../../src/domain/crew/role.ts'
import { toBase58 } from '../../../src/lib/bytes.ts'
import { makeKol } from '../../support/make-kol.ts'
import { remitRow } from '../../support/storage-rows.ts'
import type { TestApp } from '../../support/test-app.ts'
import { seedCoins, splitOf } from './seed-board.ts'

const HOUR_MS = 3_600_000

/** Whose earnings they are. */
export const WALLET = toBase58(new Uint8Array(32).fill(41)) as Wallet

/** What the wallet is in each coin: a promoter, in some the referrer as well. */
const roleAt = (index: number) => (index % 9 === 4 ? joinRoles(['kol', 'referrer']) : 'kol')

/** The split of the others, with this wallet among them. */
export const splitWith = (wallet: Wallet, handle = '@moonboy', role: ShareRole = 'kol') => [
  { wallet, role, handle, bps: bps(1_800) },
  ...splitOf().slice(1),
]

/** Coins whose splits name the wallet, and this many payments to it over the last 80 days. */
export async function seedEarnings(app: TestApp, payments: number, wallet = WALLET): Promise<Coin[]> {
  const coins = await seedCoins(app, Math.min(payments, 30), (index) => ({ shareholders: splitWith(wallet, '@moonboy', roleAt(index)) }))
  const nowMs = app.clock.nowMs()
  const remits = Array.from({ length: payments }, (_, index) => {
    const coin = coins[index % coins.length]!
    return remitRow(`e${index}`, {
      mint: coin.mint as Mint,
      ticker: coin.ticker,
      wallet,
      handle: '@moonboy',
      role: roleAt(index % coins.length),
      amountAtomic: lamports(1_000_000 + ((index * 7_919) % 23) * 987_654),
      signature: toBase58(new Uint8Array(64).fill(index % 200).fill(index >> 8, 0, 2)) as Signature,
      atMs: unixMs(nowMs - index * 9 * HOUR_MS),
    })
  })
  await app.deps.storage.remits.insert(remits)
  return coins
}

/** Its owner, in the directory. */
export const seedKol = (app: TestApp, changes: Partial<Parameters<typeof makeKol>[0]> = {}) =>
  app.deps.storage.kols.upsert([
    {
      ...makeKol({
        handle: 'moonboy',
        displayName: 'Moon Boy',
        wallet: WALLET,
        followers: 48_210,
        narratives: ['animals', 'food'],
        verified: true,
        ...changes,
      }),
      optedOut: false,
    },
  ])
