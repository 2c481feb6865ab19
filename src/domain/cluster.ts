import { Enum } from './json.ts'

/** Whether coins are real (mainnet) or simulated in this process. */
export const CLUSTERS = ['simulated', 'mainnet-beta'] as const

/** One of CLUSTERS. */
export type Cluster = (typeof CLUSTERS)[number]

/** Wire form of a cluster. */
export const ClusterName = Enum(CLUSTERS, { title: 'Cluster' })
