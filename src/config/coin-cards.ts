import { createCardProcess } from '../adapters/coin-cards/card-process.ts'
import type { CoinCards } from '../ports/pages/coin-cards.ts'

/** Draws cards by running this executable's own `coin-card` command, with no setting; `deadlineMs` is the service's own when not given. */
export function coinCardsOf({ fromSource, deadlineMs }: { readonly fromSource: boolean; readonly deadlineMs?: number }): CoinCards {
  const source = fromSource ? [Bun.fileURLToPath(new URL('../main.ts', import.meta.url))] : []
  return createCardProcess({ command: [process.execPath, ...source, 'coin-card'], deadlineMs })
}
