import type { MetadataStore } from '../../ports/metadata-store.ts'

/** As long as the ids that launches give their metadata. */
const SAMPLE_ID = 'x'.repeat(10)

/** The service itself serves metadata and pictures, from the row of the launch: there is nothing to hand over. */
export const createSelfStore = ({ baseUrl }: { baseUrl: string }): MetadataStore => ({
  sampleUri: `${baseUrl}/m/${SAMPLE_ID}`,
  handsOut: false,
  keep: async ({ id }) => `${baseUrl}/m/${id}`,
})
