import type { Coin } from '../../../domain/coin.ts'
import { looksOf } from '../../../lib/look-alike.ts'
import type { Executor } from '../engine/executor.ts'

/**
 * What the name and the ticker of a coin look like, a row for each key. A change of what texts look like needs a migration that fills it
 * again.
 */
export const coinLooks = ({ mint, keyId, name, ticker }: Pick<Coin, 'mint' | 'keyId' | 'name' | 'ticker'>) =>
  (['name', 'ticker'] as const).flatMap((part) =>
    looksOf(part === 'name' ? name : ticker).map((look) => ({ part, look, mint: mint as string, key_id: keyId as string })),
  )

/** Keeps them. `tx` must be the transaction that writes the coin. */
export async function writeLooks(tx: Executor, coin: Coin): Promise<void> {
  const looks = coinLooks(coin)
  if (looks.length > 0) await tx.insertInto('coin_look').values(looks).execute()
}
