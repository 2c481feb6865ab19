import { type Static, Type } from '@sinclair/typebox'
import { Nullable } from '../../domain/json.ts'
import type { Deps } from '../../ports/deps.ts'

/** Wire form of the marketplace where launches are sold. */
export const AcpView = Type.Object({
  enabled: Type.Boolean({ description: 'The marketplace has accepted our signature, and jobs are served.' }),
  reason: Nullable(Type.String({ description: 'Why not; null when it is enabled.' })),
})

/** Whether launches are sold on the marketplace now. */
export function acpView({ acp }: Pick<Deps, 'acp'>): Static<typeof AcpView> {
  if (!acp) return { enabled: false, reason: 'This service is not listed on an agent-commerce marketplace.' }
  return acp.signedIn() ? { enabled: true, reason: null } : { enabled: false, reason: 'The marketplace has not accepted our signature.' }
}
