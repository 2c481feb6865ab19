import type { LaunchpadFacts } from './launchpad/facts.ts'

/** Purposes of nodes beside launches. */
const OTHER_UPSTREAMS = ['payments', 'devnet'] as const

/** Purposes of nodes: the chains of the launchpads, and those beside them. */
export const upstreamsOf = (launchpads: readonly Pick<LaunchpadFacts, 'upstream'>[]): readonly string[] => [
  ...new Set([...launchpads.map(({ upstream }) => upstream), ...OTHER_UPSTREAMS]),
]

/** A node and what is known of its chain: the right one, another, or not proved yet. Contains no secret. */
export interface NodeReport {
  /** Its purpose. */
  readonly upstream: string
  /** Its position in the setting, from 1. */
  readonly node: number
  /** The host of its URL only: paths and queries may contain keys. */
  readonly host: string
  readonly status: 'unproved' | 'proved' | 'wrong'
  /** The chain that it reported, by id or genesis hash; null before it reported one. */
  readonly chain: string | null
}

/** Called for each node whose state changes. */
export type RecordNode = (report: NodeReport) => void

/** The state of every node that was asked anything. */
export interface NodeWatch {
  readonly record: RecordNode
  /** One entry per node with its last state, in the order in which they were first asked. */
  list(): readonly NodeReport[]
}
