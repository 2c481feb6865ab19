import { type Static, Type } from '@sinclair/typebox'

/** Schema of what is wrong with one field of a request. */
export const FieldError = Type.Object({ path: Type.String({ description: 'JSON pointer into the request.' }), message: Type.String() })

export type FieldError = Readonly<Static<typeof FieldError>>
