import type { Deps } from '../../ports/deps.ts'
import { crossOriginHeaders } from './cross-origin.ts'
import type { Layer } from './pipeline.ts'

/** A browser that was here over https comes back over https alone. @see RFC 6797 */
const STAY_ON_HTTPS = { 'strict-transport-security': 'max-age=31536000' } as const

/**
 * What every answer says: its request id, the cluster, and how a browser has to treat it. Whoever makes an answer in a hurry puts
 * them in by itself: to set them afterwards takes longer.
 */
export function setCommonHeaders({ policy }: Pick<Deps, 'policy'>): Layer {
  return async (_request, context, next) => {
    const { requestId, transport, target } = context
    const common: Record<string, string> = {
      'x-request-id': requestId,
      'x-svc-cluster': policy.cluster,
      'x-content-type-options': 'nosniff',
      ...(transport === 'https' ? STAY_ON_HTTPS : {}),
      ...(policy.payments ? crossOriginHeaders(target) : {}),
    }
    context.commonHeaders = common
    const response = await next()
    const { headers } = response
    if (!headers.has('x-request-id')) for (const name in common) headers.set(name, common[name]!)
    return response
  }
}
