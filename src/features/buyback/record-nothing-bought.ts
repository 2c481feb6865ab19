import { CLOCK_KEY_ID } from '../../domain/api-key.ts'
import { type Buyback, buyerKind, shouldHaveBought } from '../../domain/buyback.ts'
import { AppError } from '../../domain/errors.ts'
import { iso } from '../../domain/json.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { recordEvent } from '../events/record-event.ts'

/** Records `buyback.failed` for a finished run that should have bought and did not, in the commit that finishes it; else nothing. */
export async function recordNothingBought(
  deps: Pick<Deps, 'ids' | 'clock' | 'policy'>,
  tx: Pick<Repos, 'coins' | 'events'>,
  run: Buyback,
): Promise<void> {
  const { id, dueAtMs, state, failure, mint, ticker, wallet } = run
  if (!shouldHaveBought(run) || !failure || (state !== 'skipped' && state !== 'failed')) return
  const coin = mint && (await tx.coins.find(mint))
  await recordEvent(deps, tx, {
    type: 'buyback.failed',
    mint,
    keyId: coin?.keyId ?? CLOCK_KEY_ID,
    data: {
      cluster: deps.policy.cluster,
      buybackId: id,
      by: buyerKind(run.buyer),
      at: iso(dueAtMs),
      status: state,
      reason: failure.code,
      detail: new AppError(failure.code, failure.context).message,
      mint,
      ticker,
      wallet,
    },
  })
}
