import { METADATA_ID_LENGTH, metadataUri } from '../../domain/plan/metadata-uri.ts'
import type { MetadataStore } from '../../ports/metadata-store.ts'

/** The service itself serves metadata and pictures, from the row of the launch: nothing is uploaded. */
export const createSelfStore = (server: { readonly baseUrl: string }): MetadataStore => ({
  sampleUri: metadataUri(server, 'x'.repeat(METADATA_ID_LENGTH)),
  handsOut: false,
  keep: async ({ id }) => metadataUri(server, id),
})
