import type { CoinMetadata } from '../domain/plan/coin-metadata.ts'
import type { Charged } from './payments.ts'
import type { Image } from '../domain/plan/image.ts'
import type { Refusals } from './refusals.ts'

/** Metadata to be made readable: `id` is the service's own name for it. */
export interface MetadataToKeep {
  readonly id: string
  /** Null for a coin without a picture. */
  readonly image: () => Promise<Image | null>
  /** The JSON for a picture at that address. */
  readonly json: (imageUri: string) => CoinMetadata
}

/** Where the metadata is that a coin on chain points to. */
export type MetadataStore = Store<false, MetadataToKeep> | Store<true, Charged<MetadataToKeep>>

interface Store<HandsOut extends boolean, Metadata> {
  /** An address as long as those that `keep` gives: for measuring a launch before its metadata is kept. */
  readonly sampleUri: string
  /** True where `keep` gives the contents to somebody else, at a cost and for good: what a caller pays for it is taken before. */
  readonly handsOut: HandsOut
  /**
   * Makes picture and texts readable, and returns the address for the chain. The same content gives the same address, and
   * is handed over once: trying again costs nothing.
   *
   * @throws AppError upstream_unavailable
   */
  keep(metadata: Metadata): Promise<string>
}

/** What each of these may throw. */
export const METADATA_STORE_REFUSALS = { keep: ['upstream_unavailable'] } as const satisfies Refusals<MetadataStore>
