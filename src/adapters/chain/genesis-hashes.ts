/** The hash of a Solana cluster's first block: no two clusters have the same. @see https://solana.com/docs/references/clusters */
export const MAINNET_GENESIS_HASH = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'

/** Of devnet. @see MAINNET_GENESIS_HASH */
export const DEVNET_GENESIS_HASH = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'
