/** The lifetime of a blockhash in blocks, counted from its own. */
export const BLOCKHASH_BLOCKS = 150
