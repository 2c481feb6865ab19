import { type Static, Type } from '@sinclair/typebox'
import { DateTime, Ok } from '../../domain/json.ts'

/** What a signature opened the list with. */
export const OpenedView = Ok({
  wallet: Type.String(),
  token: Type.String({ description: 'Opens the list as x-svc-approvals-token; it decides nothing.' }),
  expiresAt: DateTime(),
  serverTime: DateTime(),
})

export type OpenedView = Static<typeof OpenedView>
