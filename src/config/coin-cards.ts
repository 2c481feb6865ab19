import { createCardProcess } from '../adapters/coin-cards/card-process.ts'
import type { CoinCards } from '../ports/pages/coin-cards.ts'

/** Draws cards by running this executable's own `coin-card` command, with no setting; `timeoutMs` is the service's own when not given. */
export function coinCardsOf({ fromSource, timeoutMs }: { readonly fromSource: boolean; readonly timeoutMs?: number }): CoinCards {
  const source = fromSource ? [Bun.fileURLToPath(new URL('../main.ts', import.meta.url))] : []
  return createCardProcess({ command: [process.execPath, ...source, 'coin-card'], timeoutMs })
}
