import { Type } from '@sinclair/typebox'
import { Nullable } from '../json.ts'
import { FIELD_LIMITS } from '../limits/field-limits.ts'
import { Text } from '../text/text.ts'

/** How a client says that it will authenticate; whatever it is, none is registered. Here and below further members count for nothing. */
export const AuthMethodMetadata = Type.Object({ token_endpoint_auth_method: Type.Optional(Nullable(Type.String())) })

/** How a client calls itself. @see RFC 7591 2 */
export const NameMetadata = Type.Object({
  client_name: Type.Optional(Text({ minLength: FIELD_LIMITS.clientNameMin, maxLength: FIELD_LIMITS.clientNameMax })),
})

/** Where a client may be sent back to. @see RFC 7591 2 */
export const RedirectMetadata = Type.Object({
  redirect_uris: Type.Array(Type.String(), { minItems: 1, maxItems: FIELD_LIMITS.clientRedirectsMax }),
})

/** The id that metadata are published for. @see draft-ietf-oauth-client-id-metadata-document */
export const PublishedMetadata = Type.Object({ client_id: Type.String() })
