/** Whether coins are real (mainnet) or simulated in this process. */
export const CLUSTERS = ['simulated', 'mainnet-beta'] as const

/** One of CLUSTERS. */
export type Cluster = (typeof CLUSTERS)[number]
