import { METADATA_ID_LENGTH, metadataUri } from '../../domain/plan/metadata-uri.ts'
import type { KeptMetadata, MetadataStore } from '../../ports/metadata-store.ts'

/** The service itself serves metadata and pictures, from the row of the launch: nothing is uploaded. */
export const createSelfStore = (server: { readonly baseUrl: string }): MetadataStore => ({
  sample: keptAt(metadataUri(server, 'x'.repeat(METADATA_ID_LENGTH)), true),
  handsOut: false,
  keep: async ({ id, image }) => keptAt(metadataUri(server, id), (await image()) !== null),
})

const keptAt = (uri: string, hasPicture: boolean): KeptMetadata => ({ uri, imageUri: hasPicture ? `${uri}/image` : null })
