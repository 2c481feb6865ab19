import type { CoinMetadata } from '../domain/plan/coin-metadata.ts'
import type { Charged } from './payments.ts'
import type { Image } from '../domain/plan/image.ts'
import type { Refusals } from './refusals.ts'

/** Metadata to be published: `id` is the service's own id for it. */
export interface MetadataToKeep {
  readonly id: string
  /** Null for a coin without a picture. */
  readonly image: () => Promise<Image | null>
  /** The metadata JSON, given the address of the picture. */
  readonly json: (imageUri: string) => CoinMetadata
}

/** Where published metadata are. */
export interface KeptMetadata {
  /** The address for the chain. */
  readonly uri: string
  /** The address of the picture; null without one. */
  readonly imageUri: string | null
}

/** Publishes the metadata that a coin on chain points to. */
export type MetadataStore = Store<false, MetadataToKeep> | Store<true, Charged<MetadataToKeep>>

interface Store<HandsOut extends boolean, Metadata> {
  /** Addresses as long as those of `keep`: for measuring a launch before its metadata is published. */
  readonly sample: KeptMetadata
  /** True where `keep` uploads to an outside store, permanently and at a cost, so that the caller is charged before. */
  readonly handsOut: HandsOut
  /**
   * Publishes picture and texts, and returns where they are. The same content gives the same address and is uploaded once: a retry costs
   * nothing.
   */
  keep(metadata: Metadata): Promise<KeptMetadata>
}

/** Errors of each method. */
export const METADATA_STORE_REFUSALS = { keep: ['upstream_unavailable'] } as const satisfies Refusals<MetadataStore>
