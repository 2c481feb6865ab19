import type { LaunchpadFacts } from './launchpad/facts.ts'

/** What nodes are asked for beside launches. */
const OTHER_UPSTREAMS = ['payments', 'devnet'] as const

/** What nodes may be asked for: the chains of these launchpads, and what is beside them. */
export const upstreamsOf = (launchpads: readonly Pick<LaunchpadFacts, 'upstream'>[]): readonly string[] => [
  ...new Set([...launchpads.map(({ upstream }) => upstream), ...OTHER_UPSTREAMS]),
]

/** A chain's node as the service knows it: of the right chain, of another, or not proved yet. Holds no secret. */
export interface NodeReport {
  /** What it is asked for. */
  readonly upstream: string
  /** Its position in the setting, from 1. */
  readonly node: number
  /** The host of its address and nothing else of it: paths and queries carry keys. */
  readonly host: string
  readonly standing: 'unproved' | 'proved' | 'wrong'
  /** The chain it said it is of, by id or genesis hash; null before it said any. */
  readonly chain: string | null
}

/** Called for each node whose standing changes. */
export type RecordNode = (report: NodeReport) => void

/** What is known of every node that was asked anything. */
export interface NodeWatch {
  readonly record: RecordNode
  /** One entry a node, as it was last seen, in the order in which they were first asked. */
  list(): readonly NodeReport[]
}
