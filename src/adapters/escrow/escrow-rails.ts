import { AppError } from '../../domain/errors.ts'
import type { EscrowRail, EscrowRails } from '../../ports/escrow.ts'

/** Wire value of `chainId` for Solana's devnet. */
export const DEVNET_CHAIN_ID = 'solana:devnet'

/** Loads a rail's module when it is first asked for. */
export type RailLoader = () => Promise<EscrowRail>

/** Names of mainnets, by their CAIP-2 ids and in common spellings. Other unknown names are refused as unknown. */
const MAINNETS = /mainnet|^solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp|^solana$|^eip155:(1|10|56|137|8453|42161)$/i

/** The rails of these loaders. */
export function createEscrowRails(loaders: Readonly<Record<string, RailLoader>>): EscrowRails {
  const loaded = new Map<string, Promise<EscrowRail>>()
  const chainIds = Object.keys(loaders)
  return {
    chainIds,
    async get(chainId) {
      const load = Object.hasOwn(loaders, chainId) ? loaders[chainId] : undefined
      const fields = [{ path: '/chainId', message: `must be one of ${chainIds.join(', ')}` }]
      if (MAINNETS.test(chainId)) throw new AppError('mainnet_rail_not_allowed', { chainId }, { fields })
      if (!load) throw new AppError('escrow_rail_not_available', { chainId }, { fields })
      const rail = loaded.get(chainId) ?? load()
      loaded.set(chainId, rail)
      // A failed load is tried again by the next caller.
      rail.catch(() => loaded.delete(chainId))
      return rail
    },
  }
}
