/** Which chain coins are on: the real ones, or none that anybody else sees. */
export const CLUSTERS = ['simulated', 'mainnet-beta'] as const

/** One of CLUSTERS. */
export type Cluster = (typeof CLUSTERS)[number]
