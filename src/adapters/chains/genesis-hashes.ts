import { fromBase58 } from '../../lib/bytes.ts'
import { text } from './rpc-shape.ts'

/** The hash of a Solana cluster's first block, which identifies the cluster. @see https://solana.com/docs/references/clusters */
export const MAINNET_GENESIS_HASH = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'

/** Of devnet. @see MAINNET_GENESIS_HASH */
export const DEVNET_GENESIS_HASH = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'

const HASH_BYTES = 32
const HASH_CHARACTERS_MAX = 44

/**
 * A genesis hash as a node reported it. It is shown when it is the wrong one, so that any other text is rejected.
 * @throws Error unless 32 bytes of base58
 */
export function genesisHash(value: unknown): string {
  const reported = text(value)
  if (reported.length > HASH_CHARACTERS_MAX || fromBase58(reported)?.length !== HASH_BYTES) throw new Error('not a hash')
  return reported
}
