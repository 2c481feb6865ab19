import type { WalletHistory } from '../../../../ports/launchpad/wallet-history.ts'
import type { SimulatedChain } from '../simulated-chain.ts'

/** Histories of wallets on the simulated chain, whose blocks are final at once. */
export const createSimulatedHistory = (chain: SimulatedChain): WalletHistory => ({
  async read(wallet, { after, limit }) {
    const { movements, ledger } = chain.view().state
    const found = movements.listOf(wallet, after, limit + 1)
    const shown = found.slice(0, limit)
    return {
      movements: shown,
      beforeAtomic: shown[0]?.beforeAtomic ?? ledger.lamportsOf(wallet),
      readTo: shown.at(-1)?.signature ?? null,
      complete: found.length <= limit,
    }
  },
  finalBalanceOf: async (wallet) => chain.view().state.ledger.lamportsOf(wallet),
})
