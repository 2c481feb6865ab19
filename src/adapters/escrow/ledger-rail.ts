import { atomicUnits } from '../../domain/brands.ts'
import type { EscrowRail } from '../../ports/escrow.ts'

/** Wire value of `chainId` for the service's own ledger. */
export const LEDGER_CHAIN_ID = 'sim'

/** The simulated rail: the ledger entry itself is the payout, and no money leaves the service. */
export const ledgerRail: EscrowRail = {
  chainId: LEDGER_CHAIN_ID,
  inLedger: true,
  payoutAtomicMin: atomicUnits(1),
  preparePayout: async () => [],
  advance: async (transactions) => {
    if (transactions.length > 0) throw new Error('the simulated rail sends no transactions')
    return []
  },
}
