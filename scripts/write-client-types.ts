import { clientDocument } from '../test/support/client-document.ts'
import { CLIENT_TYPES, clientTypes } from '../test/support/client-types.ts'

/** `bun run client:types` writes the types of clients/typescript from the OpenAPI document that this tree serves. */
await Bun.write(CLIENT_TYPES, await clientTypes(await clientDocument()))
