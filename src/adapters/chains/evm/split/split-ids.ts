/** The kinds of contract that a new split on Base may be; in a file of its own, which loads no code of the chain. */
export const SPLIT_IDS = ['push-split', 'payment-splitter'] as const
