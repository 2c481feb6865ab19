import { Type } from '@sinclair/typebox'

/** Body of POST /api/operator/directory. */
export const DirectoryBody = Type.Object(
  {
    file: Type.String({ minLength: 1, description: 'CSV with a header row, or a JSON array: the whole file or nothing is imported.' }),
    preview: Type.Optional(Type.Boolean({ description: 'Says what an import would do, and imports nothing.' })),
  },
  { additionalProperties: false },
)
