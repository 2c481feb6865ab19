import type { BoardResponse } from '../../src/features/board/board-response-view.ts'
import { createPayoutList } from '../lib/payouts.ts'
import { type LoadedRemits, loadRemits } from '../lib/remits.ts'

/** Payments that the list can show; the whole record is in the API. */
const REMITS_MAX = 400

/** Beside a short list of coins no more has room. */
const FIRST_ROWS = 5

/** The payments of the board, newest first. */
export interface PaymentList {
  readonly element: HTMLElement
  /** Loads what this answer says is new; false when the service did not answer. */
  follow(board: BoardResponse): Promise<boolean>
}

/** Builds the list, empty until the board has answered. */
export function createPaymentList(): PaymentList {
  const payouts = createPayoutList({ withCoin: true, firstRows: FIRST_ROWS })
  let loaded: LoadedRemits = { remits: [], complete: false }
  return {
    element: payouts.element,
    async follow({ remits, stats }) {
      const known = new Set(loaded.remits.map(({ id }) => id))
      if (remits.length > 0 && remits.every(({ id }) => known.has(id))) return true
      const isAll = remits.length === stats.remits
      const next = isAll ? { remits, complete: true } : await loadRemits(loaded, { most: REMITS_MAX })
      if (next === null) return false
      loaded = next
      payouts.show(loaded.remits)
      return true
    },
  }
}
